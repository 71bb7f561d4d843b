import { nameWords } from '@stridewell/contract/exercises/exercises.rules';
import { workoutMinutes } from '@stridewell/contract/programs/programs.volume.rules';
import { addDays, isoWeekday } from '@stridewell/contract/time';
import type {
  ExerciseGuide,
  PlannedWorkout,
  PreviousPerformance,
  Substitute,
  WorkoutLog,
  WorkoutSummary,
} from '@stridewell/contract/workouts/workouts';
import { countWorkouts, type WorkoutAdherence } from '@stridewell/contract/workouts/workouts.adherence.rules';
import {
  bestOf,
  type ExerciseRecord,
  exerciseRef,
  figuresOf,
  RECENT_MAX_DAYS,
} from '@stridewell/contract/workouts/workouts.records.rules';
import { WORKOUT_BOUNDS, workoutId } from '@stridewell/contract/workouts/workouts.rules';
import { substitutesOf, swapLimits } from '@stridewell/contract/workouts/workouts.substitutes.rules';
import { refuse } from '../../core/refusals.ts';
import { relationshipExists } from '../../core/relationships/relationships.data.ts';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import { pageOf, readCursor } from '../../platform/db/cursor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { listCoachExercises } from '../exercises/exercises.service.ts';
import { listOwnTrainingDays } from '../programs/programs.schedule.service.ts';
import { getClientRecord } from '../records/records.service.ts';
import { findTraining } from './workouts.adherence.data.ts';
import { dueWorkoutsOf, trainingRange } from './workouts.adherence.service.ts';
import { findBests } from './workouts.bests.data.ts';
import { exercisesOf, recordsOf } from './workouts.columns.rules.ts';
import { selectComments, type WorkoutComment } from './workouts.comments.data.ts';
import { findLog, type PersonTx, type StoredLog, selectSets, toLog } from './workouts.data.ts';
import {
  nameOf,
  selectExerciseSets,
  selectOpenLogs,
  selectPreviousSets,
  selectSummaries,
} from './workouts.history.data.ts';

type TrainingDay = Awaited<ReturnType<typeof listOwnTrainingDays>>['days'][number];

/** How many days missed workouts are offered. Always covers this week so far. */
const MISSED_DAYS = 7;

function statusOf(day: string, log: StoredLog | undefined, today: string): PlannedWorkout['status'] {
  if (log) return log.head.finishedAt === null ? 'started' : 'done';
  if (day === today) return 'today';
  return day < today ? 'missed' : 'upcoming';
}

/** A training day with its logged workout, whatever the planned date was at that time. */
function toPlanned({ workout, ...day }: TrainingDay, log: StoredLog | undefined, today: string): PlannedWorkout {
  return {
    logId: log?.id ?? workoutId(day.clientProgramId, day.dayKey, day.day),
    day: day.day,
    dayKey: day.dayKey,
    weekNumber: day.weekNumber,
    name: day.name,
    minutes: workout.duration ?? workoutMinutes(workout),
    workout,
    status: statusOf(day.day, log, today),
    records: log?.records ?? 0,
  };
}

/** The logs of training days by name. A finished log takes precedence over a started one. */
function logsByDay(rows: readonly StoredLog[]): ReadonlyMap<string, StoredLog> {
  const logs = new Map<string, StoredLog>();
  for (const row of rows) {
    const { clientProgramId, dayKey, finishedAt } = row.head;
    if (clientProgramId === null || dayKey === null) continue;
    const name = nameOf({ clientProgramId, dayKey });
    const known = logs.get(name);
    if (!known || (known.head.finishedAt === null && finishedAt !== null)) logs.set(name, row);
  }
  return logs;
}

type Substitutes = { exercise: string; options: Substitute[] }[];

/** Substitutes for the exercises of some days, and instructions for them, where the library has any. */
async function listHelp(
  tx: Tx<ClientScope>,
  days: readonly TrainingDay[],
  today: string,
): Promise<{ substitutes: Substitutes; guides: ExerciseGuide[] }> {
  const planned = new Map(days.flatMap(({ workout }) => workout.exercises.map((one) => [exerciseRef(one), one])));
  if (planned.size === 0) return { substitutes: [], guides: [] };
  const ids = new Set([...planned.values()].flatMap(({ exerciseId }) => exerciseId ?? []));
  const [library, { record }] = await Promise.all([
    listCoachExercises(tx, [...ids]),
    getClientRecord(tx, tx.scope.clientId),
  ]);
  const limits = swapLimits(record, today);
  return {
    substitutes: [...planned]
      .map(([exercise, one]) => ({ exercise, options: substitutesOf(one, library, limits) }))
      .filter(({ options }) => options.length > 0),
    guides: library
      .filter(({ id, cues, videoUrl }) => ids.has(id) && (cues.length > 0 || videoUrl !== ''))
      .map(({ id: exerciseId, cues, videoUrl }) => ({ exerciseId, cues, videoUrl })),
  };
}

/** The exercises of some days and their substitutes. */
const refsOf = (days: readonly TrainingDay[], substitutes: Substitutes): string[] => [
  ...new Set([
    ...days.flatMap(({ workout }) => workout.exercises.map(exerciseRef)),
    ...substitutes.flatMap(({ options }) => options.map(({ exerciseId }) => exerciseId)),
  ]),
];

async function listPrevious(
  tx: Tx<ClientScope>,
  exercises: readonly string[],
  today: string,
): Promise<PreviousPerformance[]> {
  const sets = await selectPreviousSets(tx, exercises, addDays(today, -RECENT_MAX_DAYS));
  return [...Map.groupBy(sets, ({ exercise }) => exercise).values()].flatMap((list) => {
    const [first] = list;
    if (!first) return [];
    return {
      exerciseId: first.exercise_id,
      name: first.exercise_name,
      day: first.day,
      sets: list.map(({ kind, weight_kg: weightKg, reps, seconds, metres, rir }) => ({
        kind,
        weightKg,
        reps,
        seconds,
        metres,
        rir,
      })),
      best: { oneRepMaxKg: first.best_max_kg, weightKg: first.best_weight_kg },
      maxKg: first.recent_max_kg,
    };
  });
}

/** The training week of the client in scope, with all data for logging it offline. */
export async function getOwnWorkouts(tx: Tx<ClientScope>, today: string) {
  const monday = addDays(today, 1 - isoWeekday(today));
  const sunday = addDays(monday, 6);
  const range = { from: addDays(today, -MISSED_DAYS), to: addDays(sunday, 7) };
  const { programName, days: all } = await listOwnTrainingDays(tx, range, today);
  const days = all.filter(({ day }) => day <= sunday);
  const [{ rows, sets }, { substitutes, guides }] = await Promise.all([
    selectOpenLogs(tx, all),
    listHelp(tx, days, today),
  ]);
  const previous = await listPrevious(tx, refsOf(days, substitutes), today);
  const logs = logsByDay(rows);
  const [following] = all
    .filter((one) => one.day > sunday && !logs.get(nameOf(one))?.head.finishedAt)
    .toSorted((a, b) => (a.day < b.day ? -1 : 1));
  const week = days
    .map((day) => toPlanned(day, logs.get(nameOf(day)), today))
    .filter(({ day, status }) => day >= monday || status === 'missed' || status === 'started');
  const shown = new Set(week.map(({ logId }) => logId));
  const wanted = rows.filter(({ id, head }) => head.finishedAt === null || shown.has(id));
  return {
    today,
    programName,
    week,
    following: following ? { day: following.day, name: following.name } : null,
    logs: wanted.map((row) => toLog(row, sets)),
    previous,
    substitutes,
    guides,
    readOnly: tx.scope.seat !== 'covered',
  };
}

type Page = { workouts: WorkoutSummary[]; nextCursor: string | null };

/** A page of a client's logged workouts, latest first. */
export async function listWorkouts(tx: PersonTx, clientId: string, cursor: string | undefined): Promise<Page> {
  const rows = await selectSummaries(tx, clientId, cursor ? readCursor(cursor) : undefined);
  const { page, nextCursor } = pageOf(rows, WORKOUT_BOUNDS.logs);
  return { workouts: page.map(({ summary }) => summary), nextCursor };
}

/** @throws NOT_FOUND */
export async function listClientWorkouts(
  tx: Tx<CoachScope>,
  { clientId, cursor }: { clientId: string; cursor?: string | undefined },
  clock: { now: Date; timeZone: string },
): Promise<Page & { adherence: WorkoutAdherence }> {
  const [found, page] = await Promise.all([
    findTraining(tx, clientId, trainingRange(clock.now)),
    listWorkouts(tx, clientId, cursor),
  ]);
  if (!found) throw refuse('NOT_FOUND');
  return { ...page, adherence: countWorkouts(dueWorkoutsOf(found.training, found.pauses, clock)) };
}

/**
 * A logged workout with the coach's comments and its personal records.
 * @throws NOT_FOUND when it is unknown or deleted
 */
export async function getWorkout(
  tx: PersonTx,
  clientId: string,
  logId: string,
): Promise<{ log: WorkoutLog; comments: WorkoutComment[]; records: Omit<ExerciseRecord, 'exercise'>[] }> {
  const [row, sets, comments] = await Promise.all([
    findLog(tx, clientId, logId),
    selectSets(tx, clientId, [logId]),
    selectComments(tx, { clientId, logId }),
  ]);
  if (!row || row.head.deleted) throw refuse('NOT_FOUND');
  const startedAt = new Date(row.head.startedAt);
  const bests = await findBests(tx, clientId, exercisesOf(sets), { id: logId, startedAt });
  const records = recordsOf(sets, bests).map(({ exercise: _, ...record }) => record);
  return { log: toLog(row, sets), comments, records };
}

/**
 * The workouts with an exercise, oldest first.
 * @param exercise its id in the library, or its name
 */
export async function listExerciseWorkouts(tx: PersonTx, clientId: string, exercise: string) {
  const sets = await selectExerciseSets(tx, clientId, [exercise, nameWords(exercise)]);
  return [...Map.groupBy(sets, ({ logId }) => logId)]
    .map(([logId, list]) => {
      const { oneRepMaxKg, weightKg: bestWeightKg } = bestOf(list);
      const reps = list.flatMap((set) => set.reps ?? []);
      return {
        logId,
        day: list[0]?.day ?? '',
        bestWeightKg,
        bestReps: reps.length > 0 ? Math.max(...reps) : null,
        oneRepMaxKg,
        volumeKg: figuresOf(list).volumeKg,
      };
    })
    .toReversed();
}

/** @throws NOT_FOUND */
export async function listClientExerciseWorkouts(tx: Tx<CoachScope>, clientId: string, exercise: string) {
  const [exists, workouts] = await Promise.all([
    relationshipExists(tx, clientId),
    listExerciseWorkouts(tx, clientId, exercise),
  ]);
  if (!exists) throw refuse('NOT_FOUND');
  return workouts;
}
