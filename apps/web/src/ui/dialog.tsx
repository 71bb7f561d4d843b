import type { ModalProps } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { onFirstSign } from '../lib/intent.ts';
import { lateDialog } from './late.tsx';

const DialogWindow = lateDialog<ModalProps>(async () => (await import('./dialog-window.tsx')).default);

/** Loads what every dialog needs. */
export const prepareDialogs = DialogWindow.prepare;
// Otherwise the first words that a person types into a dialog would be lost while it loads.
onFirstSign(prepareDialogs);

/** By then, what was closed has left the page. */
const SETTLE_MS = 10;

/** The element that opened the first dialog, for dialogs that replace another one. */
let outside: HTMLElement | null = null;

/** The focused element. An item of a menu leaves with its menu, so the menu's button stands for it. */
function openerNow(): HTMLElement | null {
  const focused = document.activeElement;
  const menu = focused?.closest('[role="menu"]');
  const opener = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : focused;
  return opener instanceof HTMLElement && opener !== document.body ? opener : null;
}

/** Focuses the first of these that is still on the page, unless something else has got the focus since. */
const giveBack = (candidates: readonly (HTMLElement | null)[]) =>
  setTimeout(() => {
    if (document.activeElement !== document.body) return;
    candidates.find((element) => element?.isConnected)?.focus({ preventScroll: true });
  }, SETTLE_MS);

/**
 * A modal dialog. The library gives the focus back only while the dialog stays mounted, and not the first time, because
 * the window loads with it. This one does so always.
 */
export function Dialog(props: ModalProps) {
  const { opened } = props;
  const opener = useRef<HTMLElement | null>(null);
  const wasOpened = useRef(false);
  // While rendering, because a field of the dialog may take the focus as it is mounted.
  if (opened && !wasOpened.current) {
    opener.current = openerNow();
    if (opener.current && !opener.current.closest('[role="dialog"]')) outside = opener.current;
  }
  wasOpened.current = opened;
  useEffect(() => {
    if (!opened) return undefined;
    return () => {
      giveBack([opener.current, outside]);
    };
  }, [opened]);
  const exited = () => {
    props.onExitTransitionEnd?.();
    // Until now, the content kept the focus.
    giveBack([opener.current, outside]);
  };
  return <DialogWindow {...props} onExitTransitionEnd={exited} />;
}
