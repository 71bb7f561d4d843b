import {
  ADJUSTMENT_RULES,
  type AdjustmentFacts,
  DEFAULT_GUARDRAILS,
  type Guardrails,
} from '@stridewell/contract/adjustments/adjustments.rules';
import { addDays, dayInZone } from '@stridewell/contract/time';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { listExercises } from '../exercises/exercises.service.ts';
import { listOpenPrograms } from '../programs/programs.adjust.service.ts';
import { listRecentWorkouts, selectBestMaxes } from '../workouts/workouts.recent.service.ts';
import { type AdjustedClient, selectGuardrails } from './adjustments.data.ts';

/** How many days of workouts are read, because workouts may be done on other days than planned and past days count. */
const DAYS_READ = 28;

/** A client's facts. `nextStart`: when the next program starts. */
export type ClientFacts = { facts: AdjustmentFacts; nextStart: string | null };

/** The guardrails for a client, and whether they are an exception. */
export async function guardrailsOf(
  tx: Tx<CoachScope>,
  clientId: string | null,
): Promise<{ guardrails: Guardrails; isException: boolean }> {
  const rows = await selectGuardrails(tx, clientId);
  const [found] = rows.toSorted((a, b) => Number(b.isException) - Number(a.isException));
  return found ?? { guardrails: DEFAULT_GUARDRAILS, isException: false };
}

/** Whether a client's recent lifts are on average weaker than those of the weeks before. */
export async function isGettingWeaker(tx: Tx<CoachScope>, clientId: string, today: string): Promise<boolean> {
  const split = addDays(today, -ADJUSTMENT_RULES.daysBack);
  const range = { since: addDays(split, -DAYS_READ), split, before: addDays(today, 2) };
  const shares = (await selectBestMaxes(tx, clientId, range)).flatMap(({ earlier, recent }) =>
    earlier && recent !== null ? [recent / earlier] : [],
  );
  const average = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  return shares.length > 0 && average < ADJUSTMENT_RULES.weakerShare;
}

/**
 * Facts for a client's proposals; undefined for a client without a program or a seat.
 * @param known the client's guardrails, when they were already read
 */
export async function factsOf(
  tx: Tx<CoachScope>,
  { clientId, status, covered, timeZone, pauses }: AdjustedClient,
  now: Date,
  known?: Guardrails,
): Promise<ClientFacts | undefined> {
  if (status !== 'active' || !covered) return undefined;
  const today = dayInZone(now, timeZone);
  const [[followed, next], workouts, exercises, { guardrails }] = await Promise.all([
    listOpenPrograms(tx, clientId, today),
    listRecentWorkouts(tx, clientId, addDays(today, -DAYS_READ)),
    listExercises(tx),
    known ? { guardrails: known } : guardrailsOf(tx, clientId),
  ]);
  if (!followed) return undefined;
  const facts = { today, followed, workouts, pauses, exercises, guardrails };
  return { facts, nextStart: next?.startDay ?? null };
}
