/** Keeps a text in this tab; an empty one is forgotten. */
function storeInTab(key: string, text: string): void {
  try {
    if (text) window.sessionStorage.setItem(key, text);
    else window.sessionStorage.removeItem(key);
  } catch {
    // Full: then it is kept by the page alone, and a reload would lose it.
  }
}

const keyOf = (name: string) => `stridewell.draft.${name}`;

/** What was typed and not sent or saved yet. */
export const draftOf = (name: string): string => window.sessionStorage.getItem(keyOf(name)) ?? '';
export const keepDraft = (name: string, text: string): void => storeInTab(keyOf(name), text);
