import { instantAtWallClock, wallClockInZone } from '@stridewell/contract/time';

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** A minute of a day as the grid writes it. */
export const clockAt = (day: string, minute: number): string =>
  `${day} ${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}:00`;

/** The grid shows wall clock times of the coach's zone. */
export function clockOf(instant: Date, timeZone: string): string {
  const { day, minute } = wallClockInZone(instant, timeZone);
  return clockAt(day, minute);
}

export function instantOf(clock: string, timeZone: string): Date {
  const [day = '', time = '00:00'] = clock.split(' ');
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return instantAtWallClock(day, hours * 60 + minutes, timeZone);
}
