import { randomUUID } from 'node:crypto';
import type { ExerciseInput } from '@stridewell/contract/exercises/exercises';
import { EXERCISE_BOUNDS } from '@stridewell/contract/exercises/exercises.rules';
import { fileUrl } from '@stridewell/contract/files/files';
import { badGets, badSends, type Case, get, LONG, send } from './security-calls.ts';

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
  send('POST', own, ({ coachId }) => ({ coachId, basedOn: 0, exercise: { ...anExercise, ...changes } }));

const importing = (list: (id: string) => object[]) =>
  send(
    'POST',
    () => '/exercises/import',
    ({ coachId }) => ({ coachId, exercises: list(randomUUID()) }),
  );
const deleting = (exerciseIds: (id: string) => string[]) =>
  send(
    'DELETE',
    () => '/exercises',
    ({ coachId }) => ({ coachId, exerciseIds: exerciseIds(randomUUID()) }),
  );

const { tags: _, ...curated } = anExercise;
const curating = (changes: object, id = 'back-squat') =>
  send(
    'PUT',
    () => `/operator/exercises/${id}`,
    () => ({ basedOn: 0, hidden: false, exercise: curated, ...changes }),
  );

export const EXERCISES_CASES: Record<string, Case> = {
  'exercises.listCuratedExercises': { call: get(() => '/operator/exercises') },
  'exercises.curateExercise': {
    call: curating({}),
    bad: [
      ...badSends('PUT', '/operator/exercises/back-squat'),
      curating({ basedOn: -1 }),
      curating({ exercise: { ...curated, name: LONG } }),
      curating({ exercise: { ...curated, name: 'Half a \ud83d' } }),
      curating({ exercise: { ...curated, primary: [] } }),
      curating({ exercise: { ...curated, videoUrl: 'javascript:alert(1)' } }),
      curating({ exercise: { ...curated, videoUrl: fileUrl(randomUUID(), randomUUID()) } }),
      curating({ exercise: null }, `curated-${randomUUID()}`),
      curating({}, "curated-'--"),
    ],
    missing: [curating({}, randomUUID()), curating({}, 'no-such-exercise')],
  },
  'exercises.listExercises': {
    call: get(({ coachId }) => `/exercises?coachId=${coachId}`),
    bad: badGets('/exercises', '/exercises?coachId=x'),
  },
  'exercises.saveExercise': {
    call: saving({}),
    bad: [
      ...badSends('POST', own()),
      saving({ name: ' ' }),
      saving({ name: LONG }),
      saving({ primary: [] }),
      saving({ primary: ['heart'] }),
      saving({ secondary: ['quads', 'quads'] }),
      saving({ cues: Array.from({ length: EXERCISE_BOUNDS.cues + 1 }, () => 'Stand up.') }),
      saving({ cues: ['x'.repeat(EXERCISE_BOUNDS.cue + 1)] }),
      saving({ cues: ['Half a \ud83d'] }),
      saving({ cues: ['Two\nlines'] }),
      saving({ videoUrl: 'javascript:alert(1)' }),
      saving({ tags: ['same', 'same'] }),
      send(
        'POST',
        () => '/exercises/Back%20Squat',
        ({ coachId }) => ({ coachId, basedOn: 0, exercise: anExercise }),
      ),
    ],
    missing: [
      send('POST', own, () => ({ coachId: randomUUID(), basedOn: 0, exercise: anExercise })),
      send(
        'POST',
        () => '/exercises/no-such-exercise',
        ({ coachId }) => ({ coachId, basedOn: 0, exercise: anExercise }),
      ),
    ],
  },
  'exercises.importExercises': {
    call: importing((id) => [{ id, exercise: anExercise }]),
    bad: [
      ...badSends('POST', '/exercises/import'),
      importing(() => []),
      importing(() => [{ id: 'back-squat', exercise: anExercise }]),
      importing((id) => [
        { id, exercise: anExercise },
        { id: id.toUpperCase(), exercise: anExercise },
      ]),
      importing((id) => [{ id, exercise: { ...anExercise, name: LONG } }]),
      importing((id) => [
        { id, exercise: anExercise },
        { id, exercise: anExercise },
      ]),
      importing(() =>
        Array.from({ length: EXERCISE_BOUNDS.perRequest + 1 }, () => ({ id: randomUUID(), exercise: anExercise })),
      ),
      importing((id) => [{ id, exercise: { ...anExercise, cues: [LONG, LONG, LONG] } }]),
    ],
  },
  'exercises.setExerciseHidden': {
    call: send('PATCH', builtIn, ({ coachId }) => ({ coachId, hidden: true })),
    bad: badSends('PATCH', builtIn()),
    missing: [send('PATCH', own, ({ coachId }) => ({ coachId, hidden: true }))],
  },
  'exercises.deleteExercise': {
    call: send('DELETE', builtIn, ({ coachId }) => ({ coachId })),
    bad: badSends('DELETE', builtIn()),
  },
  'exercises.deleteExercises': {
    call: deleting((id) => [id]),
    bad: [
      ...badSends('DELETE', '/exercises'),
      deleting(() => []),
      deleting(() => ['back-squat']),
      deleting((id) => [id, id]),
      deleting(() => Array.from({ length: EXERCISE_BOUNDS.own + 1 }, () => randomUUID())),
    ],
  },
};
