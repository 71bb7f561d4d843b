/** Stores a text in this tab. An empty text deletes the entry. */
function storeInTab(key: string, text: string): void {
  try {
    if (text) window.sessionStorage.setItem(key, text);
    else window.sessionStorage.removeItem(key);
  } catch {
    // Storage is full: only the page holds the text, and a reload loses it.
  }
}

const keyOf = (name: string) => `stridewell.draft.${name}`;

/** The text that was typed and is not sent or saved yet. */
export const readDraft = (name: string): string => window.sessionStorage.getItem(keyOf(name)) ?? '';
export const saveDraft = (name: string, text: string): void => storeInTab(keyOf(name), text);

/**
 * Stores a text for the field that is opened next. A text that was typed there stays.
 * @returns whether the field shows the text
 */
export function offerDraft(name: string, text: string): boolean {
  const typed = readDraft(name);
  if (typed.trim() === '') saveDraft(name, text);
  return typed.trim() === '' || typed === text;
}
