import { isDeepStrictEqual } from 'node:util';
import { addDays, dayInZone } from '@stridewell/contract/time';
import type { PainFlag, WorkoutHead, WorkoutLog } from '@stridewell/contract/workouts/workouts';
import { joinHead, mergeWorkouts, splitHead } from '@stridewell/contract/workouts/workouts.merge.rules';
import { plannedOf, WORKOUT_BOUNDS } from '@stridewell/contract/workouts/workouts.rules';
import { v7 as uuidv7 } from 'uuid';
import { settleInstant, settlePart } from '../../core/device-time.rules.ts';
import { type NewEvent, recordAll } from '../../core/events/events.ts';
import { refuse } from '../../core/refusals.ts';
import { lockRelationship } from '../../core/relationships/relationships.data.ts';
import type { ClientScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { publish } from '../../platform/realtime/live.ts';
import { notify } from '../notifications/notifications.service.ts';
import { newTexts, notifyOfWords } from '../notifications/notifications.words.service.ts';
import { isOwnProgram } from '../programs/programs.schedule.service.ts';
import { findBests, hasLaterLog } from './workouts.bests.data.ts';
import { exercisesOf, logRowOf, setRowsOf } from './workouts.columns.rules.ts';
import { findLog, type StoredLog, type StoredSet, selectSets, toLog, upsertLog, upsertSets } from './workouts.data.ts';
import { refreshRecords } from './workouts.records.service.ts';

type SyncTx = Tx<ClientScope, 'COACH_PLAN_FULL' | 'WORKOUT_FULL'>;

/** The time of the request, and the client's time zone. */
type Clock = { now: Date; timeZone: string };

function settleHead(sent: WorkoutHead, known: WorkoutHead | undefined, { now, timeZone }: Clock): WorkoutHead {
  const today = dayInZone(now, timeZone);
  const { rest, finish, note, exercises, pains } = splitHead(sent);
  const before = known && splitHead(known);
  const day = rest.day > addDays(today, 1) ? today : rest.day;
  const startedAt = settleInstant(rest.startedAt, known?.startedAt, now);
  const finishedAt = finish.finishedAt && settleInstant(finish.finishedAt, known?.finishedAt, now);
  return joinHead({
    rest: settlePart({ ...rest, day, startedAt }, before?.rest, now),
    finish: settlePart({ ...finish, finishedAt }, before?.finish, now),
    note: settlePart(note, before?.note, now),
    exercises: settlePart(exercises, before?.exercises, now),
    pains: pains.map((pain) => settlePain(pain, known?.pains ?? [], now)),
  });
}

function settlePain(sent: PainFlag, known: readonly PainFlag[], now: Date): PainFlag {
  const before = known.find(({ id }) => id === sent.id);
  return settlePart({ ...sent, at: settleInstant(sent.at, before?.at, now) }, before, now);
}

/** A device's log with comparable times. */
function settleLog({ id, head, sets }: WorkoutLog, known: WorkoutLog | undefined, clock: Clock): WorkoutLog {
  const knownSets = new Map(known?.sets.map((set) => [set.id, set]));
  return {
    id,
    head: settleHead(head, known?.head, clock),
    sets: sets.map((set) => settlePart(set, knownSets.get(set.id), clock.now)),
  };
}

/**
 * Merges a workout from a device of the client in scope with the stored one, and returns the result. Idempotent.
 * @throws FORBIDDEN after the coaching, COACH_PLAN_FULL without a seat, NOT_FOUND for another client's program,
 *   WORKOUT_FULL when all devices together have too many sets
 */
export async function syncWorkout(tx: SyncTx, sent: WorkoutLog, clock: Clock): Promise<WorkoutLog> {
  const { clientId, seat } = tx.scope;
  const programId = plannedOf(sent.id)?.clientProgramId;
  // Sent in this order on one connection. The lock lets one workout of the client be merged at a time.
  const [relationship, row, rows, isOwn] = await Promise.all([
    lockRelationship(tx, clientId),
    findLog(tx, clientId, sent.id),
    selectSets(tx, clientId, [sent.id]),
    programId === undefined || isOwnProgram(tx, programId),
  ]);
  if (!relationship) throw refuse('FORBIDDEN');
  // A stored workout may belong to a program that the coach has removed.
  if (!isOwn && !row) throw refuse('NOT_FOUND');
  if (seat !== 'covered') throw refuse(tx, 'COACH_PLAN_FULL');
  const known = row && toLog(row, rows);
  const settled = settleLog(sent, known, clock);
  const merged = mergeWorkouts(known ?? settled, settled);
  if (merged.sets.length > WORKOUT_BOUNDS.sets || merged.head.pains.length > WORKOUT_BOUNDS.pains) {
    throw refuse(tx, 'WORKOUT_FULL');
  }
  if (isDeepStrictEqual(merged, known)) return merged;
  const stored = await storeWorkout(tx, merged, { row, rows, now: clock.now });
  await announce(tx, merged, { ...stored, row, fullName: relationship.fullName, now: clock.now });
  const texts = newTexts(textsOf(known), textsOf(merged));
  await notifyOfWords(tx, { texts, place: 'their workout notes', fullName: relationship.fullName });
  await showCoach(tx, merged, row);
  return merged;
}

/** The client’s notes in a workout, by their places. */
const textsOf = (log: WorkoutLog | undefined): Map<string, string> =>
  new Map([
    ['note', log?.head.note ?? ''],
    ...[...(log?.sets ?? []), ...(log?.head.pains ?? [])].map(({ id, note, deleted }): [string, string] => [
      id,
      deleted ? '' : note,
    ]),
  ]);

type Before = { row: StoredLog | undefined; rows: readonly StoredSet[]; now: Date };

/** Stores changes. @returns the id for events, and whether the workout was finished for the first time */
async function storeWorkout(tx: SyncTx, log: WorkoutLog, { row, rows, now }: Before) {
  const { id, head } = log;
  const sets = setRowsOf(log, rows);
  const startedAt = new Date(head.startedAt);
  const from = new Date(Math.min(startedAt.getTime(), Date.parse(row?.head.startedAt ?? head.startedAt)));
  const [bests, isFollowed] = await Promise.all([
    findBests(tx, tx.scope.clientId, exercisesOf(sets), { id, startedAt }),
    hasLaterLog(tx, id, from),
  ]);
  const isCompleted = !row?.completedAt && head.finishedAt !== null && !head.deleted;
  const subjectId = row?.subjectId ?? uuidv7();
  const completedAt = isCompleted ? now : (row?.completedAt ?? null);
  const before = new Map(rows.map((set) => [set.id, set]));
  const changed = sets.filter((set) => !isDeepStrictEqual(set, before.get(set.id)));
  // Sent in this order on one connection, because sets refer to their workout.
  await Promise.all([
    upsertLog(tx, { ...logRowOf(log, sets, bests), subjectId, completedAt, updatedAt: now }),
    upsertSets(tx, changed),
  ]);
  if (isFollowed) await refreshRecords(tx, from);
  return { subjectId, isCompleted };
}

type News = { subjectId: string; isCompleted: boolean; row: StoredLog | undefined; fullName: string; now: Date };

/**
 * Records the end of a workout and new pain flags, and notifies the coach of the flags. The notification does not say
 * what hurts, because it outlives the workout.
 */
async function announce(tx: SyncTx, { head }: WorkoutLog, { subjectId, isCompleted, row, fullName, now }: News) {
  if (head.deleted) return;
  const { coachId, clientId } = tx.scope;
  const known = new Set(row?.head.pains.map(({ id }) => id));
  const flags = head.pains.filter(({ id, deleted }) => !deleted && !known.has(id));
  const notAfterNow = (instant: string) => new Date(Math.min(Date.parse(instant), now.getTime()));
  const about = { clientId, subjectId };
  const events: NewEvent[] = flags.map(({ id: flagId, at }) => ({
    ...about,
    type: 'workout.pain_flagged',
    occurredAt: notAfterNow(at),
    data: { flagId },
  }));
  if (isCompleted && head.finishedAt !== null) {
    const occurredAt = notAfterNow(head.finishedAt);
    events.push({ ...about, type: 'workout.completed', occurredAt, data: { day: head.day } });
  }
  await recordAll(tx, events);
  if (flags.length === 0) return;
  await notify(tx, {
    userId: coachId,
    type: 'pain_flagged',
    title: 'Pain during a workout',
    message: `${fullName} reported pain during ${head.name}.`,
    metadata: { client_id: clientId, coach_id: coachId },
  });
}

/** Makes the coach's screens reload. Changes of only sets during a workout do not. */
async function showCoach(tx: SyncTx, { id, head }: WorkoutLog, row: StoredLog | undefined): Promise<void> {
  const hasSamePains = isDeepStrictEqual(head.pains, row?.head.pains);
  if (row && head.finishedAt === null && !head.deleted && hasSamePains) return;
  const { coachId, clientId } = tx.scope;
  await publish(tx, [coachId], { event: 'workout', clientId, logId: id });
}
