import { describe, expect, it } from 'vitest';
import type { Exercise } from '../exercises/exercises.ts';
import { substitutesOf, swapLimits, withoutPainful } from './workouts.substitutes.rules.ts';

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
const LIBRARY = [
  anExercise('bench', { equipment: ['barbell', 'bench'], level: 'Intermediate' }),
  anExercise('dumbbell-press', { equipment: ['dumbbells', 'bench'] }),
  anExercise('push-up', { contraindications: ['wrist'] }),
  anExercise('machine-press', { equipment: ['machine'] }),
  anExercise('fly', { pattern: 'isolation', mechanic: 'isolation', equipment: ['dumbbells'] }),
  anExercise('hard', { level: 'Advanced' }),
  anExercise('squat', { pattern: 'squat', primary: ['quads'] }),
];
const NO_LIMITS = { equipment: null, contraindications: [], level: null } as const;
const namesOf = (alternatives: string[], limits: Parameters<typeof substitutesOf>[2] = NO_LIMITS, id = 'bench') =>
  substitutesOf({ exerciseId: id, alternatives }, LIBRARY, limits).map(
    ({ exerciseId, reason }) => `${exerciseId} ${reason}`,
  );

describe('what can be done instead', () => {
  it('begins with what the coach chose, and continues with the rule', () => {
    expect(namesOf(['squat', 'fly', 'no-such-exercise', 'bench'])).toEqual([
      'squat coach',
      'fly coach',
      'dumbbell-press same_movement',
      'machine-press same_movement',
      'push-up same_movement',
    ]);
    expect(namesOf([])).toContain('fly same_muscle');
  });

  it('suits the client', () => {
    const limits = { equipment: ['dumbbells'], contraindications: ['wrist'], level: 'Beginner' } as const;
    // The bench of the planned exercise is there.
    expect(namesOf([], limits)).toEqual(['dumbbell-press same_movement', 'fly same_muscle']);
    expect(namesOf([], { ...NO_LIMITS, level: 'Advanced' })).toContain('hard same_movement');
  });

  it('is what the coach chose alone for an exercise outside of the library', () => {
    const planned = { exerciseId: null, alternatives: ['push-up'] };
    expect(substitutesOf(planned, LIBRARY, NO_LIMITS).map(({ exerciseId }) => exerciseId)).toEqual(['push-up']);
  });

  it('leaves out what would hurt, unless the coach chose it', () => {
    const options = substitutesOf({ exerciseId: 'bench', alternatives: [] }, LIBRARY, NO_LIMITS);
    const ids = (list: typeof options) => list.map(({ exerciseId }) => exerciseId);
    expect(ids(withoutPainful(options, ['wrist']))).toEqual(ids(options).filter((id) => id !== 'push-up'));
    expect(withoutPainful(options, ['chest', 'other'])).toEqual(options);
    const chosen = substitutesOf({ exerciseId: 'bench', alternatives: ['push-up'] }, LIBRARY, NO_LIMITS);
    expect(ids(withoutPainful(chosen, ['wrist']))).toContain('push-up');
  });
});

describe('the limits of a record', () => {
  const of = (changes: Partial<Parameters<typeof swapLimits>[0]>) =>
    swapLimits({ equipment: [], injuries: '', fitnessLevel: null, ...changes }, '2026-11-24');

  it.each([
    ['Left knee after a fall in 2023: no deep lunges.', ['knee']],
    ['Tight lower back on long desk days, hip too', ['low_back', 'hip']],
    ['Shipped a box, nothing hurts', []],
    ['No knee problems', []],
    ['Upper back tight', []],
  ])('names the complaints in “%s”', (injuries, contraindications) => {
    expect(of({ injuries })).toEqual({ equipment: null, level: null, contraindications });
  });

  it('know the equipment and level, and skip other entries', () => {
    expect(of({ equipment: ['Dumbbells', 'Yoga mat', 'Chair'], fitnessLevel: 'Expert' })).toEqual({
      equipment: ['dumbbells', 'mat'],
      contraindications: [],
      level: 'Advanced',
    });
    expect(of({ equipment: ['Chair'] }).equipment).toBeNull();
  });
});
