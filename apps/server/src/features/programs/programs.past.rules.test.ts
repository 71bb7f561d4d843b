import type { Program } from '@stridewell/contract/programs/programs';
import { newDay, newWeek } from '@stridewell/contract/programs/programs.create.rules';
import { pastOf } from '@stridewell/contract/programs/programs.past.rules';
import { isSame, keysOf, weeksOf } from '@stridewell/contract/programs/programs.rules';
import { programDays } from '@stridewell/contract/programs/programs.schedule.rules';
import { addDays } from '@stridewell/contract/time';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aProgram, keysFor, programs, withDays, withWeeks } from '../../../../../packages/contract/test/programs.ts';
import { holdPast } from './programs.past.rules.ts';

/** A Monday; training on Monday, Wednesday and Friday. */
const dates = { startDay: '2026-11-02', weekdays: [1, 3, 5], moved: {} };
const own = aProgram({ Push: { 'Bench press': [{}] }, Pull: { Row: [{}] }, Legs: { Squat: [{}] } }, 4);
/** The Wednesday of week 3. */
const TODAY = '2026-11-18';

type Weeks = Program['phases'][number]['weeks'];
const noted = (from: Program, notes: string): Program =>
  withDays(from, (day) => ({ ...day, workout: { ...day.workout, notes } }));
const weeks = (from: Program, change: (list: Weeks) => Weeks): Program => ({
  ...from,
  phases: from.phases.map((phase) => ({ ...phase, weeks: change(phase.weeks) })),
});
const added = newWeek(keysFor('added'), 1);
const hold = (changed: Program, today = TODAY) => holdPast({ own, changed, dates, today });
const shapeOf = (program: Program) =>
  weeksOf(program).map(({ week }) =>
    week.days.map(({ name, workout }) => (workout.notes ? `${name} ${workout.notes}` : name)).join(', '),
  );
const [OLD, NEW] = ['Push, Pull, Legs', 'Push new, Pull new, Legs new'];

describe('the past of a client’s program', () => {
  it.each<[string, Program, string[]]>([
    ['keeps its weeks, and the days before today', noted(own, 'new'), [OLD, OLD, 'Push, Pull new, Legs new', NEW]],
    ['keeps weeks that are removed', weeks(own, (list) => list.slice(2)), [OLD, OLD, OLD, OLD]],
    ['keeps the week of today when it is removed', weeks(own, (list) => list.slice(3)), [OLD, OLD, OLD, OLD]],
    ['keeps everything up to today when nothing follows', weeks(own, (list) => list.slice(0, 1)), [OLD, OLD, OLD]],
    ['gets no week before today', weeks(own, (list) => [added, ...list]), [OLD, OLD, OLD, OLD]],
    ['is followed by weeks that are added', weeks(own, (list) => [...list, added]), [OLD, OLD, OLD, OLD, 'Day 1']],
    [
      'keeps its order, and every coming week',
      weeks(own, ([first, second, third, fourth]) => [third, first, fourth, second].flatMap((week) => week ?? [])),
      [OLD, OLD, OLD, OLD],
    ],
    [
      'keeps a day of this week that is removed, and not the coming ones',
      withWeeks(own, (week) => ({ ...week, days: week.days.slice(2) })),
      [OLD, OLD, 'Push, Legs', 'Legs'],
    ],
    [
      'is followed by a day that is added to this week',
      withWeeks(own, (week) => ({ ...week, days: [...week.days, newDay(keysFor(week.key), 'Run')] })),
      [OLD, OLD, 'Push, Pull, Legs, Run', 'Push, Pull, Legs, Run'],
    ],
  ])('%s', (_, changed, shape) => {
    expect(shapeOf(hold(changed))).toEqual(shape);
  });

  it('keeps the dates of this week where another number of days would change them', () => {
    const sundays = { ...dates, weekdays: [3, 7] };
    const two = withWeeks(own, (week) => ({ ...week, days: week.days.slice(0, 2) }));
    const three = withWeeks(two, (week) => ({ ...week, days: [...week.days, newDay(keysFor(week.key), 'Run')] }));
    // On Thursday, a third day of the week would be the one before Wednesday.
    const program = holdPast({ own: two, changed: three, dates: sundays, today: '2026-11-19' });
    expect(shapeOf(program)).toEqual(['Push, Pull', 'Push, Pull', 'Push, Pull', 'Push, Pull, Run']);
  });

  it('is followed by the coming weeks of a program that has no week in common', () => {
    const changed = weeks(own, (list) => list.map((week) => newWeek(keysFor(week.key), 1)));
    expect(shapeOf(hold(changed))).toEqual([OLD, OLD, OLD, 'Day 1']);
  });

  it('is nothing on the first day, and everything after the last one', () => {
    const changed = noted(own, 'new');
    expect(hold(changed, '2026-11-02')).toBe(changed);
    expect(hold(changed, '2026-11-30')).toEqual(own);
  });

  it('does not include a day that was moved to today or later', () => {
    const [push] = weeksOf(own)[2]?.week.days ?? [];
    const moved = { [push?.key ?? '']: '2026-11-19' };
    const program = holdPast({ own, changed: noted(own, 'new'), dates: { ...dates, moved }, today: TODAY });
    expect(shapeOf(program)[2]).toBe(NEW);
  });

  it('continues the phase that it ends in, with what changed about it', () => {
    const changed = { ...own, phases: own.phases.map((phase) => ({ ...phase, name: 'New' })) };
    expect(hold(changed).phases.map(({ name }) => name)).toEqual(['New']);
  });

  it('stays the same on the same dates, whatever is changed, with keys that are unique', () => {
    const days = fc.integer({ min: -10, max: 120 });
    const chosen = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 });
    fc.assert(
      fc.property(programs, days, chosen, (program, count, weekdays) => {
        const changed = weeks(noted(program, 'new'), (list) => [...list].reverse());
        const today = addDays('2026-11-02', count);
        const terms = { startDay: '2026-11-02', weekdays, moved: {} };
        const result = holdPast({ own: program, changed, dates: terms, today });
        const past = pastOf(terms, program, today);
        const pastDays = (version: Program) =>
          programDays({ program: version, ...terms }).filter(({ dayKey }) => past.days.has(dayKey));
        expect(pastDays(result)).toEqual(pastDays(program));
        const contentOf = (version: Program) =>
          new Map(weeksOf(version).flatMap(({ week }) => week.days.map((day) => [day.key, day] as const)));
        for (const key of past.days) expect(isSame(contentOf(result).get(key), contentOf(program).get(key))).toBe(true);
        const keys = keysOf(result);
        expect(new Set(keys).size).toBe(keys.length);
      }),
    );
  });
});
