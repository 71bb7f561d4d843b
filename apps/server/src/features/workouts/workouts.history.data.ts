import type { WorkoutSummary } from '@stridewell/contract/workouts/workouts';
import { WORKOUT_BOUNDS } from '@stridewell/contract/workouts/workouts.rules';
import { and, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { ClientScope } from '../../core/tenancy/scope.ts';
import type { Cursor } from '../../platform/db/cursor.ts';
import type { Tx } from '../../platform/db/database.ts';
import {
  isLogOf,
  isPerformedSet,
  isSetOfLog,
  type PersonTx,
  plannedSets,
  STORED_LOG,
  selectSets,
} from './workouts.data.ts';
import { workoutComments, workoutLogs, workoutSets } from './workouts.table.ts';

/** A page of workouts and one more, latest first. */
export async function selectSummaries(
  tx: PersonTx,
  clientId: string,
  after: Cursor | undefined,
): Promise<(Cursor & { summary: WorkoutSummary })[]> {
  const { coachId } = tx.scope;
  const before =
    after &&
    sql`(${workoutLogs.startedAt}, ${workoutLogs.subjectId}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`;
  const rows = await tx
    .select({
      id: workoutLogs.id,
      subjectId: workoutLogs.subjectId,
      day: workoutLogs.day,
      name: workoutLogs.name,
      startedAt: workoutLogs.startedAt,
      finishedAt: workoutLogs.finishedAt,
      sets: workoutLogs.sets,
      plannedSets: plannedSets(sql`${workoutLogs.head}`),
      volumeKg: workoutLogs.volumeKg,
      records: workoutLogs.records,
      pains: workoutLogs.pains,
      importedFrom: workoutLogs.importedFrom,
      comments: sql<number>`(select count(*)::int from ${workoutComments} c
        where c.coach_id = ${coachId} and c.client_id = workout_logs.client_id and c.log_id = workout_logs.id)`,
    })
    .from(workoutLogs)
    .where(and(isLogOf(tx, clientId), eq(workoutLogs.deleted, false), before))
    .orderBy(desc(workoutLogs.startedAt), desc(workoutLogs.subjectId))
    .limit(WORKOUT_BOUNDS.logs + 1);
  return rows.map(({ subjectId, startedAt, finishedAt, ...row }) => ({
    at: startedAt,
    id: subjectId,
    summary: { ...row, startedAt: startedAt.toISOString(), finishedAt: finishedAt?.toISOString() ?? null },
  }));
}

/** Most sets in the history of one exercise, latest first: several years of training. */
const HISTORY_SETS = 5000;

/** Sets of one exercise that count as training, latest workout first. `names` are from `exerciseRef`. */
export const selectExerciseSets = (tx: PersonTx, clientId: string, names: readonly string[]) =>
  tx
    .select({
      logId: workoutSets.logId,
      day: workoutSets.day,
      kind: workoutSets.kind,
      weightKg: workoutSets.weightKg,
      reps: workoutSets.reps,
      rir: workoutSets.rir,
      done: workoutSets.done,
      deleted: workoutSets.deleted,
    })
    .from(workoutSets)
    .innerJoin(workoutLogs, isSetOfLog)
    .where(
      and(
        eq(workoutSets.coachId, tx.scope.coachId),
        eq(workoutSets.clientId, clientId),
        inArray(workoutSets.exercise, [...names]),
        isPerformedSet,
        eq(workoutLogs.deleted, false),
      ),
    )
    .orderBy(desc(workoutSets.day), desc(workoutLogs.startedAt), desc(workoutSets.logId))
    .limit(HISTORY_SETS);

/** Identifies a training day by program and day key, which stay the same when the date moves. */
export type DayOfProgram = { clientProgramId: string; dayKey: string };

/** The training day as one text. */
export const nameOf = ({ clientProgramId, dayKey }: DayOfProgram): string => `${clientProgramId}.${dayKey}`;

/**
 * The latest workouts of these training days, and unfinished ones, with their sets. May include others of programs that
 * share day keys.
 */
export async function selectOpenLogs(tx: Tx<ClientScope>, days: readonly DayOfProgram[]) {
  const { clientId } = tx.scope;
  const isOfDays = and(
    inArray(workoutLogs.clientProgramId, [...new Set(days.map(({ clientProgramId }) => clientProgramId))]),
    inArray(workoutLogs.dayKey, [...new Set(days.map(({ dayKey }) => dayKey))]),
  );
  const wanted = and(
    isLogOf(tx, clientId),
    eq(workoutLogs.deleted, false),
    or(isNull(workoutLogs.finishedAt), days.length > 0 ? isOfDays : undefined),
  );
  const latest = [desc(workoutLogs.startedAt), desc(workoutLogs.subjectId)];
  const ids = tx
    .select({ id: workoutLogs.id })
    .from(workoutLogs)
    .where(wanted)
    .orderBy(...latest)
    .limit(WORKOUT_BOUNDS.logs);
  const logs = tx
    .select(STORED_LOG)
    .from(workoutLogs)
    .where(wanted)
    .orderBy(...latest)
    .limit(WORKOUT_BOUNDS.logs);
  const [rows, sets] = await Promise.all([logs, selectSets(tx, clientId, ids)]);
  return { rows, sets };
}

type PreviousSet = {
  exercise: string;
  exercise_id: string | null;
  exercise_name: string;
  day: string;
  kind: (typeof workoutSets.$inferSelect)['kind'];
  weight_kg: number | null;
  reps: number | null;
  seconds: number | null;
  metres: number | null;
  rir: number | null;
  best_max_kg: number | null;
  best_weight_kg: number | null;
  recent_max_kg: number | null;
};

/**
 * The sets of the last finished workout of each exercise of the client in scope, in order, with the best of all
 * finished workouts and the one-rep max since `maxSince`.
 */
export async function selectPreviousSets(
  tx: Tx<ClientScope>,
  exercises: readonly string[],
  maxSince: string,
): Promise<PreviousSet[]> {
  if (exercises.length === 0) return [];
  const { coachId, clientId } = tx.scope;
  const own = sql`s.coach_id = ${coachId} and s.client_id = ${clientId}`;
  const { rows } = await tx.execute<PreviousSet>(sql`select s.exercise, s.exercise_id, s.exercise_name, s.day::text,
      s.kind, s.weight_kg, s.reps, s.seconds, s.metres, s.rir, best.best_max_kg, best.best_weight_kg,
      best.recent_max_kg
    from unnest(${sql.param([...exercises])}::text[]) as wanted(exercise)
    cross join lateral (select s.log_id from ${workoutSets} s
      join ${workoutLogs} l on l.coach_id = s.coach_id and l.client_id = s.client_id and l.id = s.log_id
      where ${own} and s.exercise = wanted.exercise and s.done and not s.deleted and s.kind <> 'warm_up'
        and l.finished_at is not null and not l.deleted
      order by s.day desc, l.started_at desc limit 1) latest
    cross join lateral (select max(s.one_rep_max_kg) as best_max_kg,
        max(s.one_rep_max_kg) filter (where s.day >= ${maxSince}::date) as recent_max_kg,
        max(s.weight_kg) filter (where s.weight_kg > 0 and s.reps is distinct from 0) as best_weight_kg
      from ${workoutSets} s
      join ${workoutLogs} l on l.coach_id = s.coach_id and l.client_id = s.client_id and l.id = s.log_id
      where ${own} and s.exercise = wanted.exercise and s.done and not s.deleted and s.kind <> 'warm_up'
        and l.finished_at is not null and not l.deleted) best
    join ${workoutSets} s on ${own} and s.log_id = latest.log_id and s.exercise = wanted.exercise
      and s.done and not s.deleted
    order by s.exercise, s.exercise_key, s.position, s.id`);
  return rows;
}
