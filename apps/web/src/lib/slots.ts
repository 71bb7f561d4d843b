import { dayInZone } from '@stridewell/contract/time';

export type SlotDay = { day: string; slots: string[] };

/** Open times grouped by day in the given zone, in order. */
export function slotsByDay(slots: readonly string[], timeZone: string): SlotDay[] {
  const days = new Map<string, string[]>();
  for (const slot of slots) {
    const day = dayInZone(new Date(slot), timeZone);
    const ofDay = days.get(day);
    if (ofDay) ofDay.push(slot);
    else days.set(day, [slot]);
  }
  return [...days].map(([day, ofDay]) => ({ day, slots: ofDay }));
}
