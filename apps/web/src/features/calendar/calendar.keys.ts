import { useEffect, useRef } from 'react';

/** Elements that use the keys themselves. In the grid the arrow keys move from slot to slot. */
const BUSY =
  'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"], [role="radiogroup"]';
const BOARD = '[data-calendar-board]';

/** Keyboard shortcuts of the calendar. Combinations with a modifier stay with the browser. */
export function useCalendarKeys(keys: Record<string, () => void>): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target instanceof Element ? event.target : null;
      if (target?.closest(BUSY) || document.querySelector('[role="dialog"]')) return;
      if (event.key.startsWith('Arrow') && target?.closest(BOARD)) return;
      const run = latest.current[event.key.toLowerCase()];
      if (!run) return;
      event.preventDefault();
      run();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
