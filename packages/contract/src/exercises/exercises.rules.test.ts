import { describe, expect, it } from 'vitest';
import { type ExerciseFilter, findExercises, rankExercise, suggestExercises } from './exercises.search.rules.ts';
import { type ExerciseInput, exerciseInput } from './exercises.ts';

const anExercise = (changes: Partial<ExerciseInput>): ExerciseInput => ({
  name: 'Back squat',
  pattern: 'squat',
  primary: ['quads'],
  secondary: ['glutes'],
  equipment: ['barbell', 'rack'],
  level: 'Intermediate',
  mechanic: 'compound',
  force: 'push',
  measure: 'reps',
  unilateral: false,
  contraindications: [],
  cues: [],
  videoUrl: '',
  tags: [],
  ...changes,
});
const LIBRARY = [
  anExercise({}),
  anExercise({ name: 'Squat jump', pattern: 'jump', equipment: [] }),
  anExercise({
    name: 'Hip thrust',
    pattern: 'hinge',
    primary: ['glutes'],
    secondary: [],
    equipment: ['barbell', 'bench'],
  }),
  anExercise({
    name: 'Push-up',
    pattern: 'horizontal_push',
    primary: ['chest'],
    secondary: ['triceps'],
    equipment: [],
  }),
];
const names = ({ text = '', ...filter }: ExerciseFilter & { text?: string }) =>
  findExercises(LIBRARY, text, filter).map(({ name }) => name);

describe('finding exercises', () => {
  it('puts names that start with the typed words first, then names with them, then other words', () => {
    expect(names({ text: 'squat' })).toEqual(['Squat jump', 'Back squat']);
    expect(names({ text: 'glute' })).toEqual(['Back squat', 'Hip thrust', 'Squat jump']);
    expect(names({ text: 'squat barbell' })).toEqual(['Back squat']);
    expect(names({ text: 'PUSH UP' })).toEqual(['Push-up']);
    expect(names({ text: 'curl' })).toEqual([]);
  });

  it('lists everything by name while nothing is typed', () => {
    expect(names({ text: ' - ' })).toEqual(['Back squat', 'Hip thrust', 'Push-up', 'Squat jump']);
  });

  it('finds a tag, and letters without their accents', () => {
    expect(rankExercise(anExercise({ tags: ['Reha'] }), 'reha')).toBe(2);
    expect(rankExercise(anExercise({ name: 'Développé' }), 'develop')).toBe(0);
  });

  it('filters, with primary muscles before secondary ones', () => {
    expect(names({ muscle: 'glutes' })).toEqual(['Hip thrust', 'Back squat', 'Squat jump']);
    expect(names({ equipment: 'none' })).toEqual(['Push-up', 'Squat jump']);
    expect(names({ equipment: 'bench', level: 'Intermediate' })).toEqual(['Hip thrust']);
    expect(names({ pattern: 'jump', level: 'Beginner' })).toEqual([]);
  });
});

describe('what a typed name may mean', () => {
  const library = [
    ['Rowing', { equipment: ['rower'], pattern: 'conditioning' }],
    ['Band row', { equipment: ['band'] }],
    ['Barbell row', { equipment: ['barbell'] }],
    ['Cable row', { equipment: ['cable'] }],
    ['Row to press', { equipment: ['dumbbells'] }],
    ['Rope climb', { equipment: [] }],
  ] as const;
  const exercises = library.map(([name, changes]) => ({
    ...anExercise({ ...changes, equipment: [...changes.equipment], name }),
    id: name,
  }));
  const names = (typed: string, ...known: string[]) =>
    suggestExercises(exercises, typed, new Set(known)).map(({ name }) => name);

  it('takes the word for the kind of exercise, with its usual equipment first', () => {
    expect(names('row')).toEqual(['Barbell row', 'Cable row', 'Band row', 'Row to press', 'Rowing']);
  });

  it('takes the exact name before all others', () => {
    expect(names('rowing', 'Barbell row')[0]).toBe('Rowing');
    expect(names('BAND  row')[0]).toBe('Band row');
  });

  it('prefers what the program has already', () => {
    expect(names('row', 'Cable row').slice(0, 2)).toEqual(['Cable row', 'Barbell row']);
  });

  it('finds what is half typed', () => {
    expect(names('ro')[0]).toBe('Rope climb');
    expect(names('xyz')).toEqual([]);
  });
});

describe('the input of a coach', () => {
  it.each([
    ['no name', { name: ' ' }],
    ['no muscle', { primary: [] }],
    ['a muscle twice', { secondary: ['glutes', 'glutes'] as const }],
    ['a script for a video', { videoUrl: 'javascript:alert(1)' }],
    ['a tag twice', { tags: ['Home', 'Home'] }],
    ['a cue of two lines', { cues: ['Stand\nup'] }],
  ])('is refused with %s', (_, changes) => {
    expect(exerciseInput.safeParse({ ...anExercise({}), ...changes }).success).toBe(false);
  });

  it('may have a video without a scheme', () => {
    expect(exerciseInput.parse(anExercise({ videoUrl: 'example.com/a' })).videoUrl).toBe('https://example.com/a');
  });
});
