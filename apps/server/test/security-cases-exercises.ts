import { randomUUID } from 'node:crypto';
import type { ExerciseInput } from '@stridewell/contract/exercises';
import { badGets, badSends, type Case, COACHES, get, LONG, send } from './security-calls.ts';

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

export const EXERCISES_CASES: Record<string, Case> = {
  'exercises.listExercises': {
    call: get(({ coachId }) => `/exercises?coachId=${coachId}`),
    allowed: COACHES,
    bad: badGets('/exercises', '/exercises?coachId=x'),
  },
  'exercises.saveExercise': {
    call: saving({}),
    allowed: COACHES,
    bad: [
      ...badSends('POST', own()),
      saving({ name: ' ' }),
      saving({ name: LONG }),
      saving({ primary: [] }),
      saving({ primary: ['heart'] }),
      saving({ secondary: ['quads', 'quads'] }),
      saving({ cues: Array.from({ length: 7 }, () => 'Stand up.') }),
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
  'exercises.setExerciseHidden': {
    call: send('PATCH', builtIn, ({ coachId }) => ({ coachId, hidden: true })),
    allowed: COACHES,
    bad: badSends('PATCH', builtIn()),
    missing: [send('PATCH', own, ({ coachId }) => ({ coachId, hidden: true }))],
  },
  'exercises.deleteExercise': {
    call: send('DELETE', builtIn, ({ coachId }) => ({ coachId })),
    allowed: COACHES,
    bad: badSends('DELETE', builtIn()),
  },
};
