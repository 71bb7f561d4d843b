import {
  HISTORY_BOUNDS,
  type HistoryMatch,
  type historyInput,
  historyName,
} from '@stridewell/contract/workouts/workouts.history.rules';
import { historyLog, matchHistory } from '@stridewell/contract/workouts/workouts.history-logs.rules';
import { v5 as uuidv5, v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import { refuse } from '../../core/refusals.ts';
import { lockRelationship } from '../../core/relationships/relationships.data.ts';
import type { ClientScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { listCoachExercises } from '../exercises/exercises.service.ts';
import { logRowOf, setRowsOf } from './workouts.columns.rules.ts';
import { countLogs, findLogIds, insertLogs } from './workouts.import.data.ts';
import { refreshRecords } from './workouts.records.service.ts';

type HistoryInput = z.infer<typeof historyInput>;
type ImportTx = Tx<ClientScope, 'COACH_PLAN_FULL' | 'HISTORY_FULL'>;

/** Namespace for ids derived from start and title, so that a second import finds the workouts of the first. */
const NAMESPACE = 'c0a6f1d2-6b0e-4d6e-9f6a-5d1b8a4c7e21';
/** How far a device's clock may be ahead. */
const AHEAD_MS = 86_400_000;

/** Matches names with exercises of the coach's library. */
export async function matchHistoryExercises(tx: Tx<ClientScope>, names: readonly string[]): Promise<HistoryMatch[]> {
  const library = await listCoachExercises(tx, []);
  return names.map((name) => matchHistory(library, name));
}

/** The logs of a request by id. A start in the future is a mistake in the file. */
function logsOf({ source, timeZone, workouts }: HistoryInput, now: Date) {
  const logs = workouts.map((workout) =>
    historyLog(workout, { id: uuidv5(historyName(workout), NAMESPACE), timeZone, source }),
  );
  const started = logs.filter(({ head }) => Date.parse(head.startedAt) <= now.getTime() + AHEAD_MS);
  return new Map(started.map((log) => [log.id, log]));
}

/**
 * Adds workouts of another app to those of the client in scope. They count toward records and progress. They are not
 * announced, now or after later edits, because `completedAt` is set without an event.
 * @returns how many were added, and how many already existed, including deleted ones
 * @throws FORBIDDEN after the coaching, COACH_PLAN_FULL without a seat, HISTORY_FULL
 */
export async function importHistory(
  tx: ImportTx,
  input: HistoryInput,
  now: Date,
): Promise<{ added: number; known: number }> {
  const logs = logsOf(input, now);
  // Sent in this order on one connection. The lock lets one import of the client run at a time.
  const [relationship, known, stored] = await Promise.all([
    lockRelationship(tx, tx.scope.clientId),
    findLogIds(tx, [...logs.keys()]),
    countLogs(tx),
  ]);
  if (!relationship) throw refuse('FORBIDDEN');
  if (tx.scope.seat !== 'covered') throw refuse(tx, 'COACH_PLAN_FULL');
  const added = [...logs.values()].filter(({ id }) => !known.has(id));
  if (added.length === 0) return { added: 0, known: known.size };
  if (stored + added.length > HISTORY_BOUNDS.workouts) throw refuse(tx, 'HISTORY_FULL');
  const sets = new Map(added.map((log) => [log, setRowsOf(log, [])]));
  const rows = [...sets].map(([log, own]) => ({
    ...logRowOf(log, own, new Map()),
    subjectId: uuidv7(),
    completedAt: now,
    updatedAt: now,
  }));
  await insertLogs(tx, rows, [...sets.values()].flat());
  const first = Math.min(...added.map(({ head }) => Date.parse(head.startedAt)));
  await refreshRecords(tx, new Date(first));
  return { added: added.length, known: known.size };
}
