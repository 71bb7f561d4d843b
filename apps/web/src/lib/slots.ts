import { dayInZone } from '@stridewell/contract/time';

export type SlotDay = { day: string; slots: string[] };

/** Open times by the days of the given zone, in order. */
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

const format = (instant: Date, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en-US', options).format(instant);

/** Like `Tuesday, November 24 at 9:00 AM`. */
export const momentLabel = (instant: string, timeZone: string): string =>
  format(new Date(instant), {
    timeZone,
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });

/** Parts of a day's name. Days carry no zone, so they are read as UTC. */
export const dayParts = (day: string) => {
  const part = (options: Intl.DateTimeFormatOptions) => format(new Date(day), { timeZone: 'UTC', ...options });
  return {
    weekday: part({ weekday: 'short' }),
    date: part({ month: 'short', day: 'numeric' }),
    full: part({ weekday: 'long', month: 'long', day: 'numeric' }),
  };
};

export const zoneLabel = (timeZone: string): string => timeZone.replaceAll('_', ' ');

/** All zones of the browser, with the chosen one even if the browser does not list it. */
export function timeZoneChoices(chosen: string): { value: string; label: string }[] {
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', chosen]);
  return [...zones].sort().map((value) => ({ value, label: zoneLabel(value) }));
}
