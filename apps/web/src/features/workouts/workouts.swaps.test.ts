import { newSet } from '@stridewell/contract/programs/programs.create.rules';
import type { PerformedExercise, Substitute, WorkoutLog } from '@stridewell/contract/workouts/workouts';
import { shownExercises } from '@stridewell/contract/workouts/workouts.swaps.rules';
import { describe, expect, it } from 'vitest';
import { addPain, nextStep, rowsOf, startWorkout, stepsOf, storeSet } from './workouts.editing.ts';
import { swapOptions, swapTo, withoutSwap } from './workouts.swaps.ts';

const NOW = Date.parse('2026-03-02T18:00:00Z');
const AT = new Date(NOW).toISOString();

const exercise = (key: string, group: string): PerformedExercise => ({
  key,
  exerciseId: key,
  name: key,
  group,
  notes: '',
  alternatives: [],
  swappedFrom: null,
  sets: [newSet({ count: 3, reps: '8-10', rest: 120, load: { unit: 'kg', value: 60 } })],
});
const [bench, row] = [exercise('bench000', 'A'), exercise('row00000', 'A')];
const start = (): WorkoutLog =>
  startWorkout(
    {
      logId: '0190a5a0-0000-7000-8000-000000000001',
      day: '2026-03-02',
      dayKey: 'pushday1',
      weekNumber: 1,
      name: 'Push',
      minutes: 40,
      status: 'today',
      records: 0,
      workout: { name: '', duration: null, notes: '', groups: [], exercises: [bench, row] },
    },
    NOW,
  );
const option = (exerciseId: string, changes: Partial<Substitute> = {}): Substitute => ({
  exerciseId,
  name: exerciseId,
  measure: 'reps',
  equipment: ['dumbbells'],
  reason: 'same_movement',
  muscle: 'chest',
  contraindications: [],
  ...changes,
});
const done = (log: WorkoutLog, of: PerformedExercise, index: number): WorkoutLog => {
  const set = rowsOf(log, of, [])[index] ?? expect.fail('no such set');
  return storeSet(log, of.key, set, { done: true, reps: 9, weightKg: 60 }, NOW);
};
const replacement = (log: WorkoutLog): PerformedExercise =>
  log.head.exercises.find(({ replaces }) => replaces) ?? expect.fail('nothing was swapped');

describe('a swap in the middle of an exercise', () => {
  const swapped = swapTo(done(done(start(), bench, 0), row, 0), bench.key, option('dip'));
  const other = replacement(swapped);

  it('leaves the done set where it was, and the others to the new exercise', () => {
    const [before, after] = [rowsOf(swapped, bench, []), rowsOf(swapped, other, [])];
    expect(before.map(({ position }) => position)).toEqual([0]);
    expect(after.map(({ position }) => position)).toEqual([1, 2]);
    expect(after[0]?.suggested.weightKg).toBeNull();
  });

  it('carries reps on, and the load of the new exercise', () => {
    const reps = rowsOf(swapped, other, []).map(({ suggested }) => [suggested.weightKg, suggested.reps]);
    expect(reps).toEqual([
      [null, 9],
      [null, 9],
    ]);
    const [first] = rowsOf(swapped, other, []);
    const heavier = storeSet(swapped, other.key, first ?? expect.fail('none'), { weightKg: 22, done: true });
    expect(rowsOf(heavier, other, [])[1]?.suggested).toMatchObject({ weightKg: 22, reps: 9 });
  });

  it('keeps the rounds of a superset', () => {
    expect(stepsOf(swapped, []).map(({ setId }) => setId)).toEqual([
      'bench000.0',
      'row00000.0',
      `${other.key}.1`,
      'row00000.1',
      `${other.key}.2`,
      'row00000.2',
    ]);
    const later = storeSet(swapped, other.key, rowsOf(swapped, other, [])[0] ?? expect.fail('none'), { done: true });
    expect(nextStep(later, [], `${other.key}.1`)?.setId).toBe('row00000.1');
  });

  it('suggests what was lifted the last time in the new exercise', () => {
    const figures = { kind: 'normal' as const, weightKg: 20, reps: 9, seconds: null, metres: null, rir: null };
    const bests = { best: { oneRepMaxKg: null, weightKg: null }, maxKg: null };
    const dip = { exerciseId: 'dip', name: 'Dip', day: '2026-02-20', sets: [figures, figures, figures], ...bests };
    const previous = [dip];
    expect(rowsOf(swapped, other, previous)[0]).toMatchObject({
      previous: figures,
      suggested: { weightKg: 20, reps: 9 },
    });
  });

  it('changes the time of the exercises alone, and can be undone', () => {
    expect(Date.parse(swapped.head.changes?.exercises ?? '')).toBeGreaterThan(NOW);
    expect(swapped.head.changes).toMatchObject({ finish: AT, note: AT });
    const undone = withoutSwap(swapped, other.key);
    expect(shownExercises(undone)).toEqual([bench, row]);
    expect(rowsOf(undone, bench, []).map(({ logged }) => logged?.done ?? false)).toEqual([true, false, false]);
  });
});

describe('what a swap offers', () => {
  const substitutes = [
    {
      exercise: 'bench000',
      options: [
        option('dip', { reason: 'coach', equipment: ['dip_bars'] }),
        option('press'),
        option('fly', { reason: 'same_muscle', equipment: [], contraindications: ['shoulder'] }),
      ],
    },
  ];
  const texts = (log: WorkoutLog, of = bench) =>
    swapOptions(log, of, substitutes).map(({ name, why }) => `${name}: ${why}`);

  it('says why', () => {
    expect(texts(start())).toEqual([
      'dip: Chosen by your coach, with dip bars',
      'press: Same movement, with dumbbells',
      'fly: Also trains the chest, without equipment',
    ]);
    expect(texts(start(), row)).toEqual([]);
  });

  it('leaves out what would hurt today', () => {
    const pain = { id: 'f', part: 'shoulder' as const, level: 'mild' as const, exerciseKey: null, note: '', at: AT };
    expect(texts(addPain(start(), { ...pain, deleted: false, changedAt: AT }))).toHaveLength(2);
    expect(texts(addPain(start(), { ...pain, deleted: true, changedAt: AT }))).toHaveLength(3);
  });

  it('has the planned exercise after a swap', () => {
    const log = swapTo(start(), bench.key, option('dip'));
    expect(texts(log, replacement(log))).toEqual([
      'bench000: As planned',
      'press: Same movement, with dumbbells',
      'fly: Also trains the chest, without equipment',
    ]);
  });
});
