import { useEffect, useRef } from 'react';

type InboxActions = { move: (step: 1 | -1) => void; reply: () => void; close: () => void; spam: () => void };

const STEPS: Record<string, 1 | -1> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/** Keys that the legend of the inbox names. */
export const INBOX_KEYS = [
  { keys: ['J', 'K'], meaning: 'next and previous' },
  { keys: ['Enter'], meaning: 'read' },
  { keys: ['R'], meaning: 'reply' },
  { keys: ['E'], meaning: 'close' },
  { keys: ['!'], meaning: 'spam' },
] as const;

/** Where keys mean something else: fields, open menus and dialogs, and tabs that follow the arrows. */
const BUSY = 'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"], [role="radiogroup"]';

const isBusy = (target: EventTarget | null): boolean =>
  (target instanceof Element && target.closest(BUSY) !== null) || document.querySelector('[role="dialog"]') !== null;

/** Runs the actions of the inbox by keys, but never while something is typed or a dialog is open. */
export function useInboxKeys(actions: InboxActions): void {
  const current = useRef(actions);
  useEffect(() => {
    current.current = actions;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isBusy(event.target)) return;
      const { move, reply, close, spam } = current.current;
      const step = STEPS[event.key];
      const run = step ? () => move(step) : { r: reply, e: close, '!': spam }[event.key];
      if (!run) return;
      event.preventDefault();
      run();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
