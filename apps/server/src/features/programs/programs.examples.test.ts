import { program } from '@stridewell/contract/programs/programs';
import { emptyDays, weeksOf } from '@stridewell/contract/programs/programs.rules';
import { describe, expect, it } from 'vitest';
import { BUILT_IN_EXERCISES } from '../exercises/exercises.content.ts';
import { BUILT_IN_PROGRAMS } from './programs.examples.content.ts';

const library = new Map(BUILT_IN_EXERCISES.map((exercise) => [exercise.id, exercise]));
const example = (id: string) => {
  const found = BUILT_IN_PROGRAMS.find((one) => one.id === id);
  if (!found) throw new Error(`no built-in program ${id}`);
  const days = weeksOf(found.program).flatMap(({ week }) => week.days);
  return { ...found.program, days, exercises: days.flatMap(({ workout }) => workout.exercises) };
};

describe('the built-in programs', () => {
  it.each(BUILT_IN_PROGRAMS)('$id is a valid program of one phase and one week', ({ program: content }) => {
    expect(program.parse(content)).toEqual(content);
    expect(emptyDays(content)).toEqual([]);
    expect(content.phases.map(({ weeks }) => weeks.length)).toEqual([1]);
    expect(weeksOf(content)[0]?.week.days).toHaveLength(content.frequency);
  });

  it('use the library’s names of exercises', () => {
    for (const { id } of BUILT_IN_PROGRAMS) {
      for (const { exerciseId, name } of example(id).exercises) expect(library.get(exerciseId ?? '')?.name).toBe(name);
    }
  });

  it('have the two-day ball training of the spec', () => {
    const { frequency, split, days, exercises } = example('ball-training');
    expect({ frequency, split, days: days.map(({ name }) => name) }).toEqual({
      frequency: 2,
      split: 'Upper-Lower',
      days: ['Upper', 'Lower'],
    });
    const balls = ['stability_ball', 'medicine_ball'] as const;
    for (const { exerciseId } of exercises) {
      const { equipment = [] } = library.get(exerciseId ?? '') ?? {};
      expect(
        equipment.some((item) => balls.some((ball) => ball === item)),
        exerciseId ?? '',
      ).toBe(true);
    }
    const reps = exercises.flatMap(({ sets }) => sets.map((set) => set.reps));
    expect(reps).toEqual(expect.arrayContaining(['Warm-up', '30 sec', '8-12']));
  });

  it('have the six-day split of the spec, an hour a day', () => {
    const { frequency, split, days } = example('push-pull-legs');
    expect({ frequency, split }).toEqual({ frequency: 6, split: 'Push-Pull-Legs' });
    expect(days.map(({ name, workout }) => [name, workout.name, workout.duration])).toEqual(
      ['Push A', 'Pull A', 'Legs A', 'Push B', 'Pull B', 'Legs B'].map((name) => [name, name, 60]),
    );
  });
});
