import { instantAtWallClock, wallClockInZone } from '@stridewell/contract/time';

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Minutes of a day as a time field holds them. The end of the day is 00:00. */
export const timeOfMinute = (minute: number): string =>
  `${twoDigits(Math.floor(minute / 60) % 24)}:${twoDigits(minute % 60)}`;

/** The minute of a time field. NaN for an empty one, 1440 for midnight as an end. */
export function minuteOfTime(time: string, isEnd: boolean): number {
  const [hours = Number.NaN, minutes = Number.NaN] = time.split(':').map(Number);
  const minute = time === '' ? Number.NaN : hours * 60 + minutes;
  return isEnd && minute === 0 ? 1440 : minute;
}

/** An instant as a field of date and time holds it in this zone; empty for none. */
export function localTimeOf(instant: string | null, timeZone: string): string {
  if (instant === null) return '';
  const { day, minute } = wallClockInZone(new Date(instant), timeZone);
  return `${day}T${timeOfMinute(minute)}`;
}

/** The instant of a field of date and time; null for an empty one. */
export function instantOf(local: string, timeZone: string): string | null {
  const [day = '', time = ''] = local.split('T');
  return local === '' ? null : instantAtWallClock(day, minuteOfTime(time, false), timeZone).toISOString();
}
