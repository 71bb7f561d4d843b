import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, wallClockInZone } from '../time.ts';
import {
  type Availability,
  availabilityProblem,
  bookableSlots,
  isChangeable,
  NO_AVAILABILITY,
  rangesOf,
  SUGGESTED_DAYS,
  suggestedStart,
} from './calendar.bookings.rules.ts';
import { sessionsCollide } from './calendar.rules.ts';

const zone = 'America/New_York';
const length = { minutes: 60, bufferBefore: 0, bufferAfter: 15 };
const availability: Availability = {
  ...NO_AVAILABILITY,
  hours: [
    { weekday: 1, from: 540, to: 720 },
    { weekday: 1, from: 780, to: 900 },
    { weekday: 7, from: 60, to: 300 },
  ],
  overrides: [{ from: '2026-03-16', to: '2026-03-20', ranges: [] }],
  noticeMinutes: 120,
  horizonDays: 14,
};
const now = new Date('2026-03-02T15:00:00Z');
const slots = (changes: Partial<Availability> = {}, busy: Parameters<typeof bookableSlots>[1]['busy'] = []) =>
  bookableSlots({ ...availability, ...changes }, { timeZone: zone, length, busy, now });

const anyBusy = fc.record({
  start: fc.integer({ min: 0, max: 14 * 96 }).map((quarter) => new Date(now.getTime() + quarter * 900_000)),
  minutes: fc.integer({ min: 5, max: 1440 }),
  bufferBefore: fc.integer({ min: 0, max: 240 }),
  bufferAfter: fc.integer({ min: 0, max: 240 }),
});

describe('slots', () => {
  it('begin after the notice, within the hours, and not on days off', () => {
    const found = slots().map((slot) => slot.toISOString());
    expect(found.slice(0, 3)).toEqual([
      '2026-03-02T18:00:00.000Z',
      '2026-03-02T18:30:00.000Z',
      '2026-03-02T19:00:00.000Z',
    ]);
    expect(found.filter((slot) => slot.startsWith('2026-03-16'))).toEqual([]);
    expect(found.filter((slot) => slot.startsWith('2026-03-09'))).toHaveLength(8);
  });

  it('are none while the clocks skip them', () => {
    const shown = slots()
      .map((slot) => wallClockInZone(slot, zone))
      .filter(({ day }) => day === '2026-03-08');
    expect(shown.map(({ minute }) => minute)).toEqual([60, 90, 180, 210, 240]);
  });

  it('are never in the way of what is there, and all others stay', () => {
    const all = slots();
    fc.assert(
      fc.property(fc.array(anyBusy, { maxLength: 6 }), (taken) => {
        const free = all.filter((start) => !taken.some((other) => sessionsCollide({ start, ...length }, other)));
        expect(slots({}, taken)).toEqual(free);
      }),
    );
  });
});

describe('the suggested start', () => {
  const suggest = (
    search: Partial<Parameters<typeof suggestedStart>[1]> = {},
    changes: Partial<Availability> = {},
  ): string | undefined =>
    suggestedStart(
      { ...availability, ...changes },
      { timeZone: zone, length, busy: [], from: '2026-03-03', now, ...search },
    )?.toISOString();
  const at = (start: string) => ({ start: new Date(start), ...length });

  it('is the first one of the hours from a day on, whatever the notice', () => {
    expect(suggest()).toBe('2026-03-08T06:00:00.000Z');
    expect(suggest({}, { noticeMinutes: 14 * 1440 })).toBe('2026-03-08T06:00:00.000Z');
    expect(suggest({ from: '2026-03-09' })).toBe('2026-03-09T13:00:00.000Z');
  });

  it('is later on a day with a session, by its length and buffers', () => {
    const taken = [at('2026-03-09T13:00:00Z')];
    expect(suggest({ from: '2026-03-09', busy: taken })).toBe('2026-03-09T14:30:00.000Z');
    const short = { minutes: 15, bufferBefore: 0, bufferAfter: 0 };
    const shortly = [{ ...at('2026-03-09T13:00:00Z'), ...short }];
    expect(suggest({ from: '2026-03-09', busy: shortly, length: short })).toBe('2026-03-09T13:30:00.000Z');
  });

  it('is not in the past of the day that is shown', () => {
    expect(suggest({ from: '2026-03-02' })).toBe('2026-03-02T15:00:00.000Z');
  });

  it('is in office hours for a coach who has set none, except on days off', () => {
    expect(suggest({}, { hours: [] })).toBe('2026-03-03T14:00:00.000Z');
    expect(suggest({ from: '2026-03-16' }, { hours: [] })).toBe('2026-03-21T13:00:00.000Z');
  });

  it('is none without room', () => {
    expect(suggest({ length: { ...length, minutes: 600 } })).toBeUndefined();
    const off = [{ from: '2026-03-03', to: addDays('2026-03-03', SUGGESTED_DAYS), ranges: [] }];
    expect(suggest({}, { overrides: off })).toBeUndefined();
  });

  it('collides with nothing, lies within the hours, and nothing before it is free', () => {
    fc.assert(
      fc.property(fc.array(anyBusy, { maxLength: 12 }), fc.integer({ min: 5, max: 180 }), (taken, minutes) => {
        const wanted = { ...length, minutes };
        const start = suggestedStart(availability, {
          timeZone: zone,
          length: wanted,
          busy: taken,
          from: '2026-03-03',
          now,
        });
        const free = bookableSlots(
          { ...availability, noticeMinutes: 0, horizonDays: SUGGESTED_DAYS },
          { timeZone: zone, length: wanted, busy: taken, now },
        ).filter((slot) => wallClockInZone(slot, zone).day >= '2026-03-03');
        expect(start).toEqual(free[0] ?? null);
      }),
    );
  });
});

describe('hours', () => {
  it('of a day are those of its weekday unless the day is different', () => {
    expect(rangesOf(availability, '2026-03-09')).toHaveLength(2);
    expect(rangesOf(availability, '2026-03-16')).toEqual([]);
    expect(rangesOf(availability, '2026-03-10')).toEqual([]);
  });

  it.each([
    [availability, undefined],
    [{ ...availability, hours: [{ weekday: 1, from: 600, to: 600 }] }, 'Hours end after they begin.'],
    [
      {
        ...availability,
        hours: [
          { weekday: 1, from: 600, to: 700 },
          { weekday: 1, from: 540, to: 601 },
        ],
      },
      'Two ranges of one day overlap.',
    ],
    [
      { ...availability, overrides: [{ from: '2026-03-02', to: '2026-03-01', ranges: [] }] },
      'The last day comes before the first one.',
    ],
  ])('with %# name the problem', (given, problem) => {
    expect(availabilityProblem(given)).toBe(problem);
  });
});

it('a booking can be changed until the notice', () => {
  const start = new Date(now.getTime() + 120 * 60_000);
  expect(isChangeable(start, 120, now)).toBe(true);
  expect(isChangeable(start, 121, now)).toBe(false);
});
