import { occurrencesBetween, type SeriesRule } from '@stridewell/contract/calendar/calendar.rules';
import { addDays, daysBetween } from '@stridewell/contract/time';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  assignSessions,
  changeRepeatPattern,
  isSameRepeatPattern,
  type RepeatPattern,
  repeatPatternFrom,
} from './calendar.series.rules.ts';

const day = fc.integer({ min: 0, max: 400 }).map((days) => addDays('2026-01-01', days));
const pattern: fc.Arbitrary<RepeatPattern> = fc.record({
  frequency: fc.constantFrom('weekly', 'monthly'),
  interval: fc.integer({ min: 1, max: 4 }),
  weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
  untilDay: fc.option(day),
  count: fc.option(fc.integer({ min: 1, max: 40 })),
});
const rule: fc.Arbitrary<SeriesRule> = fc
  .tuple(pattern, day, fc.array(day, { maxLength: 4 }))
  .map(([how, startDay, exceptions]) => ({
    ...how,
    startDay,
    exceptions,
    startMinute: 600,
    timeZone: 'Europe/Berlin',
  }));
const daysOf = (one: SeriesRule, end = '2027-09-30') =>
  occurrencesBetween(one, one.startDay, end).map((occurrence) => occurrence.day);
/** Long enough for every series with a count. */
const FAR = '2150-12-31';
/** Days that hold at most MAX_OCCURRENCES occurrences. */
const WITHIN = 390;
const ascending = fc.uniqueArray(day, { maxLength: 60 }).map((days) => days.sort());

describe('the rest of a series', () => {
  it('does not change when its own pattern is requested', () => {
    fc.assert(
      fc.property(rule, fc.nat(), (one, pick) => {
        const end = addDays(one.startDay, WITHIN);
        const all = daysOf(one, end);
        const from = all[pick % Math.max(1, all.length)];
        if (from === undefined) return;
        const how = repeatPatternFrom(one, from);
        expect(isSameRepeatPattern(how, { ...how, weekdays: [...how.weekdays].reverse() })).toBe(true);
        const moved = { day: from, minute: 600, timeZone: one.timeZone };
        const rest = changeRepeatPattern(one, how, { from, day: from, moved, closed: [] });
        // Weekly patterns count from the week of their start, monthly ones by the day of the month.
        expect(daysOf(rest, end)).toEqual(all.filter((place) => place >= from));
      }),
    );
  });

  it('has the requested count from any start of the change, and none on a closed day', () => {
    fc.assert(
      fc.property(rule, pattern, fc.nat(), fc.nat(), (one, how, first, second) => {
        const all = daysOf({ ...one, count: null, untilDay: null, exceptions: [] }).slice(0, 30);
        const [from = '', at = ''] = [all[first % all.length], all[second % all.length]].sort();
        const closed = all.filter((_, index) => index % 3 === 0);
        const moved = { day: from, minute: 540, timeZone: one.timeZone };
        const whole = { ...one, count: null, untilDay: null, exceptions: [] };
        const rest = changeRepeatPattern(whole, { ...how, untilDay: null }, { from, day: at, moved, closed });
        for (const place of daysOf(rest)) expect(closed.filter((off) => off >= from)).not.toContain(place);
        expect(daysOf(rest).every((place) => place >= from)).toBe(true);
        if (how.count === null) return;
        const before = all.filter((place) => place >= from && place < at).length;
        expect(rest.count).toBe(how.count + before);
        expect(daysOf({ ...rest, exceptions: [] }, FAR)).toHaveLength(how.count + before);
      }),
    );
  });
});

describe('sessions of a changed series', () => {
  it('fill every place once, keep their day if possible, and otherwise stay near it and in order', () => {
    fc.assert(
      fc.property(ascending, ascending, fc.constantFrom('weekly' as const, 'monthly' as const), (days, places, how) => {
        const assigned = assignSessions(days, places, how);
        expect(assigned).toHaveLength(places.length);
        const used = assigned.filter((index) => index !== null);
        expect(new Set(used).size).toBe(used.length);
        const movedOnes: number[] = [];
        for (const [place, index] of assigned.entries()) {
          const to = places[place] ?? '';
          if (days.includes(to)) expect(days[index ?? -1]).toBe(to);
          else if (index !== null) {
            movedOnes.push(index);
            expect(places).not.toContain(days[index]);
            expect(Math.abs(daysBetween(days[index] ?? '', to))).toBeLessThanOrEqual(how === 'weekly' ? 6 : 20);
          }
        }
        expect(movedOnes).toEqual([...movedOnes].sort((a, b) => a - b));
      }),
    );
  });

  it('are added, dropped and moved as a person would', () => {
    const mondays = ['2026-03-02', '2026-03-09', '2026-03-16', '2026-03-23'];
    expect(assignSessions(mondays, mondays, 'weekly')).toEqual([0, 1, 2, 3]);
    const twice = mondays.flatMap((monday) => [monday, addDays(monday, 3)]);
    expect(assignSessions(mondays, twice, 'weekly')).toEqual([0, null, 1, null, 2, null, 3, null]);
    expect(assignSessions(mondays, ['2026-03-02', '2026-03-16'], 'weekly')).toEqual([0, 2]);
    expect(assignSessions(mondays, ['2026-03-03', '2026-03-10', '2026-03-17', '2026-03-24'], 'weekly')).toEqual([
      0, 1, 2, 3,
    ]);
  });
});
