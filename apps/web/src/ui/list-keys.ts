import type { KeyboardEvent } from 'react';

/** The stop that a key leads to. The first one is the field. */
function nextOf(stops: readonly HTMLElement[], at: number, key: string): HTMLElement | undefined {
  if (key === 'ArrowDown') return stops[at + 1];
  // In the field Enter goes to what was found, and a phone's keyboard closes. In a row it presses the row.
  if (key === 'Enter') return at === 0 ? stops[1] : undefined;
  return key === 'ArrowUp' ? stops[at - 1] : undefined;
}

/** The arrows move between a search field and the rows below it, which are marked with `data-row`. */
export function moveInList(event: KeyboardEvent<HTMLElement>): void {
  const { currentTarget, target } = event;
  const isPlain = !event.defaultPrevented && !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (!isPlain || !(target instanceof HTMLElement)) return;
  const stops = [...currentTarget.querySelectorAll<HTMLElement>('input[type=search], [data-row]')];
  const at = stops.indexOf(target);
  const next = at < 0 ? undefined : nextOf(stops, at, event.key);
  if (!next) return;
  event.preventDefault();
  next.focus();
}
