import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keysFor, programs, setTargets } from '../../test/programs.ts';
import { newDay, newExercise, newSet, newWeek } from './programs.create.rules.ts';
import { weeksOf } from './programs.rules.ts';
import type { ProgramExercise, SetTarget, Workout } from './programs.ts';
import {
  type FindMuscles,
  TRAINING_RULES,
  weeklyVolume,
  workoutMinutes,
  workoutSeconds,
} from './programs.volume.rules.ts';

const newKey = keysFor('volume');
const exercise = (sets: Partial<SetTarget>[], changes: Partial<ProgramExercise> = {}) =>
  newExercise(newKey, 'Squat', { sets: sets.map(newSet), ...changes });
const workout = (exercises: ProgramExercise[], groups: Workout['groups'] = []) => ({ exercises, groups });
const pair = [
  exercise([{ reps: '10', rest: 60 }], { group: 'A' }),
  exercise([{ reps: '10', rest: 60 }], { group: 'A' }),
];
const group = (changes: Partial<Workout['groups'][number]>): Workout['groups'] => [
  { letter: 'A', format: 'superset', minutes: null, rest: null, ...changes },
];

describe('the duration of a workout', () => {
  it.each<[string, { exercises: ProgramExercise[]; groups: Workout['groups'] }, number]>([
    ['without exercises', workout([]), 0],
    ['of 3 sets of 8-12', workout([exercise([{ rest: 60 }])]), 300 + 60 + 3 * (40 + 60)],
    ['with the rest left open', workout([exercise([{}])]), 300 + 60 + 3 * (40 + 90)],
    ['with time', workout([exercise([{ reps: '1:30', rest: 0 }])]), 300 + 60 + 3 * 90],
    ['with both sides', workout([exercise([{ reps: '30 sec each side', rest: 0 }])]), 300 + 60 + 3 * 60],
    ['with a distance', workout([exercise([{ count: 1, reps: '1.5 km', rest: 0 }])]), 300 + 60 + 500],
    ['with AMRAP', workout([exercise([{ count: 1, reps: 'AMRAP', rest: 0 }])]), 300 + 60 + 48],
    ['with a drop set', workout([exercise([{ count: 1, reps: '10', kind: 'drop' }])]), 300 + 60 + 40],
    ['with a superset', workout(pair), 300 + 2 * (60 + 3 * (40 + 30))],
    [
      'with rest after a round',
      workout(pair, group({ format: 'circuit', rest: 90 })),
      300 + 2 * (60 + 3 * 100) + 3 * 90,
    ],
    ['with an EMOM', workout(pair, group({ format: 'emom', minutes: 12 })), 300 + 60 + 720],
    ['with a group of one', workout([exercise([{ reps: '10', rest: 60 }], { group: 'A' })]), 300 + 60 + 3 * 100],
  ])('%s', (_, value, seconds) => {
    expect(workoutSeconds(value)).toBe(seconds);
  });

  it('is in whole minutes', () => {
    expect(workoutMinutes(workout([exercise([{ rest: 60 }])]))).toBe(11);
  });

  it('grows with each set', () => {
    fc.assert(
      fc.property(fc.array(setTargets, { minLength: 1, maxLength: 5 }), setTargets, (sets, more) => {
        const before = workoutSeconds(workout([exercise(sets)]));
        expect(before).toBeGreaterThan(TRAINING_RULES.startSeconds);
        expect(workoutSeconds(workout([exercise([...sets, more])]))).toBeGreaterThan(before);
      }),
    );
  });
});

const FACTS: Record<string, NonNullable<ReturnType<FindMuscles>>> = {
  bench: { primary: ['chest'], secondary: ['triceps', 'chest'], pattern: 'horizontal_push' },
  run: { primary: ['quads'], secondary: [], pattern: 'conditioning' },
  stretch: { primary: ['chest'], secondary: [], pattern: 'mobility' },
  jump: { primary: ['quads'], secondary: [], pattern: 'jump' },
};
const find: FindMuscles = (exerciseId) => FACTS[exerciseId];

describe('the volume of a week', () => {
  it('counts direct sets whole and indirect sets half, without warm-ups', () => {
    const bench = exercise([{ count: 2, kind: 'warm_up' }, { count: 1, reps: 'Warm-up' }, { count: 3 }], {
      exerciseId: 'bench',
    });
    const others = ['run', 'stretch', 'jump', 'unknown'].map((exerciseId) => exercise([{}], { exerciseId }));
    const days = [
      newDay(newKey, 'Push', { exercises: [bench, ...others] }),
      newDay(newKey, 'Pull', { exercises: [{ ...bench, key: newKey() }, exercise([{}])] }),
    ];
    const { muscleSets, sessions } = weeklyVolume({ ...newWeek(newKey, 0), days }, find);
    expect(Object.fromEntries(muscleSets)).toEqual({ chest: 6, triceps: 3 });
    expect(Object.fromEntries(sessions.get(days[0]?.key ?? '') ?? [])).toEqual({ chest: 3, triceps: 1.5 });
  });

  it('is the sum of its sessions', () => {
    const all: FindMuscles = () => FACTS.bench;
    fc.assert(
      fc.property(programs, (program) => {
        for (const { week } of weeksOf(program)) {
          const known = week.days.map((day) => ({
            ...day,
            workout: {
              ...day.workout,
              exercises: day.workout.exercises.map((one) => ({ ...one, exerciseId: 'bench' })),
            },
          }));
          const { muscleSets, sessions } = weeklyVolume({ days: known }, all);
          const sum = [...sessions.values()].reduce((total, session) => total + (session.get('chest') ?? 0), 0);
          expect(muscleSets.get('chest') ?? 0).toBe(sum);
          expect(muscleSets.get('triceps') ?? 0).toBe(sum / 2);
        }
      }),
    );
  });
});
