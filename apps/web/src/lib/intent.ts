/**
 * Props of a button whose panel loads late: the pointer or the focus on it announces the press, which then finds the panel
 * loaded. A failed load is tried again with the press.
 */
export function onIntent(load: () => Promise<unknown>) {
  const prepare = () => void load().catch(() => undefined);
  return { onPointerEnter: prepare, onFocus: prepare };
}

const SIGNS = ['pointermove', 'pointerdown', 'keydown'] as const;

/**
 * Loads something small once a person does anything on the page, so that the press after it finds it loaded.
 * @returns a function that stops it
 */
export function onFirstSign(load: () => Promise<unknown>): () => void {
  const seen = new AbortController();
  const prepare = () => {
    seen.abort();
    // A failed load is tried again with the press.
    load().catch(() => undefined);
  };
  for (const sign of SIGNS) window.addEventListener(sign, prepare, { signal: seen.signal, passive: true });
  return () => seen.abort();
}
