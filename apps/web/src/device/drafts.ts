import { tabStorage } from './storage.ts';

const keyOf = (name: string) => `stridewell.draft.${name}`;

/** The text that was typed and is not sent or saved yet. */
export const readDraft = (name: string): string => tabStorage.readText(keyOf(name)) ?? '';

/** An empty text deletes the draft. Without storage only the page holds the text, and a reload loses it. */
export function saveDraft(name: string, text: string): void {
  if (text) tabStorage.writeText(keyOf(name), text);
  else tabStorage.remove(keyOf(name));
}

/**
 * Stores a text for the field that is opened next. A text that was typed there stays.
 * @returns whether the field shows the text
 */
export function offerDraft(name: string, text: string): boolean {
  const typed = readDraft(name);
  if (typed.trim() === '') saveDraft(name, text);
  return typed.trim() === '' || typed === text;
}
