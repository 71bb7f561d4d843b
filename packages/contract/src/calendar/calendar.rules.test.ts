import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, isoWeekday, wallClockInZone } from '../time.ts';
import {
  countBefore,
  MAX_OCCURRENCES,
  moveRule,
  occurrencesBetween,
  ruleLabel,
  type SeriesRule,
  sessionsCollide,
  timeProblem,
} from './calendar.rules.ts';

const ZONES = ['America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC'];
const day = fc.integer({ min: 0, max: 1500 }).map((days) => addDays('2025-01-01', days));
const rule: fc.Arbitrary<SeriesRule> = fc.record({
  frequency: fc.constantFrom('weekly', 'monthly'),
  interval: fc.integer({ min: 1, max: 5 }),
  weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
  startDay: day,
  startMinute: fc.integer({ min: 0, max: 1439 }),
  timeZone: fc.constantFrom(...ZONES),
  untilDay: fc.option(day),
  count: fc.option(fc.integer({ min: 1, max: 40 })),
  exceptions: fc.array(day, { maxLength: 5 }),
});
const aRule = (changes: Partial<SeriesRule> = {}): SeriesRule => ({
  frequency: 'weekly',
  interval: 1,
  weekdays: [1],
  startDay: '2026-03-02',
  startMinute: 540,
  timeZone: 'America/New_York',
  untilDay: null,
  count: null,
  exceptions: [],
  ...changes,
});
const days = (one: SeriesRule, from = one.startDay, to = '2029-12-31') =>
  occurrencesBetween(one, from, to).map((occurrence) => occurrence.day);

describe('occurrences', () => {
  it('keep the time that clocks show, or the first one after a gap', () => {
    fc.assert(
      fc.property(rule, (one) => {
        for (const { day: of, start } of occurrencesBetween(one, one.startDay, addDays(one.startDay, 500))) {
          const shown = wallClockInZone(start, one.timeZone);
          const late = shown.minute + (shown.day > of ? 1440 : 0) - one.startMinute;
          expect([0, 30, 60]).toContain(late);
        }
      }),
    );
  });

  it('move forward by the gap and take the first of two', () => {
    const at = (startDay: string, startMinute: number) =>
      occurrencesBetween(aRule({ startDay, startMinute, weekdays: [7] }), startDay, startDay)[0]?.start.toISOString();
    expect(at('2026-03-08', 150)).toBe('2026-03-08T07:30:00.000Z');
    expect(at('2026-11-01', 90)).toBe('2026-11-01T05:30:00.000Z');
  });

  it('of a window are those of all that lie in it', () => {
    fc.assert(
      fc.property(rule, day, fc.integer({ min: 0, max: 120 }), (one, from, length) => {
        const to = addDays(from, length);
        const all = occurrencesBetween(one, one.startDay, addDays(one.startDay, 300));
        const inWindow = occurrencesBetween(one, from, to).filter((found) => found.day <= addDays(one.startDay, 300));
        expect(inWindow).toEqual(all.filter((found) => found.day >= from && found.day <= to));
      }),
    );
  });

  it('end with their number or their last day, and are in order without those taken out', () => {
    fc.assert(
      fc.property(rule, (one) => {
        const found = days(one);
        expect(found).toEqual([...new Set(found)].sort());
        expect(found.length).toBeLessThanOrEqual(Math.min(one.count ?? MAX_OCCURRENCES, MAX_OCCURRENCES));
        for (const of of found) {
          expect(of >= one.startDay && of <= (one.untilDay ?? of)).toBe(true);
          expect(one.exceptions).not.toContain(of);
          if (one.frequency === 'weekly') expect(one.weekdays).toContain(isoWeekday(of));
          else expect(of.slice(8)).toBe(one.startDay.slice(8));
        }
      }),
    );
  });

  it('count those that were taken out', () => {
    expect(days(aRule({ count: 3, exceptions: ['2026-03-09'] }))).toEqual(['2026-03-02', '2026-03-16']);
  });

  it('on the 31st are in the months that have one', () => {
    const one = aRule({ frequency: 'monthly', startDay: '2026-01-31', count: 4 });
    expect(days(one)).toEqual(['2026-01-31', '2026-03-31', '2026-05-31', '2026-07-31']);
  });

  it('never are more than the cap', () => {
    expect(days(aRule({ weekdays: [1, 2, 3, 4, 5, 6, 7] }), '2026-03-02', '2050-01-01')).toHaveLength(MAX_OCCURRENCES);
  });
});

describe('the rest of a series that is moved', () => {
  it('has as many occurrences, each shifted alike', () => {
    fc.assert(
      fc.property(rule, fc.integer({ min: 0, max: 20 }), fc.integer({ min: -3, max: 3 }), (wild, index, shift) => {
        const one = { ...wild, frequency: 'weekly' as const, interval: 1, count: 30, untilDay: null, exceptions: [] };
        const all = days(one);
        const from = all[index] ?? one.startDay;
        const moved = moveRule(one, from, { day: addDays(from, shift), minute: 600, timeZone: 'UTC' });
        expect(days(moved)).toEqual(all.slice(all.indexOf(from)).map((of) => addDays(of, shift)));
        expect(countBefore(one, from)).toBe(all.indexOf(from));
      }),
    );
  });
});

const at = (hour: number, minutes = 60, bufferBefore = 0, bufferAfter = 0) => ({
  start: new Date(Date.UTC(2026, 4, 5, hour)),
  minutes,
  bufferBefore,
  bufferAfter,
});

describe('sessions', () => {
  it('are in the way of each other when they overlap or leave too little between them', () => {
    expect(sessionsCollide(at(9), at(10))).toBe(false);
    expect(sessionsCollide(at(9, 61), at(10))).toBe(true);
    expect(sessionsCollide(at(9, 60, 0, 10), at(10))).toBe(true);
    expect(sessionsCollide(at(9), at(10, 60, 10))).toBe(true);
    expect(sessionsCollide(at(9, 60, 30), at(10))).toBe(false);
    expect(sessionsCollide(at(9, 45, 0, 15), at(10, 60, 15))).toBe(false);
    fc.assert(
      fc.property(
        fc.tuple(...Array.from({ length: 8 }, () => fc.integer({ min: 0, max: 40 }))),
        ([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0]) => {
          const [one, other] = [at(a, b + 1, c, d), at(e, f + 1, g, h)];
          expect(sessionsCollide(one, other)).toBe(sessionsCollide(other, one));
        },
      ),
    );
  });

  it.each([
    [new Date('2026-05-05T09:00:00Z'), 60, undefined],
    [new Date('2026-05-05T09:00:00Z'), 1440, undefined],
    [new Date('2026-05-05T09:00:00Z'), 1441, 'A session takes at most 24 hours.'],
    [new Date('2026-05-05T09:00:00Z'), -30, 'The session ends before it starts.'],
    [new Date('2026-05-05T09:00:00Z'), 1, 'A session takes at least 5 minutes.'],
    [new Date('1999-05-05T09:00:00Z'), 60, 'That is more than two years ago.'],
    [new Date('2099-05-05T09:00:00Z'), 60, 'That is more than three years ahead.'],
  ])('%s for %s minutes: %s', (start, minutes, problem) => {
    expect(timeProblem(start, minutes, new Date('2026-05-01T00:00:00Z'))).toBe(problem);
  });
});

it.each([
  [aRule({ weekdays: [4, 1], count: 10 }), 'Every week on Monday and Thursday, 10 times'],
  [aRule({ interval: 2, untilDay: '2026-06-01' }), 'Every 2 weeks on Monday, until Mon, Jun 1'],
  [aRule({ frequency: 'monthly' }), 'Every month on day 2'],
])('a rule in words', (one, label) => {
  expect(ruleLabel(one)).toBe(label);
});
