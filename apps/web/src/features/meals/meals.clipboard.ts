import type { ClipboardEvent, KeyboardEvent } from 'react';
import { toast } from '../../lib/toasts.ts';
import { readSpot } from './meals.context.ts';
import type { MealPlanEditor } from './meals.editor.ts';
import {
  type Copied,
  copyAt,
  deleteDay,
  deleteFood,
  deleteMeal,
  pasteAt,
  type Spot,
  shiftFood,
} from './meals.edits.ts';

/** The last copy made here. It is kept while the tab is open, so that it can be pasted into another plan. */
let copied: Copied | null = null;

const NOUNS = { day: 'Day', meal: 'Meal', food: 'Food' } as const;

/** Copies and pastes days, meals and foods. */
export const clipboard = {
  copy(editor: MealPlanEditor, spot: Spot): void {
    copied = copyAt(editor.getSnapshot().plan, spot);
    if (copied) toast.success(`${NOUNS[copied.kind]} copied`, 'Paste it into any meal plan.');
  },
  paste(editor: MealPlanEditor, spot: Spot): void {
    const what = copied;
    if (what) editor.edit((draft) => pasteAt(draft, spot, what));
    else toast.error('Nothing to paste', 'Copy a day, a meal or a food first.');
  },
};

const isTyping = (target: EventTarget): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

/** Moves the focus from a spot to the one after it, before it, or around it, because its own element goes. */
function focusBeside({ at, key }: Spot): void {
  const marked = document.querySelector(`[data-spot="${at} ${key}"]`);
  const place = at === 'food' ? marked?.closest('li') : marked;
  const around = place?.parentElement?.closest('[data-spot]');
  const buttons = [place?.nextElementSibling, place?.previousElementSibling, around].map((near) =>
    near instanceof HTMLButtonElement ? near : near?.querySelector('button'),
  );
  buttons.find((button) => button)?.focus();
}

/** Deletes a day, a meal or a food. The focus stays in the grid, where undo is. */
export function deleteAt(editor: MealPlanEditor, { at, key }: Spot): void {
  focusBeside({ at, key });
  if (at === 'food') editor.edit((draft) => deleteFood(draft, key));
  else if (at === 'meal') editor.edit((draft) => deleteMeal(draft, key));
  else editor.edit((draft) => deleteDay(draft, key));
}

/** Foods of a day and the fields that add to it, from top to bottom. */
const stopsOf = (day: Element): HTMLElement[] => [
  ...day.querySelectorAll<HTMLElement>('[data-spot^="food "], [data-adds] input'),
];

/** Moves the focus with the arrows: up and down within a day, sideways to the days beside it. */
export function gridArrows(event: KeyboardEvent): void {
  const { target, key } = event;
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !(target instanceof HTMLElement)) return;
  // A text has its own arrows, and so do the suggestions below it.
  if (target instanceof HTMLInputElement && target.value !== '') return;
  const day = target.closest('[data-spot^="day "]');
  if (!day) return;
  const stops = stopsOf(day);
  const at = stops.indexOf(target);
  const beside = { ArrowLeft: day.previousElementSibling, ArrowRight: day.nextElementSibling }[key];
  const stopsBeside = beside ? stopsOf(beside) : [];
  const next = { ArrowUp: stops[at - 1], ArrowDown: stops[at + 1] }[key] ?? stopsBeside[at] ?? stopsBeside.at(-1);
  if (at < 0 || !next) return;
  event.preventDefault();
  // The field would open its suggestions.
  event.stopPropagation();
  next.focus();
}

/** The keys of the grid. Text fields keep their own, except for undo and redo of the plan. */
export function gridKeys(editor: MealPlanEditor) {
  return (event: KeyboardEvent): void => {
    if (event.defaultPrevented || isTyping(event.target)) return;
    const spot = readSpot(event.target);
    const isCommand = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (isCommand && (key === 'z' || key === 'y')) {
      if (key === 'y' || event.shiftKey) editor.redo();
      else editor.undo();
    } else if (spot && (event.key === 'Delete' || event.key === 'Backspace')) {
      deleteAt(editor, spot);
    } else if (spot?.at === 'food' && event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      editor.edit((draft) => shiftFood(draft, spot.key, event.key === 'ArrowUp' ? -1 : 1));
    } else {
      return;
    }
    event.preventDefault();
  };
}

/** Copying and pasting with the keys of the system. */
export const gridClipboard = (editor: MealPlanEditor) => {
  const withSpot = (act: (spot: Spot) => void) => (event: ClipboardEvent) => {
    const spot = readSpot(event.target);
    const isSelection = (window.getSelection()?.toString() ?? '') !== '';
    if (!spot || isTyping(event.target) || isSelection) return;
    act(spot);
    event.preventDefault();
  };
  return {
    onCopy: withSpot((spot) => clipboard.copy(editor, spot)),
    onPaste: withSpot((spot) => clipboard.paste(editor, spot)),
  };
};
