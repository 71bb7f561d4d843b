import { type Dispatch, type SetStateAction, useEffect } from 'react';

/** Id of the field that takes over from the typing ahead. */
export const PALETTE_FIELD = 'palette-field';

type TypedAhead = { active: boolean; setQuery: Dispatch<SetStateAction<string>>; onEscape: () => void };

/** Keeps what is typed between opening the palette and its field having the focus. */
export function useTypedAhead({ active, setQuery, onEscape }: TypedAhead): void {
  useEffect(() => {
    if (!active) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (document.activeElement?.id === PALETTE_FIELD || event.isComposing) return;
      // AltGr types letters and reports Ctrl and Alt on some systems.
      const isShortcut = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph');
      if (isShortcut) return;
      if (event.key.length === 1) setQuery((typed) => typed + event.key);
      else if (event.key === 'Backspace') setQuery((typed) => typed.slice(0, -1));
      else if (event.key === 'Escape') onEscape();
      // Enter would press the button that still has the focus.
      else if (event.key !== 'Enter') return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('keydown', onKeyDown, true);
    return () => document.removeEventListener('keydown', onKeyDown, true);
  }, [active, setQuery, onEscape]);
}
