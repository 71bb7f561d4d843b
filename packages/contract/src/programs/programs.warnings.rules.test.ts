import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keysFor, programs } from '../../test/programs.ts';
import { newDay, newExercise, newPhase, newSet } from './programs.create.rules.ts';
import type { ProgramDay, ProgramWeek } from './programs.ts';
import type { FindMuscles } from './programs.volume.rules.ts';
import { programWarnings } from './programs.warnings.rules.ts';

const newKey = keysFor('warn');
const FACTS: Record<string, NonNullable<ReturnType<FindMuscles>>> = {
  bench: { primary: ['chest'], secondary: [], pattern: 'horizontal_push' },
  row: { primary: ['lats'], secondary: [], pattern: 'horizontal_pull' },
  squat: { primary: ['quads'], secondary: [], pattern: 'squat' },
};
const find: FindMuscles = (exerciseId) => FACTS[exerciseId];

/** A day by the sets of each exercise. */
const day = (name: string, sets: Record<string, number>, duration: number | null = null): ProgramDay =>
  newDay(newKey, name, {
    duration,
    exercises: Object.entries(sets).map(([exerciseId, count]) =>
      newExercise(newKey, exerciseId, { exerciseId, sets: [newSet({ count })] }),
    ),
  });
const week = (days: ProgramDay[], deload = false): ProgramWeek => ({ key: newKey(), deload, days });
const warnings = (...weeks: ProgramWeek[]) => programWarnings({ phases: [newPhase(newKey, weeks)] }, find);
const squats = (...counts: number[]) => counts.map((squat, index) => day(`Day ${index + 1}`, { squat }));

describe('the warnings of a program', () => {
  it.each<[string, ProgramWeek[], string[]]>([
    ['nothing to say', [week(squats(5, 5)), week(squats(6, 6))], []],
    ['20 sets a week', [week(squats(10, 10))], []],
    ['more than 20 sets a week', [week(squats(7, 7, 7))], ['Quads: 21 sets in week 1. More than 20 rarely helps.']],
    [
      'more than 10 sets in a workout',
      [week(squats(11))],
      ['Quads: 11 sets in Day 1, week 1. More than 10 in one workout rarely helps.'],
    ],
    ['too few sets', [week(squats(3))], ['Quads: 3 sets in week 1. Growth needs at least 4.']],
    ['too few sets in a deload', [week(squats(3), true)], []],
    [
      'a fast ramp',
      [week(squats(5)), week(squats(8))],
      ['Quads: 8 sets in week 2, after 5 the week before. Add at most 2 a week.'],
    ],
    ['a return from a deload', [week(squats(4), true), week(squats(8))], []],
    ['a muscle that is new', [week(squats(5)), week([day('Day 1', { squat: 5, bench: 4, row: 4 })])], []],
    [
      'more pushing',
      [week([day('Day 1', { bench: 8, row: 5 })])],
      ['Week 1 has 8 sets of pushing and 5 of pulling. Add pulling or remove pushing.'],
    ],
    [
      'no pushing',
      [week([day('Day 1', { row: 5 })])],
      ['Week 1 has 0 sets of pushing and 5 of pulling. Add pushing or remove pulling.'],
    ],
    ['more pushing in a deload', [week([day('Day 1', { bench: 8, row: 5 })], true)], []],
    ['1.5 as much pushing', [week([day('Day 1', { bench: 9, row: 6 })])], []],
    [
      'no rest day',
      [week(Array.from({ length: 7 }, (_, index) => day(`Day ${index + 1}`, { squat: index < 2 ? 4 : 1 })))],
      ['Week 1 has no rest day. Leave one day free.'],
    ],
    ['a longer workout', [week([day('Legs', { squat: 6 }, 15)])], ['Legs in week 1 takes about 19 minutes, not 15.']],
    ['a workout within a tenth', [week([day('Legs', { squat: 6 }, 18)])], []],
    [
      'no deload',
      Array.from({ length: 10 }, () => week(squats(5))),
      ['Weeks 1 to 9 have no deload. Plan one within 8 weeks.'],
    ],
    ['a deload in time', Array.from({ length: 17 }, (_, index) => week(squats(5), index === 8)), []],
  ])('for %s', (_, weeks, texts) => {
    expect(warnings(...weeks).map(({ text }) => text)).toEqual(texts);
  });

  it('name the day', () => {
    const long = day('Legs', { squat: 6 }, 10);
    expect(warnings(week(squats(5)), week([long]))).toEqual([
      { kind: 'duration', weekNumber: 2, dayKey: long.key, text: expect.any(String) },
    ]);
  });

  it('of any program name a week of it', () => {
    fc.assert(
      fc.property(programs, (program) => {
        const weeks = program.phases.reduce((sum, phase) => sum + phase.weeks.length, 0);
        for (const { weekNumber, text } of programWarnings(program, () => FACTS.bench)) {
          expect(weekNumber).toBeGreaterThanOrEqual(1);
          expect(weekNumber).toBeLessThanOrEqual(weeks);
          expect(text).not.toMatch(/undefined|NaN/);
        }
      }),
    );
  });
});
