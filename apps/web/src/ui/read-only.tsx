import { Tooltip } from '@mantine/core';
import { useEffect, useState } from 'react';

const CONTROLS =
  'a[href], button, input, textarea, select, [role="button"], [role="menuitem"], [contenteditable="true"]';
/** Opens and closes what is on the page already. */
const SHOWS =
  '[role="tab"], button[aria-haspopup="menu"], button[aria-expanded]:not([aria-haspopup="listbox"]), summary';

const REASON = 'aria-description';
/** Marks what this component has disabled, so that it can be enabled again. */
const MARK = 'data-read-only';
const BLOCKED_EVENTS = ['click', 'auxclick', 'beforeinput', 'pointerdown', 'dragstart', 'drop', 'paste'] as const;
const MOVING_KEYS = ['Tab', 'Escape', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End'];
/** Attributes that decide whether a control is disabled here. */
const CHANGES = ['href', 'role', 'disabled', 'aria-disabled', 'aria-expanded', 'aria-haspopup', 'data-reads'];
const FIELDS = 'input, textarea, select, [contenteditable="true"]';

type ReadOnlyProps = {
  /** Why the page is read-only, as the description of every control that could change something. */
  reason: string;
  /** Why a link leads nowhere at the moment; null for one that works. */
  refusalOf: (url: URL) => string | null;
};

const blockedPart = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(`[${MARK}]`) : null;

/**
 * Disables every control of the page and its dialogs but those with `data-reads` on them or around them, so that a control
 * that is added later is disabled too. They keep the keyboard focus and say why.
 */
export function ReadOnly({ reason, refusalOf }: ReadOnlyProps) {
  const [pointed, setPointed] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const reasonFor = (control: Element): string | null => {
      if (control instanceof HTMLAnchorElement) return refusalOf(new URL(control.href, window.location.href));
      return control.matches(SHOWS) || control.closest('[data-reads]') ? null : reason;
    };
    const update = () => {
      for (const control of document.body.querySelectorAll(CONTROLS)) mark(control, reasonFor(control));
    };
    update();
    const observer = new MutationObserver(update);
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: CHANGES });
    return () => {
      observer.disconnect();
      for (const control of document.body.querySelectorAll(`[${MARK}]`)) mark(control, null);
    };
  }, [reason, refusalOf]);
  useEffect(() => {
    const block = (event: Event) => {
      if (!blockedPart(event.target)) return;
      event.stopImmediatePropagation();
      // A press still gives the focus.
      if (event.type !== 'pointerdown') event.preventDefault();
    };
    const blockKey = (event: KeyboardEvent) => {
      const blocked = blockedPart(event.target);
      if (!blocked) return;
      const isMoving = MOVING_KEYS.includes(event.key) && !event.altKey;
      if (isMoving && (!blocked.matches(FIELDS) || event.key === 'Tab' || event.key === 'Escape')) return;
      event.stopImmediatePropagation();
      const isShortcut = event.ctrlKey || event.metaKey;
      if (!isShortcut) event.preventDefault();
    };
    // A list of choices opens with the press.
    const blockPress = (event: MouseEvent) => {
      const blocked = blockedPart(event.target);
      if (!(blocked instanceof HTMLSelectElement)) return;
      event.preventDefault();
      blocked.focus();
    };
    const point = ({ target }: Event) => setPointed(blockedPart(target));
    for (const type of BLOCKED_EVENTS) window.addEventListener(type, block, true);
    window.addEventListener('keydown', blockKey, true);
    window.addEventListener('mousedown', blockPress, true);
    for (const type of ['pointerover', 'focusin']) window.addEventListener(type, point, true);
    return () => {
      for (const type of BLOCKED_EVENTS) window.removeEventListener(type, block, true);
      window.removeEventListener('keydown', blockKey, true);
      window.removeEventListener('mousedown', blockPress, true);
      for (const type of ['pointerover', 'focusin']) window.removeEventListener(type, point, true);
    };
  }, []);
  if (!pointed?.isConnected) return null;
  return <Tooltip target={pointed} label={pointed.getAttribute(MARK)} opened />;
}

function mark(control: Element, reason: string | null): void {
  if (control.getAttribute(MARK) === reason) return;
  if (reason === null) {
    for (const name of [MARK, REASON, 'aria-disabled']) control.removeAttribute(name);
    return;
  }
  // Controls that the page itself disables keep their own reason.
  if (control.matches(':disabled, [aria-disabled="true"]') && !control.hasAttribute(MARK)) return;
  for (const name of [MARK, REASON]) control.setAttribute(name, reason);
  control.setAttribute('aria-disabled', 'true');
}
