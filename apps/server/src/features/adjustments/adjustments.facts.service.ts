import {
  ADJUSTMENT_RULES,
  type AdjustmentFacts,
  DEFAULT_GUARDRAILS,
  type Guardrails,
} from '@stridewell/contract/adjustments/adjustments.rules';
import { addDays, dayInZone } from '@stridewell/contract/time';
import { findClientZones } from '../../core/relationships/relationships.data.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { listExercises } from '../exercises/exercises.service.ts';
import { listOpenPrograms } from '../programs/programs.adjust.service.ts';
import { listRecentWorkouts, selectBestMaxes } from '../workouts/workouts.recent.service.ts';
import { type AdjustedClient, findGuardrails } from './adjustments.data.ts';

/** How many days of workouts are read, because workouts may be done on other days than planned and past days count. */
const DAYS_READ = 28;

/** A client's facts, with the time zone of their days. `nextStart`: when the next program starts. */
export type ClientFacts = { facts: AdjustmentFacts; timeZone: string; nextStart: string | null };

/** The guardrails for a client, and whether they are an exception. */
export async function guardrailsOf(
  tx: Tx<CoachScope>,
  clientId: string | null,
): Promise<{ guardrails: Guardrails; isException: boolean }> {
  const { own, exception } = await findGuardrails(tx, clientId);
  return { guardrails: exception ?? own ?? DEFAULT_GUARDRAILS, isException: exception !== undefined };
}

/** Whether recent lifts are on average weaker than those of the weeks before. */
function isWeaker(before: ReadonlyMap<string, number>, recent: ReadonlyMap<string, number>): boolean {
  const shares = [...recent].flatMap(([exercise, best]) => {
    const earlier = before.get(exercise);
    return earlier ? [best / earlier] : [];
  });
  const average = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  return shares.length > 0 && average < ADJUSTMENT_RULES.weakerShare;
}

/** Facts for a client's proposals; undefined for a client without a program or a seat. */
export async function factsOf(
  tx: Tx<CoachScope>,
  { clientId, status, covered, coachZone, pauses }: AdjustedClient,
  now: Date,
): Promise<ClientFacts | undefined> {
  if (status !== 'active' || !covered) return undefined;
  const zones = await findClientZones(tx, clientId);
  const timeZone = zones.get(clientId) ?? coachZone;
  const today = dayInZone(now, timeZone);
  const split = addDays(today, -ADJUSTMENT_RULES.daysBack);
  const [[followed, next], workouts, before, recent, exercises, { guardrails }] = await Promise.all([
    listOpenPrograms(tx, clientId, today),
    listRecentWorkouts(tx, clientId, addDays(today, -DAYS_READ)),
    selectBestMaxes(tx, clientId, { since: addDays(split, -DAYS_READ), before: split }),
    selectBestMaxes(tx, clientId, { since: split, before: addDays(today, 2) }),
    listExercises(tx),
    guardrailsOf(tx, clientId),
  ]);
  if (!followed) return undefined;
  const facts = { today, followed, workouts, pauses, isWeaker: isWeaker(before, recent), exercises, guardrails };
  return { facts, timeZone, nextStart: next?.startDay ?? null };
}
