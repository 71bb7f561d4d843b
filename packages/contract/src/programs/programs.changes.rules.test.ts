import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aProgram, editsOf, keysFor, programs, withDays, withExercises, withWeeks } from '../../test/programs.ts';
import { describeChanges } from './programs.changes.rules.ts';
import { newExercise, newSet } from './programs.create.rules.ts';
import { isSame } from './programs.rules.ts';
import { type Program, program, type SetTarget } from './programs.ts';

const base = aProgram(
  {
    'Push A': { 'Bench press': [{ reps: '8-10', effort: { scale: 'rir', value: 3 }, rest: 90 }], Dip: [{}] },
    'Pull A': { 'Barbell row': [{}] },
  },
  4,
);
const bench = (change: Partial<SetTarget>, weeks: readonly number[] = [2]): Program =>
  withExercises(base, (exercise, week) =>
    exercise.name === 'Bench press' && weeks.includes(week)
      ? { ...exercise, sets: exercise.sets.map((set) => ({ ...set, ...change })) }
      : exercise,
  );
const push = (change: (day: Program['phases'][number]['weeks'][number]['days'][number]) => typeof day): Program =>
  withDays(base, (day, week) => (day.name === 'Push A' && week === 2 ? change(day) : day));

describe('the changes of a program', () => {
  it.each<[string, Program, string[]]>([
    ['nothing', structuredClone(base), []],
    ['sets', bench({ count: 4 }), ['Week 2, Push A: Bench press, 4 sets of 8–10 instead of 3 sets of 8–10']],
    [
      'several weeks',
      bench({ rest: 120 }, [2, 3, 4]),
      ['Weeks 2 to 4, Push A: Bench press, rest 2:00 instead of 1:30'],
    ],
    [
      'weeks apart',
      bench({ rest: 0 }, [1, 3, 4]),
      ['Weeks 1 and 3 to 4, Push A: Bench press, no rest instead of rest 1:30'],
    ],
    ['effort', bench({ effort: { scale: 'rir', value: 2 } }), ['Week 2, Push A: Bench press, RIR 2 instead of 3']],
    ['scale', bench({ effort: { scale: 'rpe', value: 8 } }), ['Week 2, Push A: Bench press, RPE 8 instead of RIR 3']],
    ['no effort', bench({ effort: null }), ['Week 2, Push A: Bench press, without RIR 3']],
    ['load', bench({ load: { unit: 'percent', value: 80 } }), ['Week 2, Push A: Bench press, with 80% of 1RM']],
    ['tempo', bench({ tempo: '3-1-1-0' }), ['Week 2, Push A: Bench press, with tempo 3-1-1-0']],
    [
      'a drop set',
      bench({ kind: 'drop' }),
      ['Week 2, Push A: Bench press, 3 sets of 8–10 (drop set) instead of 3 sets of 8–10'],
    ],
    [
      'a second line of sets',
      withExercises(base, (one, week) =>
        one.name === 'Dip' && week === 1 ? { ...one, sets: [...one.sets, newSet({ count: 1, reps: 'AMRAP' })] } : one,
      ),
      ['Week 1, Push A: Dip, 3 × 8–12; 1 × AMRAP instead of 3 × 8–12'],
    ],
    [
      'another exercise',
      withExercises(base, (one, week) => (one.name === 'Dip' && week === 1 ? { ...one, name: 'Push-up' } : one)),
      ['Week 1, Push A: Push-up, in place of Dip'],
    ],
    [
      'an added exercise',
      push((day) => ({
        ...day,
        workout: {
          ...day.workout,
          exercises: [...day.workout.exercises, newExercise(keysFor('new'), 'Lateral raise')],
        },
      })),
      ['Week 2, Push A: added Lateral raise, 3 × 8–12'],
    ],
    [
      'a removed exercise',
      push((day) => ({ ...day, workout: { ...day.workout, exercises: day.workout.exercises.slice(0, 1) } })),
      ['Week 2, Push A: removed Dip'],
    ],
    [
      'a moved exercise',
      push((day) => ({ ...day, workout: { ...day.workout, exercises: [...day.workout.exercises].reverse() } })),
      ['Week 2, Push A: moved Bench press after Dip'],
    ],
    [
      'a group',
      push((day) => ({
        ...day,
        workout: {
          ...day.workout,
          exercises: day.workout.exercises.map((exercise) => ({ ...exercise, group: 'A' })),
          groups: [{ letter: 'A', format: 'emom', minutes: 10, rest: null }],
        },
      })),
      [
        'Week 2, Push A: Bench press, now in group A',
        'Week 2, Push A: Dip, now in group A',
        'Week 2, Push A: group A: EMOM of 10 min',
      ],
    ],
    ['notes', push((day) => ({ ...day, workout: { ...day.workout, notes: 'Slow' } })), ['Week 2, Push A: notes added']],
    [
      'the duration',
      push((day) => ({ ...day, workout: { ...day.workout, duration: 45 } })),
      ['Week 2, Push A: 45 min instead of estimated duration'],
    ],
    [
      'a name everywhere',
      withDays(base, (day) => (day.name === 'Push A' ? { ...day, name: 'Push' } : day)),
      ['Renamed Push A to Push'],
    ],
    ['a name in one week', push((day) => ({ ...day, name: 'Push' })), ['Week 2: renamed Push A to Push']],
    [
      'a removed day',
      withWeeks(base, (week, number) => (number === 3 ? { ...week, days: week.days.slice(1) } : week)),
      ['Week 3: removed Push A'],
    ],
    [
      'the order of days',
      withWeeks(base, (week) => ({ ...week, days: [...week.days].reverse() })),
      ['Weeks 1 to 4: moved Push A after Pull A'],
    ],
    ['a deload', withWeeks(base, (week, number) => ({ ...week, deload: number === 4 })), ['Week 4: now a deload']],
    [
      'a removed week',
      { ...base, phases: base.phases.map((phase) => ({ ...phase, weeks: phase.weeks.slice(0, 3) })) },
      ['Week 4 removed'],
    ],
    [
      'the program',
      { ...base, name: 'Base', description: 'Easy', split: 'Upper and lower', frequency: 3 },
      [
        'Renamed the program to Base',
        'Description changed',
        'Split “Upper and lower” instead of none',
        '3 days a week instead of 2',
      ],
    ],
  ])('name %s', (_, after, lines) => {
    expect(describeChanges(base, after)).toEqual(lines);
  });

  it('say what a new week is, when it was added', () => {
    const shorter = { ...base, phases: base.phases.map((phase) => ({ ...phase, weeks: phase.weeks.slice(0, 3) })) };
    expect(describeChanges(shorter, base)).toEqual(['Week 4 added']);
  });

  it('are empty exactly for equal programs, and short', () => {
    const pair = programs.chain((before) => fc.tuple(fc.constant(before), editsOf(before, 'after')));
    fc.assert(
      fc.property(pair, ([before, after]) => {
        expect(program.safeParse(after).success).toBe(true);
        const lines = describeChanges(before, after);
        expect(lines.length > 0).toBe(!isSame(before, after));
        for (const line of lines) {
          expect(line.length).toBeLessThanOrEqual(200);
          expect(line).not.toMatch(/undefined|null|NaN/);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('stay short with the longest names and many lines of sets', () => {
    const long = 'Ж'.repeat(79);
    const sets = Array.from({ length: 10 }, () => newSet({ reps: 'as many as you can in good form', rest: 3600 }));
    const after = withExercises(
      withDays(base, (day) => ({ ...day, name: long })),
      (one) => ({ ...one, name: long, sets }),
    );
    for (const line of describeChanges(base, after)) expect(line.length).toBeLessThanOrEqual(200);
  });
});
