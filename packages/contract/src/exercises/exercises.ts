import { z } from 'zod';
import { procedure } from '../errors.ts';
import { hasNoRepeats, id, line, webAddress } from '../fields.ts';
import { parseFileUrl } from '../files/files.rules.ts';
import {
  CONTRAINDICATIONS,
  EXERCISE_BOUNDS,
  EXERCISE_EQUIPMENT,
  EXERCISE_LEVELS,
  FORCES,
  isAddedId,
  MEASURES,
  MECHANICS,
  MUSCLES,
  PATTERNS,
} from './exercises.rules.ts';

/** Values without repetition. */
export const several = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.array(z.enum(values)).max(values.length).refine(hasNoRepeats, 'Please choose each once');

/** The facts of a built-in exercise or a coach's own. `unilateral`: one side after the other. */
export const exerciseFacts = z.object({
  name: line(EXERCISE_BOUNDS.name),
  pattern: z.enum(PATTERNS),
  primary: several(MUSCLES).refine(({ length }) => length > 0, 'Please choose a muscle'),
  secondary: several(MUSCLES),
  equipment: several(EXERCISE_EQUIPMENT),
  level: z.enum(EXERCISE_LEVELS),
  mechanic: z.enum(MECHANICS),
  force: z.enum(FORCES),
  measure: z.enum(MEASURES),
  unilateral: z.boolean(),
  contraindications: several(CONTRAINDICATIONS),
  cues: z.array(line(EXERCISE_BOUNDS.cue)).max(EXERCISE_BOUNDS.cues, `Please use at most ${EXERCISE_BOUNDS.cues} cues`),
});
export type ExerciseFacts = z.infer<typeof exerciseFacts>;

/** The coach's input for an exercise: the facts, a video and own tags. */
export const exerciseInput = exerciseFacts.extend({
  /** Link of a video, or the address of an uploaded one (`fileUrl`). */
  videoUrl: z
    .string()
    .refine((url) => parseFileUrl(url) !== null)
    .or(webAddress),
  tags: z
    .array(line(EXERCISE_BOUNDS.tag))
    .max(EXERCISE_BOUNDS.tags, `Please use at most ${EXERCISE_BOUNDS.tags} tags`)
    .refine(hasNoRepeats, 'Please enter each tag once'),
});
export type ExerciseInput = z.infer<typeof exerciseInput>;

/** Built-in exercises have words, a coach's own a UUID, and those that operators added `curated-` and a UUID. */
export const exerciseId = z
  .string()
  .max(80)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);

/**
 * `changed`: a built-in exercise that this coach has edited. `version` counts the coach's edits. For an operator, both are
 * about the edits of operators, and `builtIn` is false for an exercise that they have added.
 */
export const exercise = exerciseInput.extend({
  id: exerciseId,
  builtIn: z.boolean(),
  changed: z.boolean(),
  hidden: z.boolean(),
  version: z.int(),
});
export type Exercise = z.infer<typeof exercise>;

/** The operators' input for an exercise of all coaches: the facts, and a link to a video. */
export const curatedInput = exerciseFacts.extend({ videoUrl: webAddress });
export type CuratedInput = z.infer<typeof curatedInput>;

/** Ids of own exercises, made by the sender. */
const ownId = id.lowercase();
export const importedExercise = z.object({ id: ownId, exercise: exerciseInput });
export type ImportedExercise = z.infer<typeof importedExercise>;

/** Options of an import; an empty tag adds none. */
export const importOptions = z.object({ tag: line(EXERCISE_BOUNDS.tag).or(z.string().trim().length(0)) });

const exerciseKey = { coachId: id, exerciseId };
const TOO_MANY = {
  status: 409,
  message: `You can have up to ${EXERCISE_BOUNDS.own.toLocaleString('en-US')} exercises of your own. Change or delete one of them instead.`,
};
const CHANGED = { status: 409, message: 'This exercise was changed elsewhere. Reload to see the latest version.' };

const curated = {
  listCuratedExercises: procedure({ allow: 'operator', right: 'settings' })
    .route({
      method: 'GET',
      path: '/operator/exercises',
      tags: ['exercises'],
      summary: 'List the exercises of all coaches by name',
    })
    .output(z.object({ exercises: z.array(exercise) })),
  curateExercise: procedure({ allow: 'operator', right: 'settings' })
    .route({
      method: 'PUT',
      path: '/operator/exercises/{exerciseId}',
      tags: ['exercises'],
      summary: 'Add, change, hide or restore an exercise for all coaches; repeating changes nothing',
    })
    .input(
      z
        .object({
          exerciseId,
          /** Version that the operator saw; 0 for a new or unchanged exercise. */
          basedOn: z.int().min(0).max(1_000_000),
          /** Null is the original of a built-in exercise. */
          exercise: curatedInput.nullable(),
          /** A hidden exercise stays in programs and logs, and is no longer offered. */
          hidden: z.boolean(),
        })
        .refine((one) => one.exercise !== null || !isAddedId(one.exerciseId), {
          path: ['exercise'],
          message: 'An added exercise has no original',
        }),
    )
    .output(exercise)
    .errors({
      CURATED_CHANGED: {
        status: 409,
        message: 'Another operator has changed this exercise meanwhile, so nothing was saved.',
      },
      TOO_MANY_CURATED: {
        status: 409,
        message: `Up to ${EXERCISE_BOUNDS.curated.toLocaleString('en-US')} exercises can be added or changed. Restore one of them first.`,
      },
    }),
};

export const exercises = {
  ...curated,
  listExercises: procedure({ allow: 'coach', whileViewing: true })
    .route({
      method: 'GET',
      path: '/exercises',
      tags: ['exercises'],
      summary: 'List the exercise library of a coach by name',
    })
    .input(z.object({ coachId: id }))
    .output(z.object({ exercises: z.array(exercise) })),
  saveExercise: procedure({ allow: 'coach' })
    .route({
      method: 'POST',
      path: '/exercises/{exerciseId}',
      tags: ['exercises'],
      summary: 'Add an exercise, or change one for this coach; repeating changes nothing',
    })
    .input(
      z.object({
        ...exerciseKey,
        /** Version that the coach edited; 0 for a new or unchanged exercise. */
        basedOn: z.int().min(0).max(1_000_000),
        exercise: exerciseInput,
      }),
    )
    .output(exercise)
    .errors({
      EXERCISE_CHANGED: CHANGED,
      TOO_MANY_EXERCISES: TOO_MANY,
      FILE_NOT_FOUND: { status: 409, message: 'This video is no longer here. Please choose it again.' },
    }),
  importExercises: procedure({ allow: 'coach' })
    .route({
      method: 'POST',
      path: '/exercises/import',
      tags: ['exercises'],
      summary: 'Add exercises of the coach, all or none; repeating changes nothing',
    })
    .input(
      z.object({
        coachId: id,
        exercises: z
          .array(importedExercise)
          .min(1)
          .max(EXERCISE_BOUNDS.perRequest)
          .refine((list) => hasNoRepeats(list.map((one) => one.id)), 'Please send each exercise once'),
      }),
    )
    .output(z.object({ added: z.int() }))
    .errors({ TOO_MANY_EXERCISES: TOO_MANY }),
  setExerciseHidden: procedure({ allow: 'coach' })
    .route({
      method: 'PATCH',
      path: '/exercises/{exerciseId}',
      tags: ['exercises'],
      summary: 'Hide an exercise in the library, or show it again; repeating changes nothing',
    })
    .input(z.object({ ...exerciseKey, hidden: z.boolean() }))
    .output(exercise),
  deleteExercise: procedure({ allow: 'coach' })
    .route({
      method: 'DELETE',
      path: '/exercises/{exerciseId}',
      tags: ['exercises'],
      summary: 'Delete an exercise of the coach, or undo the changes to a built-in one; repeating changes nothing',
    })
    .input(z.object(exerciseKey))
    .output(z.object({ exerciseId })),
  deleteExercises: procedure({ allow: 'coach' })
    .route({
      method: 'DELETE',
      path: '/exercises',
      tags: ['exercises'],
      summary: 'Delete several exercises of the coach; repeating changes nothing',
    })
    .input(z.object({ coachId: id, exerciseIds: z.array(ownId).min(1).max(EXERCISE_BOUNDS.own).refine(hasNoRepeats) }))
    .output(z.object({ deleted: z.int() })),
};
