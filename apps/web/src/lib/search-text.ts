import { useDebouncedCallback } from '@mantine/hooks';
import { type RefObject, useEffect, useRef, useState } from 'react';

const MAX_LENGTH = 120;
const TYPING_MS = 250;

/** The text of a search in an address, cleaned. The router parses digits into a number; anything else is no text. */
export function readSearchText(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  return String(value)
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, MAX_LENGTH)
    .trim();
}

type SearchText = { field: RefObject<HTMLInputElement | null>; typed: string; type: (text: string) => void };

/** A search field whose text is in the address: `find` is called when the typing pauses. */
export function useSearchText(inAddress: string, find: (text: string) => void): SearchText {
  const [typed, setTyped] = useState(inAddress);
  const field = useRef<HTMLInputElement>(null);
  const findSoon = useDebouncedCallback(find, TYPING_MS);
  // Going back changes the address and so the field. During typing the field is ahead of the address.
  useEffect(() => {
    if (document.activeElement !== field.current) setTyped(inAddress);
  }, [inAddress]);
  const type = (text: string) => {
    setTyped(text);
    findSoon(text);
  };
  return { field, typed, type };
}
