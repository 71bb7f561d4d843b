import { type RefObject, useEffect, useState } from 'react';

/** Answers what to call after problems were set: once they are on screen, the first field with one gets the focus. */
export function useProblemFocus(form: RefObject<HTMLFormElement | null>): () => void {
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, attempts]);
  return () => setAttempts((before) => before + 1);
}
