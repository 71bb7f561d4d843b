import { randomUUID } from 'node:crypto';
import type { ExerciseInput } from '@stridewell/contract/exercises/exercises';
import { type Case, send } from './security-calls.ts';

export const anExercise: ExerciseInput = {
  name: 'Sandbag squat',
  pattern: 'squat',
  primary: ['quads'],
  secondary: ['glutes'],
  equipment: [],
  level: 'Beginner',
  mechanic: 'compound',
  force: 'push',
  measure: 'reps',
  unilateral: false,
  contraindications: ['knee'],
  cues: ['Hug the bag high on your chest.'],
  videoUrl: '',
  tags: [],
};

const own = () => `/exercises/${randomUUID()}`;
const builtIn = () => '/exercises/back-squat';
const saving = (changes: object) =>
  send('POST', own, { coachId: '{coachId}', basedOn: 0, exercise: { ...anExercise, ...changes } });

const importing = (list: (id: string) => object[]) =>
  send('POST', '/exercises/import', ({ coachId }) => ({ coachId, exercises: list(randomUUID()) }));
const deleting = (exerciseIds: (id: string) => string[]) =>
  send('DELETE', '/exercises', ({ coachId }) => ({ coachId, exerciseIds: exerciseIds(randomUUID()) }));

const { tags: _, ...curated } = anExercise;
const curating = (changes: object, id = 'back-squat') =>
  send('PUT', `/operator/exercises/${id}`, { basedOn: 0, hidden: false, exercise: curated, ...changes });

export const EXERCISES_CASES: Record<string, Case> = {
  'exercises.curateExercise': {
    call: curating({}),
    bad: [curating({ exercise: null }, `curated-${randomUUID()}`)],
    missing: [curating({}, randomUUID()), curating({}, 'no-such-exercise')],
  },
  'exercises.saveExercise': {
    call: saving({}),
    missing: [
      send('POST', own, { coachId: '{new}', basedOn: 0, exercise: anExercise }),
      send('POST', '/exercises/no-such-exercise', { coachId: '{coachId}', basedOn: 0, exercise: anExercise }),
    ],
  },
  'exercises.importExercises': {
    call: importing((id) => [{ id, exercise: anExercise }]),
  },
  'exercises.setExerciseHidden': {
    call: send('PATCH', builtIn, { coachId: '{coachId}', hidden: true }),
    missing: [send('PATCH', own, { coachId: '{coachId}', hidden: true })],
  },
  'exercises.deleteExercise': {
    call: send('DELETE', builtIn, { coachId: '{coachId}' }),
  },
  'exercises.deleteExercises': {
    call: deleting((id) => [id]),
  },
};
