import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, isoWeekday, wallClockInZone } from '../time.ts';
import { plannedTimes, waitEnds } from './flows.waits.rules.ts';

const zones = ['UTC', 'America/Los_Angeles', 'Europe/Berlin', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Apia'];
const NIGHT = { from: 21, until: 8 };
const at = (time: string) => new Date(`${time}Z`);

const wait = (days: number, weekday: number | null = null, hour: number | null = null) => ({ days, weekday, hour });

describe('the end of a wait', () => {
  it.each([
    ['days keep the time of day', '2026-03-02T12:34', wait(3), 'UTC', '2026-03-05T12:34'],
    ['also where clocks go forward', '2026-03-27T12:00', wait(3), 'Europe/Berlin', '2026-03-30T11:00'],
    ['and where they go back', '2026-10-23T12:00', wait(3), 'Europe/Berlin', '2026-10-26T13:00'],
    ['an hour of the same day', '2026-03-02T07:00', wait(0, null, 9), 'UTC', '2026-03-02T09:00'],
    ['an hour that is over means tomorrow', '2026-03-02T10:00', wait(0, null, 9), 'UTC', '2026-03-03T09:00'],
    ['the exact hour is over', '2026-03-02T09:00', wait(0, null, 9), 'UTC', '2026-03-03T09:00'],
    // 2026-03-02 is a Monday.
    ['the next Thursday', '2026-03-02T10:00', wait(0, 4, 9), 'UTC', '2026-03-05T09:00'],
    ['a Monday whose hour is over', '2026-03-02T10:00', wait(0, 1, 9), 'UTC', '2026-03-09T09:00'],
    ['a Monday without an hour is today', '2026-03-02T10:00', wait(0, 1), 'UTC', '2026-03-02T10:00'],
    ['the first Monday after five days', '2026-03-02T10:00', wait(5, 1, 9), 'UTC', '2026-03-09T09:00'],
    ['the person’s day counts', '2026-03-02T20:00', wait(0, 2, 6), 'Asia/Tokyo', '2026-03-02T21:00'],
    ['a skipped hour moves forward', '2026-03-28T12:00', wait(0, 7, 2), 'Europe/Berlin', '2026-03-29T01:00'],
    ['a day that a zone skips', '2011-12-29T20:00', wait(0, 5, 9), 'Pacific/Apia', '2011-12-30T19:00'],
  ])('%s', (_, from, given, zone, expected) => {
    expect(waitEnds(at(`${from}:00`), given, zone)).toEqual(at(`${expected}:00`));
  });

  it('is never before its start, on the weekday and at the hour, and soon enough', () => {
    fc.assert(
      fc.property(
        fc.date({ min: at('2012-02-01T00:00:00'), max: at('2030-01-01T00:00:00'), noInvalidDate: true }),
        fc.constantFrom(...zones),
        fc.integer({ min: 0, max: 90 }),
        fc.option(fc.integer({ min: 1, max: 7 })),
        fc.option(fc.integer({ min: 5, max: 23 })),
        (from, zone, days, weekday, hour) => {
          const end = waitEnds(from, { days, weekday, hour }, zone);
          expect(end.getTime()).toBeGreaterThanOrEqual(from.getTime());
          const [began, ended] = [wallClockInZone(from, zone), wallClockInZone(end, zone)];
          expect(ended.day >= addDays(began.day, days)).toBe(true);
          expect(ended.day <= addDays(began.day, days + 8)).toBe(true);
          if (weekday !== null) expect(isoWeekday(ended.day)).toBe(weekday);
          if (hour !== null) expect(ended.minute).toBe(hour * 60);
        },
      ),
    );
  });

  it('comes later with a later start', () => {
    fc.assert(
      fc.property(
        fc.date({ min: at('2020-01-01T00:00:00'), max: at('2030-01-01T00:00:00'), noInvalidDate: true }),
        fc.integer({ min: 0, max: 400 }),
        fc.constantFrom(...zones),
        fc.integer({ min: 0, max: 30 }),
        fc.integer({ min: 5, max: 23 }),
        (from, hours, zone, days, hour) => {
          const later = new Date(from.getTime() + hours * 3_600_000);
          const ends = (start: Date) => waitEnds(start, { days, weekday: null, hour }, zone).getTime();
          expect(ends(later)).toBeGreaterThanOrEqual(ends(from));
        },
      ),
    );
  });
});

it('plans the steps of a flow, with messages in the day', () => {
  const step = (kind: 'message' | 'wait' | 'task', given = {}) => Object.assign({ id: kind, kind }, given);
  const steps = [
    step('task'),
    step('message'),
    step('wait', wait(7)),
    step('message'),
    step('wait', wait(0, 5, 18)),
    step('task'),
  ];
  const times = plannedTimes(at('2026-03-02T22:00:00'), steps, NIGHT, 'UTC');
  expect(times.map((time) => time.toISOString().slice(0, 16))).toEqual([
    '2026-03-02T22:00',
    '2026-03-03T08:00',
    '2026-03-03T08:00',
    '2026-03-10T08:00',
    '2026-03-10T08:00',
    '2026-03-13T18:00',
  ]);
});
