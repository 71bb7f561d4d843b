import type { Program } from '@stridewell/contract/programs/programs';
import { describe, expect, it } from 'vitest';
import { aProgram } from '../../../../../packages/contract/test/programs.ts';
import {
  applyToFollowing,
  copyWeek,
  daysOf,
  deleteDay,
  deleteExercises,
  deleteWeek,
  moveExercises,
  setGroup,
  shiftExercises,
  toggleGroup,
} from './programs.edits.ts';

const LINES = [{}];
const program = () =>
  structuredClone(aProgram({ Push: { Bench: LINES, Fly: LINES, Dip: LINES, Plank: LINES }, Pull: { Row: LINES } }, 2));
const dayAt = (from: Program, index: number) => daysOf(from)[index]?.day ?? expect.fail('no such day');
const names = (from: Program, index: number) => dayAt(from, index).workout.exercises.map(({ name }) => name);
const marks = (from: Program, index: number) =>
  dayAt(from, index).workout.exercises.map(({ name, group }) => `${group}${name}`);
const keys = (from: Program, index: number, ...chosen: string[]) =>
  new Set(
    dayAt(from, index)
      .workout.exercises.filter(({ name }) => chosen.includes(name))
      .map(({ key }) => key),
  );
const keyOf = (from: Program, index: number, name: string) => [...keys(from, index, name)][0] ?? '';

describe('moving exercises', () => {
  it('moves several before another one, in their order', () => {
    const draft = program();
    moveExercises(draft, keys(draft, 0, 'Fly', 'Plank'), dayAt(draft, 0).key, keyOf(draft, 0, 'Bench'));
    expect(names(draft, 0)).toEqual(['Fly', 'Plank', 'Bench', 'Dip']);
  });

  it('stays where it is when dropped on itself', () => {
    const draft = program();
    moveExercises(draft, keys(draft, 0, 'Fly'), dayAt(draft, 0).key, keyOf(draft, 0, 'Fly'));
    expect(names(draft, 0)).toEqual(['Bench', 'Fly', 'Dip', 'Plank']);
  });

  it('moves to the end of another day, and leaves its group behind', () => {
    const draft = program();
    toggleGroup(draft, keys(draft, 0, 'Bench', 'Fly'));
    moveExercises(draft, keys(draft, 0, 'Bench'), dayAt(draft, 1).key, null);
    expect(marks(draft, 1)).toEqual(['Row', 'Bench']);
    expect(marks(draft, 0)).toEqual(['AFly', 'Dip', 'Plank']);
  });

  it('shifts a selection by one place, and stops at the edge', () => {
    const draft = program();
    shiftExercises(draft, keys(draft, 0, 'Fly', 'Dip'), 1);
    expect(names(draft, 0)).toEqual(['Bench', 'Plank', 'Fly', 'Dip']);
    shiftExercises(draft, keys(draft, 0, 'Fly', 'Dip'), 1);
    expect(names(draft, 0)).toEqual(['Bench', 'Plank', 'Fly', 'Dip']);
    shiftExercises(draft, keys(draft, 0, 'Fly'), -1);
    expect(names(draft, 0)).toEqual(['Bench', 'Fly', 'Plank', 'Dip']);
  });
});

describe('groups', () => {
  it('brings the exercises of a group together and gives it a free letter', () => {
    const draft = program();
    toggleGroup(draft, keys(draft, 0, 'Bench', 'Dip'));
    expect(marks(draft, 0)).toEqual(['ABench', 'ADip', 'Fly', 'Plank']);
    toggleGroup(draft, keys(draft, 0, 'Fly', 'Plank'));
    expect(marks(draft, 0)).toEqual(['ABench', 'ADip', 'BFly', 'BPlank']);
    toggleGroup(draft, keys(draft, 0, 'Bench', 'Dip'));
    expect(marks(draft, 0)).toEqual(['Bench', 'Dip', 'BFly', 'BPlank']);
  });

  it('forgets how a group is done once it is empty', () => {
    const draft = program();
    toggleGroup(draft, keys(draft, 0, 'Bench', 'Fly'));
    setGroup(dayAt(draft, 0), { letter: 'A', format: 'emom', minutes: 10, rest: null });
    expect(dayAt(draft, 0).workout.groups).toHaveLength(1);
    deleteExercises(draft, keys(draft, 0, 'Bench', 'Fly'));
    expect(dayAt(draft, 0).workout.groups).toEqual([]);
  });

  it('an exercise moved between two of a group joins it', () => {
    const draft = program();
    toggleGroup(draft, keys(draft, 0, 'Bench', 'Fly'));
    shiftExercises(draft, keys(draft, 0, 'Dip'), -1);
    expect(marks(draft, 0)).toEqual(['ABench', 'ADip', 'AFly', 'Plank']);
  });
});

describe('days and weeks', () => {
  it('a copied week has the same days under new keys', () => {
    const [week] = program().phases[0]?.weeks ?? [];
    const copy = copyWeek(week ?? expect.fail('no week'));
    expect(copy.days.map(({ name }) => name)).toEqual(['Push', 'Pull']);
    const all = (of: typeof copy) => [
      of.key,
      ...of.days.flatMap((day) => [day.key, ...day.workout.exercises.map(({ key }) => key)]),
    ];
    expect(all(copy).filter((key) => all(week ?? copy).includes(key))).toEqual([]);
  });

  it('a week fills those after it in its phase, and none before it', () => {
    const draft = program();
    const [phase] = draft.phases;
    const [first, second] = phase?.weeks ?? [];
    if (!phase || !first || !second) return expect.fail('no weeks');
    const third = copyWeek(second);
    phase.weeks.push(third);
    const before = structuredClone(first);
    const day = second.days[0];
    if (!day) return expect.fail('no day');
    day.workout.exercises = day.workout.exercises.slice(0, 1);
    applyToFollowing(draft, second.key);
    expect(phase.weeks[0]).toEqual(before);
    expect(phase.weeks[2]?.key).toBe(third.key);
    expect(phase.weeks[2]?.days[0]?.workout.exercises.map(({ name }) => name)).toEqual(['Bench']);
  });

  it('the last week and the last day of a week stay', () => {
    const draft = program();
    const [first, second] = draft.phases[0]?.weeks ?? [];
    expect(deleteWeek(draft, first?.key ?? '')).toBe(true);
    expect(deleteWeek(draft, second?.key ?? '')).toBe(false);
    expect(deleteDay(draft, dayAt(draft, 0).key)).toBe(true);
    expect(deleteDay(draft, dayAt(draft, 0).key)).toBe(false);
  });

  it('a phase goes with its last week', () => {
    const draft = program();
    const [phase] = structuredClone(program()).phases;
    const [week] = phase?.weeks ?? [];
    if (!phase || !week) return expect.fail('no week');
    draft.phases.push({ ...phase, key: 'phase00002', weeks: [copyWeek(week)] });
    expect(deleteWeek(draft, draft.phases[1]?.weeks[0]?.key ?? '')).toBe(true);
    expect(draft.phases).toHaveLength(1);
  });
});
