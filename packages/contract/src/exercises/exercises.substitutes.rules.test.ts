import { describe, expect, it } from 'vitest';
import { brokenLimits, type ExerciseLimits, substitutesFor } from './exercises.substitutes.rules.ts';
import type { Exercise } from './exercises.ts';

const anExercise = (id: string, changes: Partial<Exercise> = {}): Exercise => ({
  id,
  name: id,
  pattern: 'horizontal_push',
  primary: ['chest'],
  secondary: [],
  equipment: [],
  level: 'Beginner',
  mechanic: 'compound',
  force: 'push',
  measure: 'reps',
  unilateral: false,
  contraindications: [],
  cues: [],
  videoUrl: '',
  tags: [],
  builtIn: true,
  changed: false,
  hidden: false,
  version: 0,
  ...changes,
});
const limits: ExerciseLimits = {
  equipment: ['bench'],
  contraindications: ['knee'],
  level: 'Intermediate',
  excluded: [],
};
const press = anExercise('press', { equipment: ['bench'] });
const idsFor = (library: readonly Exercise[]) => substitutesFor(press, library, limits).map(({ id }) => id);

describe('the limits of a client', () => {
  it.each<[string, Partial<Exercise>, Partial<ExerciseLimits>, string[]]>([
    ['none', {}, {}, []],
    ['a complaint', { contraindications: ['wrist', 'knee'] }, {}, ['contraindicated']],
    ['equipment, all of which is needed', { equipment: ['bench', 'rack'] }, {}, ['unavailable_equipment']],
    ['the level', { level: 'Advanced' }, {}, ['above_level']],
    ['a wish', {}, { excluded: ['one'] }, ['excluded']],
    ['two at once', { level: 'Advanced', contraindications: ['knee'] }, {}, ['contraindicated', 'above_level']],
  ])('that an exercise breaks: %s', (_, exercise, changes, broken) => {
    expect(brokenLimits(anExercise('one', exercise), { ...limits, ...changes })).toEqual(broken);
  });
});

describe('substitutes', () => {
  it('rank the pattern before mechanic and force', () => {
    const library = [
      anExercise('force', { pattern: 'isolation', mechanic: 'isolation' }),
      anExercise('mechanic', { pattern: 'vertical_push', force: 'pull' }),
      anExercise('nothing', { pattern: 'isolation', mechanic: 'isolation', force: 'pull' }),
      anExercise('pattern', { mechanic: 'isolation', force: 'pull' }),
      anExercise('all'),
      press,
    ];
    // Pattern counts 3, mechanic 2 and force 1.
    expect(idsFor(library)).toEqual(['all', 'pattern', 'mechanic', 'force', 'nothing']);
  });

  it('leave out what the client cannot do, and other muscles, measures and hidden exercises', () => {
    const library = [
      anExercise('painful', { contraindications: ['knee'] }),
      anExercise('unequipped', { equipment: ['barbell'] }),
      anExercise('hard', { level: 'Advanced' }),
      anExercise('back', { primary: ['lats'], secondary: ['chest'] }),
      anExercise('hold', { measure: 'time' }),
      anExercise('unseen', { hidden: true }),
      anExercise('cardio', { pattern: 'conditioning' }),
      anExercise('fine'),
    ];
    expect(idsFor(library)).toEqual(['fine']);
  });

  it('of equal rank follow the load, then the staples, shared muscles, level and name', () => {
    const equipment = ['bench'] as const;
    const everything = { ...limits, equipment: ['bench', 'dumbbells', 'band'] as const };
    const loaded = { ...press, equipment: ['dumbbells', ...equipment] as const };
    const library = [
      anExercise('b'),
      anExercise('a'),
      anExercise('intermediate', { level: 'Intermediate' }),
      anExercise('banded', { equipment: ['band'] }),
      anExercise('dumbbells', { equipment: ['dumbbells'] }),
      // The staples of trained clients name the bench press first.
      anExercise('dumbbell-bench-press', { equipment: ['dumbbells', 'bench'], level: 'Intermediate' }),
      anExercise('push-up'),
    ];
    expect(
      substitutesFor({ ...loaded, equipment: [...loaded.equipment] }, library, everything).map(({ id }) => id),
    ).toEqual(['dumbbell-bench-press', 'dumbbells', 'banded', 'push-up', 'a', 'b', 'intermediate']);
  });

  it('of body weight are body weight first', () => {
    const library = [anExercise('band-chest-press', { equipment: ['band'] }), anExercise('plain')];
    const everything = { ...limits, equipment: ['band'] as const };
    expect(substitutesFor(anExercise('push-up'), library, everything).map(({ id }) => id)).toEqual([
      'plain',
      'band-chest-press',
    ]);
  });
});
