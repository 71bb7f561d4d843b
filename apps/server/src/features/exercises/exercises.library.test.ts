import { exerciseFacts } from '@stridewell/contract/exercises/exercises';
import {
  type Contraindication,
  type ExerciseEquipment,
  MUSCLES,
  PATTERNS,
} from '@stridewell/contract/exercises/exercises.rules';
import { describe, expect, it } from 'vitest';
import { BUILT_IN_EXERCISES, type BuiltInExercise } from './exercises.content.ts';

type Condition = (exercise: BuiltInExercise) => boolean;

const namesOf = (condition: Condition) => BUILT_IN_EXERCISES.filter(condition).map(({ name }) => name);
const needs = ({ equipment }: BuiltInExercise, any: readonly ExerciseEquipment[]) =>
  equipment.some((item) => any.includes(item));
const needsOnly = ({ equipment }: BuiltInExercise, allowed: readonly ExerciseEquipment[]) =>
  equipment.every((item) => allowed.includes(item));
const without = (complaint: Contraindication, condition: Condition) =>
  namesOf((exercise) => condition(exercise) && !exercise.contraindications.includes(complaint));

describe('the exercise library', () => {
  it('contains only valid exercises', () => {
    for (const { id, ...facts } of BUILT_IN_EXERCISES) expect(exerciseFacts.parse(facts), id).toEqual(facts);
  });

  it('derives each id from a unique name', () => {
    const ids = BUILT_IN_EXERCISES.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const slugs = BUILT_IN_EXERCISES.map(({ name }) =>
      name
        .toLowerCase()
        .replaceAll("'", '')
        .replaceAll(/[^a-z0-9]+/g, '-'),
    );
    expect(ids).toEqual(slugs);
  });

  it('trains no muscle both directly and indirectly in one exercise', () => {
    expect(namesOf(({ primary, secondary }) => primary.some((muscle) => secondary.includes(muscle)))).toEqual([]);
  });
});

describe('the cues', () => {
  it('are two to four for each exercise', () => {
    expect(namesOf(({ cues }) => cues.length < 2 || cues.length > 4)).toEqual([]);
  });

  it('are sentences of at most twelve words', () => {
    const cues = BUILT_IN_EXERCISES.flatMap((exercise) => exercise.cues);
    expect(cues.filter((cue) => !/^[A-Z].*\.$/.test(cue) || cue.split(' ').length > 12)).toEqual([]);
  });

  it('are specific: none appears in more than three exercises', () => {
    const uses = new Map<string, number>();
    for (const { cues } of BUILT_IN_EXERCISES) for (const cue of cues) uses.set(cue, (uses.get(cue) ?? 0) + 1);
    expect([...uses].filter(([, count]) => count > 3)).toEqual([]);
  });
});

describe('the coverage', () => {
  it('includes at least 260 exercises, 80 of them for beginners', () => {
    expect(BUILT_IN_EXERCISES.length).toBeGreaterThanOrEqual(260);
    expect(namesOf(({ level }) => level === 'Beginner').length).toBeGreaterThanOrEqual(80);
  });

  it.each(PATTERNS)('has at least 8 exercises of the pattern %s', (pattern) => {
    expect(namesOf((exercise) => exercise.pattern === pattern).length).toBeGreaterThanOrEqual(8);
  });

  it.each(MUSCLES)('has at least 3 exercises with %s as a primary muscle', (muscle) => {
    expect(namesOf(({ primary }) => primary.includes(muscle)).length).toBeGreaterThanOrEqual(3);
  });

  it('is enough for a client with a mat, a pair of dumbbells or a band', () => {
    expect(namesOf((exercise) => needsOnly(exercise, ['mat'])).length).toBeGreaterThanOrEqual(45);
    expect(
      namesOf((exercise) => needs(exercise, ['dumbbells']) && needsOnly(exercise, ['dumbbells', 'bench', 'mat']))
        .length,
    ).toBeGreaterThanOrEqual(25);
    expect(namesOf((exercise) => needs(exercise, ['band'])).length).toBeGreaterThanOrEqual(20);
  });
});

describe('the contraindications', () => {
  it('list the knee for jumps and loaded lunges', () => {
    const loads = ['barbell', 'dumbbells', 'kettlebell', 'smith_machine'] as const;
    expect(without('knee', ({ pattern }) => pattern === 'jump')).toEqual([]);
    expect(without('knee', (exercise) => exercise.pattern === 'lunge' && needs(exercise, loads))).toEqual([]);
  });

  it('list the shoulder for overhead presses, dips and upright rows', () => {
    const rules = ({ pattern, name }: BuiltInExercise) =>
      pattern === 'vertical_push' || /\b(?:dip|upright row)$/i.test(name);
    expect(without('shoulder', rules)).toEqual([]);
  });

  it('list the low back for barbell deadlifts and good mornings', () => {
    expect(without('low_back', ({ name }) => /good morning/i.test(name))).toEqual([]);
    expect(
      without('low_back', (exercise) => /deadlift/i.test(exercise.name) && needs(exercise, ['barbell', 'trap_bar'])),
    ).toEqual([]);
  });

  it('list the wrist for straight-bar presses', () => {
    const pushes = ['horizontal_push', 'vertical_push'];
    expect(
      without(
        'wrist',
        (exercise) =>
          pushes.includes(exercise.pattern) &&
          needs(exercise, ['barbell', 'smith_machine']) &&
          !needs(exercise, ['landmine']),
      ),
    ).toEqual([]);
  });
});
