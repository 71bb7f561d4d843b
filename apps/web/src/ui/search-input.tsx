import { CloseButton, TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type RefObject, useRef } from 'react';
import classes from './search-input.module.css';

type SearchInputProps = Omit<TextInputProps, 'label' | 'onChange' | 'value' | 'ref'> & {
  /** The name of the field, also shown while it is empty. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  inputRef?: RefObject<HTMLInputElement | null>;
};

/** A search field with a button that clears it. */
export function SearchInput({ label, value, onChange, inputRef, ...inputProps }: SearchInputProps) {
  const ownRef = useRef<HTMLInputElement>(null);
  const input = inputRef ?? ownRef;
  const clear = () => {
    onChange('');
    input.current?.focus();
  };
  return (
    <TextInput
      ref={input}
      type="search"
      size="sm"
      aria-label={label}
      placeholder={label}
      maxLength={120}
      classNames={{ wrapper: classes.search ?? '' }}
      leftSection={<IconSearch size={18} stroke={1.75} />}
      rightSection={value && <CloseButton size="sm" aria-label="Clear search" onClick={clear} />}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...inputProps}
    />
  );
}
