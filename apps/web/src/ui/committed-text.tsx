import { type ChangeEvent, type ReactNode, useRef, useState } from 'react';

type Field = {
  value: string;
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
  onBlur: () => void;
};
type CommittedTextProps = {
  value: string;
  /** Called with the trimmed text when it has changed and the field is left. */
  onCommit: (text: string) => void;
  children: (field: Field) => ReactNode;
};

/** A text that is stored when its field is left, so that typing is one step of the history. */
export function CommittedText({ value, onCommit, children }: CommittedTextProps) {
  const [typed, setTyped] = useState(value);
  const known = useRef(value);
  // Undo, or another place, changed it.
  if (known.current !== value) {
    known.current = value;
    setTyped(value);
  }
  return children({
    value: typed,
    onChange: ({ currentTarget }) => setTyped(currentTarget.value),
    onBlur: () => {
      const text = typed.trim();
      if (text !== value) onCommit(text);
      setTyped(text || value);
    },
  });
}
