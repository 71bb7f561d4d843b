import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canUndoSwap,
  countSwaps,
  isReplaced,
  painsOf,
  placesBefore,
  plannedExerciseOf,
  shownExercises,
  swapExercise,
  undoSwap,
} from './workouts.swaps.rules.ts';
import {
  type LoggedSet,
  type PerformedExercise,
  performedExercise,
  type Substitute,
  type WorkoutLog,
} from './workouts.ts';

const AT = '2026-03-02T18:00:00.000Z';
const target = { count: 3, reps: '8-10', kind: 'normal' as const, tempo: '3-0-1-0', rest: 120 };
const bench: PerformedExercise = {
  key: 'bench000',
  exerciseId: 'bench-press',
  name: 'Bench press',
  group: 'A',
  notes: 'Slow',
  sets: [{ ...target, load: { unit: 'kg', value: 80 }, effort: { scale: 'rir', value: 2 } }],
  alternatives: ['push-up'],
  swappedFrom: null,
};
const row: PerformedExercise = { ...bench, key: 'row00000', exerciseId: 'row', name: 'Row' };
const aSet = (exerciseKey: string, position: number, changes: Partial<LoggedSet> = {}): LoggedSet => ({
  id: `${exerciseKey}.${position}`,
  exerciseKey,
  position,
  kind: 'normal',
  weightKg: 80,
  reps: 8,
  seconds: null,
  metres: null,
  rir: null,
  note: '',
  done: true,
  deleted: false,
  changedAt: AT,
  ...changes,
});
const aLog = (sets: LoggedSet[] = [], exercises = [bench, row]): WorkoutLog => ({
  id: '0198f2c4-0000-7000-8000-000000000001',
  head: {
    clientProgramId: null,
    dayKey: null,
    weekNumber: null,
    day: '2026-03-02',
    name: 'Push',
    exercises,
    groups: [],
    startedAt: AT,
    finishedAt: null,
    note: '',
    pains: [],
    deleted: false,
    changedAt: AT,
  },
  sets,
});
const option = (exerciseId: string, changes: Partial<Substitute> = {}): Substitute => ({
  exerciseId,
  name: exerciseId,
  measure: 'reps',
  equipment: [],
  reason: 'coach',
  muscle: 'chest',
  contraindications: [],
  ...changes,
});
const swapped = (log: WorkoutLog, key: string, to: Substitute): WorkoutLog => ({
  ...log,
  head: { ...log.head, exercises: swapExercise(log, key, to) },
});
const undone = (log: WorkoutLog, key: string): WorkoutLog => ({
  ...log,
  head: { ...log.head, exercises: undoSwap(log, key) },
});
const shown = (log: WorkoutLog) => shownExercises(log).map(({ name }) => name);
const named = (log: WorkoutLog, name: string): PerformedExercise => {
  const found = log.head.exercises.findLast((exercise) => exercise.name === name);
  if (!found) throw new Error(`no ${name}`);
  return found;
};

describe('a swap', () => {
  it('takes the place of the exercise with the targets that fit', () => {
    const log = swapped(aLog(), bench.key, option('push-up'));
    expect(shown(log)).toEqual(['push-up', 'Row']);
    expect(named(log, 'push-up')).toMatchObject({
      exerciseId: 'push-up',
      group: 'A',
      swappedFrom: 'Bench press',
      replaces: bench.key,
      notes: '',
      sets: [{ ...target, load: null, effort: { scale: 'rir', value: 2 } }],
    });
    expect(countSwaps(log)).toBe(1);
    expect(log.head.exercises.every((exercise) => performedExercise.safeParse(exercise).success)).toBe(true);
  });

  it.each([
    ['time', '30 sec'],
    ['distance', '20 m'],
  ] as const)('for an exercise that is counted in %s asks for %s', (measure, reps) => {
    const { sets } = named(swapped(aLog(), bench.key, option('other', { measure })), 'other');
    expect(sets).toMatchObject([{ count: 3, reps, tempo: null, rest: 120 }]);
  });

  it('keeps the sets that were done, and continues after them', () => {
    const log = swapped(aLog([aSet(bench.key, 0), aSet(bench.key, 1, { done: false })]), bench.key, option('push-up'));
    expect(shown(log)).toEqual(['Bench press', 'push-up', 'Row']);
    expect([...placesBefore(log, named(log, 'push-up'))]).toEqual([0]);
    expect(isReplaced(log, bench)).toBe(true);
  });

  it('shows the pain that led to it with the new exercise, unless the old one is still there', () => {
    const flag = { id: 'f', part: 'wrist', level: 'mild', exerciseKey: bench.key, note: '', at: AT } as const;
    const hurt = (log: WorkoutLog) => ({
      ...log,
      head: { ...log.head, pains: [{ ...flag, deleted: false, changedAt: AT }] },
    });
    const log = swapped(hurt(aLog()), bench.key, option('push-up'));
    expect([painsOf(log, named(log, 'push-up')).length, painsOf(log, row).length]).toEqual([1, 0]);
    const later = swapped(hurt(aLog([aSet(bench.key, 0)])), bench.key, option('push-up'));
    expect([painsOf(later, named(later, 'push-up')).length, painsOf(later, bench).length]).toEqual([0, 1]);
  });

  it('can be undone until a set of the new exercise is done', () => {
    const log = swapped(aLog(), bench.key, option('push-up'));
    const { key } = named(log, 'push-up');
    expect(undone(log, key)).toEqual(aLog());
    const done = { ...log, sets: [aSet(key, 0)] };
    expect(canUndoSwap(done, named(done, 'push-up'))).toBe(false);
    expect(undone(done, key)).toEqual(done);
  });

  it('can be followed by others, also back to the planned exercise', () => {
    const first = swapped(aLog(), bench.key, option('push-up'));
    const second = swapped(first, named(first, 'push-up').key, option('dip'));
    expect(named(second, 'dip').swappedFrom).toBe('Bench press');
    const back = swapped(second, named(second, 'dip').key, option('bench-press', { name: 'Bench press' }));
    expect(shown(back)).toEqual(['Bench press', 'Row']);
    expect(named(back, 'Bench press')).toMatchObject({ swappedFrom: null, sets: bench.sets });
    expect(plannedExerciseOf(back, named(back, 'Bench press'))).toBe(bench);
    expect(countSwaps(back)).toBe(0);
  });

  it('is the same on two devices, and happens once', () => {
    const log = swapped(aLog(), bench.key, option('push-up'));
    expect(swapped(aLog(), bench.key, option('push-up'))).toEqual(log);
    expect(swapped(log, bench.key, option('push-up'))).toEqual(log);
    expect(swapped(log, 'nothing0', option('push-up'))).toEqual(log);
  });

  it('does not fit into a full workout', () => {
    const many = Array.from({ length: 60 }, (_, index) => ({ ...bench, key: `ex${String(index).padStart(6, '0')}` }));
    expect(swapExercise(aLog([], many), 'ex000003', option('push-up'))).toEqual(many);
  });

  it('never loses a set that was done or a place that is left, whatever was swapped and undone', () => {
    const step = fc.record({ to: fc.constantFrom('push-up', 'dip', 'fly'), done: fc.boolean(), undo: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        let log = aLog();
        for (const { to, done, undo } of steps) {
          const current =
            shownExercises(log)
              .filter((one) => one.group === 'A' && one.key !== row.key)
              .at(-1) ?? bench;
          if (undo) log = undone(log, current.key);
          else log = swapped(log, current.key, option(to));
          const now =
            shownExercises(log)
              .filter((one) => one.key !== row.key)
              .at(-1) ?? bench;
          const taken = placesBefore(log, now);
          const place = [0, 1, 2].find(
            (one) => !taken.has(one) && !log.sets.some(({ id }) => id === `${now.key}.${one}`),
          );
          if (done && place !== undefined) log = { ...log, sets: [...log.sets, aSet(now.key, place)] };
        }
        const names = new Set(shownExercises(log).map(({ key }) => key));
        expect(log.sets.every(({ exerciseKey }) => names.has(exerciseKey))).toBe(true);
        expect(new Set(log.sets.map(({ position }) => position)).size).toBe(log.sets.length);
        expect(shownExercises(log).filter((one) => !isReplaced(log, one))).toHaveLength(2);
      }),
    );
  });
});

it('ends at exercises that replace each other', () => {
  const circle = [
    { ...bench, replaces: row.key },
    { ...row, replaces: bench.key },
  ];
  const log = aLog([], circle);
  expect(shownExercises(log)).toEqual([]);
  expect(circle.map((exercise) => plannedExerciseOf(log, exercise).key)).toEqual([row.key, bench.key]);
});
