import { z } from 'zod';
import { COACH_PLAN_FULL } from '../billing/billing.rules.ts';
import { procedure } from '../errors.ts';
import { CONTRAINDICATIONS, EXERCISE_EQUIPMENT, MEASURES, MUSCLES } from '../exercises/exercises.rules.ts';
import { exerciseId } from '../exercises/exercises.ts';
import { day, hasNoRepeats, id, instant, line, timeCursor } from '../fields.ts';
import { PROGRAM_BOUNDS, SET_KINDS } from '../programs/programs.rules.ts';
import { key, programExercise, text, workout } from '../programs/programs.workout.rules.ts';
import type { WorkoutAdherence } from './workouts.adherence.rules.ts';
import { HISTORY_BOUNDS, historyInput, historyMatch } from './workouts.history.rules.ts';
import { HISTORY_SOURCES, isPlannedAs, PAIN_LEVELS, PAIN_PARTS, WORKOUT_BOUNDS } from './workouts.rules.ts';

/** Of a planned workout: program, day and date; else a UUID. */
export const workoutLogId = z
  .string()
  .max(80)
  .regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:\.[a-z0-9]{6,24}\.\d{4}-\d\d-\d\d)?$/);
const setId = z
  .string()
  .max(60)
  .regex(/^[a-z0-9-]+(?:\.\d{1,2})?$/);
const amount = (max: number) =>
  z.number().min(0, 'Please enter 0 or more').max(max, `Please enter ${max} or less`).nullable();

/** `done` is false for a planned set that was opened again. `changedAt` is the device's time of the last change. */
export const loggedSet = z.object({
  id: setId,
  exerciseKey: key,
  /** Place within its exercise, from 0. */
  position: z.int().min(0).max(WORKOUT_BOUNDS.sets),
  kind: z.enum(SET_KINDS),
  weightKg: amount(WORKOUT_BOUNDS.weightKg),
  reps: amount(WORKOUT_BOUNDS.reps).pipe(z.int('Please enter a whole number').nullable()),
  seconds: amount(WORKOUT_BOUNDS.seconds),
  metres: amount(WORKOUT_BOUNDS.metres),
  rir: amount(10),
  note: text(WORKOUT_BOUNDS.setNote),
  done: z.boolean(),
  deleted: z.boolean(),
  changedAt: instant,
});
export type LoggedSet = z.infer<typeof loggedSet>;

/** Flags merge one by one, as sets do. `at` is when it hurt, and `changedAt` when the flag was last changed. */
export const painFlag = z.object({
  /** Made by the device, so that each flag notifies the coach once. */
  id: id.lowercase(),
  part: z.enum(PAIN_PARTS),
  level: z.enum(PAIN_LEVELS),
  exerciseKey: key.nullable(),
  note: text(WORKOUT_BOUNDS.setNote),
  at: instant,
  deleted: z.boolean(),
  changedAt: instant,
});
export type PainFlag = z.infer<typeof painFlag>;

/**
 * An exercise as it was done. `swappedFrom` is the name of the planned exercise that the client replaced, and `replaces`
 * the key of the entry that this one continues, which keeps the sets that were done of it.
 */
export const performedExercise = programExercise.extend({
  swappedFrom: line(PROGRAM_BOUNDS.name).nullable(),
  replaces: key.optional(),
});
export type PerformedExercise = z.infer<typeof performedExercise>;

/**
 * Everything about a workout but its sets. `exercises` is what the client saw, so later changes leave the log as it is.
 * Deleting a workout deletes its sets too (`deleteWorkout`), so that a new start under the same id begins without them.
 */
export const workoutHead = z.object({
  clientProgramId: id.nullable(),
  dayKey: key.nullable(),
  weekNumber: z.int().min(1).max(PROGRAM_BOUNDS.weeks).nullable(),
  /** In the client's time zone. */
  day,
  name: line(PROGRAM_BOUNDS.name),
  exercises: z
    .array(performedExercise)
    .max(WORKOUT_BOUNDS.exercises)
    .refine((list) => hasNoRepeats(list.map((one) => one.key))),
  groups: workout.shape.groups,
  startedAt: instant,
  finishedAt: instant.nullable(),
  note: text(WORKOUT_BOUNDS.note),
  pains: z
    .array(painFlag)
    .max(WORKOUT_BOUNDS.pains)
    .refine((list) => hasNoRepeats(list.map((one) => one.id)), 'Please send each pain flag once'),
  deleted: z.boolean(),
  /** The app that it was logged with; it counts for records and progress, and not against the plan. */
  importedFrom: z.enum(HISTORY_SOURCES).optional(),
  /** When the rest was changed. */
  changedAt: instant,
  /** When these parts were changed, which merge each on their own. Logs from before they were kept have none. */
  changes: z.object({ finish: instant, note: instant, exercises: instant }).optional(),
});
export type WorkoutHead = z.infer<typeof workoutHead>;

export const workoutLog = z
  .object({
    id: workoutLogId,
    head: workoutHead,
    sets: z
      .array(loggedSet)
      .max(WORKOUT_BOUNDS.sets, `A workout can have up to ${WORKOUT_BOUNDS.sets} sets`)
      .refine((list) => hasNoRepeats(list.map((one) => one.id)), 'Please send each set once'),
  })
  .refine((log) => isPlannedAs(log.id, log.head), 'The id names another day of the program');
export type WorkoutLog = z.infer<typeof workoutLog>;

/** A remark of the coach on a set, or on the whole workout. */
export const workoutComment = z.object({ id, setId: setId.nullable(), text: z.string(), at: instant });

/** A training day of the week with what came of it. */
export const plannedWorkout = z.object({
  logId: workoutLogId,
  day,
  dayKey: key,
  weekNumber: z.int(),
  name: z.string(),
  minutes: z.int(),
  workout,
  status: z.enum(['upcoming', 'today', 'missed', 'started', 'done']),
  /** Exercises with a personal record. */
  records: z.int(),
});
export type PlannedWorkout = z.infer<typeof plannedWorkout>;

/** In kg; null where no set allows it. */
const best = z.object({ oneRepMaxKg: z.number().nullable(), weightKg: z.number().nullable() });

/** The sets of the last time, by exercise. */
export const previousPerformance = z.object({
  exerciseId: exerciseId.nullable(),
  name: z.string(),
  day,
  sets: z.array(loggedSet.pick({ kind: true, weightKg: true, reps: true, seconds: true, metres: true, rir: true })),
  /** Of all finished workouts. */
  best,
  /** The highest estimated one-rep max of the last weeks, from which planned percentages become loads. */
  maxKg: z.number().nullable(),
});
export type PreviousPerformance = z.infer<typeof previousPerformance>;

/** An exercise that can be done instead of a planned one, and why: the coach chose it, or what it has in common. */
export const substitute = z.object({
  exerciseId,
  name: z.string(),
  measure: z.enum(MEASURES),
  equipment: z.array(z.enum(EXERCISE_EQUIPMENT)),
  reason: z.enum(['coach', 'same_movement', 'same_muscle']),
  /** The first muscle that it trains. */
  muscle: z.enum(MUSCLES),
  contraindications: z.array(z.enum(CONTRAINDICATIONS)),
});
export type Substitute = z.infer<typeof substitute>;

/** Cues and video of an exercise; `videoUrl` as in the library. */
export const exerciseGuide = z.object({ exerciseId, cues: z.array(z.string()), videoUrl: z.string() });
export type ExerciseGuide = z.infer<typeof exerciseGuide>;

export const workoutSummary = z.object({
  id: workoutLogId,
  day,
  name: z.string(),
  startedAt: instant,
  finishedAt: instant.nullable(),
  /** Working sets that were done. */
  sets: z.int(),
  /** Working sets that the plan asked for. */
  plannedSets: z.int(),
  volumeKg: z.number(),
  /** Exercises with a personal record. */
  records: z.int(),
  pains: z.int(),
  comments: z.int(),
  importedFrom: z.enum(HISTORY_SOURCES).nullable(),
});
export type WorkoutSummary = z.infer<typeof workoutSummary>;

/** Workouts of the last 28 days, today left out unless it is done. */
export const workoutAdherence = z.object({ done: z.int(), due: z.int() }) satisfies z.ZodType<WorkoutAdherence>;
/** The best set of an exercise that beats all workouts started earlier. In kg; a value is null where it is no record. */
export const personalRecord = z.object({
  setId,
  oneRepMaxKg: z.number().nullable(),
  weightKg: z.number().nullable(),
});

export type PersonalRecord = z.infer<typeof personalRecord>;

export const storedWorkout = z.object({
  log: workoutLog,
  comments: z.array(workoutComment),
  records: z.array(personalRecord),
});

/** A workout with one exercise. `oneRepMaxKg` is estimated and null where no set allows it. */
export const exerciseWorkout = z.object({
  day,
  logId: workoutLogId,
  bestWeightKg: z.number().nullable(),
  /** Most reps of one set. */
  bestReps: z.int().nullable(),
  oneRepMaxKg: z.number().nullable(),
  volumeKg: z.number(),
});

const clientKey = { coachId: id, clientId: id };
/** Id of an exercise in the library, or a name. */
const exercise = z.string().trim().min(1).max(PROGRAM_BOUNDS.name);
const WORKOUT_FULL = `A workout holds up to ${WORKOUT_BOUNDS.sets} sets and ${WORKOUT_BOUNDS.pains} pain flags, deleted ones included. Please log the rest as another workout.`;

const HISTORY_FULL = `You can have up to ${HISTORY_BOUNDS.workouts.toLocaleString('en-US')} workouts. The rest was not imported.`;

export const workouts = {
  matchHistoryExercises: procedure({ allow: 'client' })
    .route({
      method: 'POST',
      path: '/workouts/own/history/exercises',
      tags: ['workouts'],
      summary: 'Find the exercises that the names in a workout history may mean, the likeliest first',
    })
    .input(z.object({ names: z.array(line(PROGRAM_BOUNDS.name)).min(1).max(HISTORY_BOUNDS.titles) }))
    .output(z.object({ matches: z.array(historyMatch) })),
  importHistory: procedure({ allow: 'client', sends: true })
    .route({
      method: 'POST',
      path: '/workouts/own/history',
      tags: ['workouts'],
      summary: 'Import workouts from another app; workouts that are already there stay as they are',
    })
    .input(historyInput)
    .output(
      z.object({
        added: z.int(),
        /** Workouts that were imported before. */
        known: z.int(),
      }),
    )
    .errors({
      COACH_PLAN_FULL: { status: 403, message: COACH_PLAN_FULL },
      HISTORY_FULL: { status: 409, message: HISTORY_FULL },
    }),
  getOwnWorkouts: procedure({ allow: 'client' })
    .route({
      method: 'GET',
      path: '/workouts/own',
      tags: ['workouts'],
      summary: 'Get the training week of the calling client, with everything that logging offline needs',
    })
    .output(
      z.object({
        today: day,
        programName: z.string().nullable(),
        /** The training days of this week and those that were missed in the last seven days. */
        week: z.array(plannedWorkout),
        /** The first training day after this week that is not done; null without one in the next week. */
        following: z.object({ day, name: z.string() }).nullable(),
        /** Workouts of these days that were started, and others that are not finished. Deleted ones are left out. */
        logs: z.array(workoutLog),
        previous: z.array(previousPerformance),
        /** Substitutes for the exercises of the week; `exercise` is an `exerciseRef`. */
        substitutes: z.array(z.object({ exercise: z.string(), options: z.array(substitute) })),
        /** How the exercises of the week are done. */
        guides: z.array(exerciseGuide),
        /** The coach's plan does not cover this client, so nothing can be logged. */
        readOnly: z.boolean(),
      }),
    ),
  syncWorkout: procedure({ allow: 'client', sends: true })
    .route({
      method: 'POST',
      path: '/workouts/{logId}/sync',
      tags: ['workouts'],
      summary: 'Merge a workout of the caller; each set keeps its latest change; repeating changes nothing',
    })
    .input(
      z
        .object({
          logId: workoutLogId,
          /** The coach it was logged for; another one than the current answers NOT_FOUND. */
          coachId: id.optional(),
          log: workoutLog,
        })
        .refine(({ logId, log }) => logId === log.id, 'The workout has another id'),
    )
    .output(workoutLog)
    .errors({
      COACH_PLAN_FULL: { status: 403, message: COACH_PLAN_FULL },
      WORKOUT_FULL: { status: 409, message: WORKOUT_FULL },
    }),
  listOwnWorkouts: procedure({ allow: 'client' })
    .route({
      method: 'GET',
      path: '/workouts/own/logs',
      tags: ['workouts'],
      summary: 'List the logged workouts of the caller',
    })
    .input(z.object({ cursor: timeCursor }))
    .output(z.object({ workouts: z.array(workoutSummary), nextCursor: z.string().nullable() })),
  getOwnWorkout: procedure({ allow: 'client' })
    .route({
      method: 'GET',
      path: '/workouts/own/logs/{logId}',
      tags: ['workouts'],
      summary: "Get a logged workout of the caller with the coach's comments",
    })
    .input(z.object({ logId: workoutLogId }))
    .output(storedWorkout),
  getOwnExercise: procedure({ allow: 'client' })
    .route({
      method: 'GET',
      path: '/workouts/own/exercises',
      tags: ['workouts'],
      summary: 'List the sessions of one exercise of the caller, oldest first',
    })
    .input(z.object({ exercise }))
    .output(z.object({ sessions: z.array(exerciseWorkout) })),

  listClientWorkouts: procedure({ allow: 'coach' })
    .route({
      method: 'GET',
      path: '/clients/{clientId}/workouts',
      tags: ['workouts'],
      summary: 'List the logged workouts of a client, latest first, with four weeks of adherence',
    })
    .input(z.object({ ...clientKey, cursor: timeCursor }))
    .output(
      z.object({
        workouts: z.array(workoutSummary),
        nextCursor: z.string().nullable(),
        adherence: workoutAdherence,
      }),
    ),
  getClientWorkout: procedure({ allow: 'coach' })
    .route({
      method: 'GET',
      path: '/clients/{clientId}/workouts/{logId}',
      tags: ['workouts'],
      summary: 'Get a logged workout of a client with comments',
    })
    .input(z.object({ ...clientKey, logId: workoutLogId }))
    .output(storedWorkout),
  getClientExercise: procedure({ allow: 'coach' })
    .route({
      method: 'GET',
      path: '/clients/{clientId}/workout_exercises',
      tags: ['workouts'],
      summary: 'List the sessions of one exercise of a client, oldest first',
    })
    .input(z.object({ ...clientKey, exercise }))
    .output(z.object({ sessions: z.array(exerciseWorkout) })),
  commentOnWorkout: procedure({ allow: 'coach' })
    .route({
      method: 'POST',
      path: '/clients/{clientId}/workouts/{logId}/comments',
      tags: ['workouts'],
      summary: 'Comment on a workout or one set and notify the client; repeating changes nothing',
    })
    .input(
      z.object({
        ...clientKey,
        logId: workoutLogId,
        comment: z.object({ id: id.lowercase(), setId: setId.nullable(), text: text(WORKOUT_BOUNDS.comment).min(1) }),
      }),
    )
    .output(workoutComment),
};
