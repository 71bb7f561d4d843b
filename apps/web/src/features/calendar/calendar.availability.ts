import { type Availability, availabilityProblem } from '@stridewell/contract/calendar/calendar.bookings.rules';
import { newId } from '../../lib/ids.ts';

/** Hours as the fields hold them. The key identifies a row while others are added and removed. */
export type HoursRow = { key: string; weekday: number; from: string; to: string };
export type TimeOffRow = { key: string; from: string; to: string };
export type AvailabilityForm = {
  hours: HoursRow[];
  timeOff: TimeOffRow[];
  noticeHours: number | string;
  horizonDays: number | string;
  stepMinutes: string;
};

const twoDigits = (value: number): string => String(value).padStart(2, '0');
/** A time field shows midnight at the end of a day as 00:00. */
const timeOf = (minute: number): string => `${twoDigits(Math.floor(minute / 60) % 24)}:${twoDigits(minute % 60)}`;

function minuteOf(time: string, end: boolean): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const minute = hours * 60 + minutes;
  return end && minute === 0 ? 1440 : minute;
}

export const formOfAvailability = (availability: Availability): AvailabilityForm => ({
  hours: availability.hours.map(({ weekday, from, to }) => ({
    key: newId(),
    weekday,
    from: timeOf(from),
    to: timeOf(to),
  })),
  timeOff: availability.overrides
    .filter(({ ranges }) => ranges.length === 0)
    .map(({ from, to }) => ({ key: newId(), from, to })),
  noticeHours: availability.noticeMinutes / 60,
  horizonDays: availability.horizonDays,
  stepMinutes: String(availability.stepMinutes),
});

/** The suggested week for coaches without hours. */
export const usualWeek = (): HoursRow[] =>
  [1, 2, 3, 4, 5].map((weekday) => ({ key: newId(), weekday, from: '09:00', to: '17:00' }));

/** Keeps overrides that have hours, because the form edits the week and days off only. */
export const availabilityOf = (form: AvailabilityForm, before: Availability): Availability => ({
  hours: form.hours.map(({ weekday, from, to }) => ({
    weekday,
    from: minuteOf(from, false),
    to: minuteOf(to, true),
  })),
  overrides: [
    ...form.timeOff.map(({ from, to }) => ({ from, to: to || from, ranges: [] })),
    ...before.overrides.filter(({ ranges }) => ranges.length > 0),
  ],
  noticeMinutes: Math.round(Number(form.noticeHours) * 60),
  horizonDays: Number(form.horizonDays),
  stepMinutes: Number(form.stepMinutes),
});

/** The first problem as text. Undefined when the hours can be saved. */
export function problemOf(form: AvailabilityForm, before: Availability): string | undefined {
  if (form.hours.some(({ from, to }) => !from || !to)) return 'Fill in both times of each row.';
  if (form.timeOff.some(({ from }) => !from)) return 'Fill in the first day of each time off.';
  return availabilityProblem(availabilityOf(form, before));
}
