import { later, mergeParts, stampAfter } from '../merge.rules.ts';
import type { FoodDay, FoodEntry } from './foodlogs.ts';

/**
 * One day as two devices have it. Each entry, the status and the note are taken from the device that changed them last,
 * so the result does not depend on the order or on repetition. Entries are in the order of their ids.
 */
export const mergeFoodDays = (one: FoodDay, other: FoodDay): FoodDay => ({
  id: one.id,
  status: later(one.status, other.status),
  note: later(one.note, other.note),
  entries: mergeParts<FoodEntry>(one.entries, other.entries),
});

/** Before any change: each device's change is later. */
const NEVER = '1970-01-01T00:00:00.000Z';

/** A day on which nothing was logged. */
export const emptyFoodDay = (id: string): FoodDay => ({
  id,
  status: { value: null, changedAt: NEVER },
  note: { value: '', changedAt: NEVER },
  entries: [],
});

/** When anything of a day was last changed, in milliseconds since 1970. */
export const lastFoodChange = ({ status, note, entries }: FoodDay): number =>
  Math.max(...[status, note, ...entries].map(({ changedAt }) => Date.parse(changedAt)));

/** Adds an entry, or replaces one with its id. */
export function putEntry(day: FoodDay, entry: Omit<FoodEntry, 'changedAt'>, now: number): FoodDay {
  const known = day.entries.find(({ id }) => id === entry.id);
  const changedAt = stampAfter(known?.changedAt ?? NEVER, now);
  const others = day.entries.filter(({ id }) => id !== entry.id);
  return { ...day, entries: [...others, { ...entry, changedAt }] };
}

/** The day without an entry, which keeps its id so that no device brings it back. */
export function removeEntry(day: FoodDay, entryId: string, now: number): FoodDay {
  const known = day.entries.find(({ id }) => id === entryId);
  return known ? putEntry(day, { ...known, deleted: true }, now) : day;
}

/** Changes the status or the note. Only that part gets a new time, so that nothing else of another device is undone. */
export function changeFoodDay(
  day: FoodDay,
  change: { status?: FoodDay['status']['value']; note?: string },
  now: number,
): FoodDay {
  const { status, note } = change;
  return {
    ...day,
    ...(status !== undefined && { status: { value: status, changedAt: stampAfter(day.status.changedAt, now) } }),
    ...(note !== undefined && { note: { value: note, changedAt: stampAfter(day.note.changedAt, now) } }),
  };
}
