import { planHasFeature, resolvePlan } from '@stridewell/contract/billing/billing.rules';
import type { RiskLevel } from '@stridewell/contract/retention/retention.rules';
import { addDays, dayInZone, isoWeekday } from '@stridewell/contract/time';
import { type CoachAtTime, selectCoachesAtTime } from '../../core/people/coach-clock.data.ts';
import { listScoringObjections } from '../../core/relationships/coachings.data.ts';
import type { Infrastructure } from '../../core/services.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { eachDue } from '../../platform/queue/each-due.ts';
import { listEngagement } from '../clients/clients.service.ts';
import { listActivity } from './retention.activity.service.ts';
import { isNew, reasonAgainst } from './retention.engagement.service.ts';
import { selectLeavings } from './retention.features.data.ts';
import { featuresOf, MONTH } from './retention.features.rules.ts';
import { riskLevelOf } from './retention.levels.rules.ts';
import { readCoachModel } from './retention.model.service.ts';
import { countLevels, countOutcomes } from './retention.outcomes.rules.ts';
import { scorerScopeOf, scoringScope } from './retention.scopes.ts';
import {
  deleteScoresBefore,
  hasWeek,
  insertScores,
  insertWeek,
  selectScores,
  selectUncounted,
  setOutcomes,
} from './retention.scores.data.ts';

const BATCH = 100;
/** [K] A quiet hour of the coach. Each day has one, so that a missed Monday is made up for the day after. */
const SCORING_TIME = { unit: 'hour', is: 3 } as const;
/** [K] Days for which the score of a client is kept. */
const KEPT_DAYS = 366;

type WeeklyDeps = Pick<Infrastructure, 'db' | 'log' | 'now'>;

/** The Sunday before `day`, on which the last whole week ended. */
export const endOfLastWeek = (day: string): string => addDays(day, -isoWeekday(day));

/**
 * Stores the level of each client at the end of the week for all active coaches whose plan has it, and counts what
 * happened after earlier weeks. A week is stored once; a repeated run changes nothing.
 */
export async function scoreWeeks({ db, log, now }: WeeklyDeps): Promise<void> {
  const at = now();
  await eachDue({
    name: 'coaches',
    log,
    failure: 'the week of a coach was not scored',
    read: (after: { coachId: string } | undefined) =>
      db.read(scoringScope, (tx) => selectCoachesAtTime(tx, SCORING_TIME, { at, after: after?.coachId, limit: BATCH })),
    size: BATCH,
    place: ({ coachId }) => ({ coachId }),
    work: (coach) => db.write(scorerScopeOf(coach.coachId), (tx) => scoreWeek(tx, coach, at)),
  });
}

async function scoreWeek(tx: Tx<CoachScope>, coach: CoachAtTime, now: Date): Promise<void> {
  const plan = resolvePlan({ storedPlan: coach.storedPlan, role: 'Coach-Base' }, 'server');
  if (!planHasFeature(plan, 'retention_tracking')) return;
  const { timeZone } = coach;
  const today = dayInZone(now, timeZone);
  const day = endOfLastWeek(today);
  if (await hasWeek(tx, day)) return;
  const [{ scorer }, coached, objections] = await Promise.all([
    readCoachModel(tx),
    listEngagement(tx, { now, timeZone, plan }),
    listScoringObjections(tx),
  ]);
  const [activities, before] = [
    await listActivity(tx, { coachId: coach.coachId, timeZone }, [day]),
    await levelsOf(tx, addDays(day, -7)),
  ];
  const clientOf = new Map(coached.map((client) => [client.clientId, client]));
  const rows = activities.flatMap((activity) => {
    const client = clientOf.get(activity.clientId);
    if (!client || objections.has(client.clientId) || isNew(activity, day)) return [];
    if (reasonAgainst(client, activity, day) !== null) return [];
    return [{ clientId: client.clientId, features: featuresOf(activity, day) }];
  });
  const features = rows.map((row) => row.features);
  const chances = scorer.chancesOf(features);
  const scores = rows.map((row, index) => ({
    clientId: row.clientId,
    day,
    level: riskLevelOf(chances[index] ?? 0, before.get(row.clientId) ?? null),
    chance: scorer.isShown ? (chances[index] ?? 0) : null,
    reasons: scorer.reasonsOf(row.features),
    modelVersion: scorer.version,
  }));
  const week = { day, modelVersion: scorer.version, levels: countLevels(scores), bins: scorer.binsOf(features) };
  // Of two runs at once, the second waits here and finds the week.
  if (!(await insertWeek(tx, week))) return;
  await insertScores(tx, scores);
  await deleteScoresBefore(tx, addDays(day, -KEPT_DAYS));
  await countPast(tx, coach, day);
}

const levelsOf = async (tx: Tx<CoachScope>, day: string): Promise<ReadonlyMap<string, RiskLevel>> =>
  new Map((await selectScores(tx, day)).map(({ clientId, level }) => [clientId, level]));

/**
 * Counts what happened within four weeks after earlier weeks, from the scores that are still there. Clients who left by a
 * failed payment are left out, as they are when a model is fitted.
 */
async function countPast(tx: Tx<CoachScope>, coach: CoachAtTime, day: string): Promise<void> {
  const days = await selectUncounted(tx, addDays(day, -MONTH));
  if (days.length === 0) return;
  const leavings = await selectLeavings(tx, coach);
  for (const past of days) {
    const last = addDays(past, MONTH);
    const within = leavings.filter((one) => one.day > past && one.day <= last);
    const left = new Set(within.map(({ clientId }) => clientId));
    const byPayment = new Set(within.filter((one) => one.byPayment).map(({ clientId }) => clientId));
    const shown = (await selectScores(tx, past))
      .filter(({ clientId }) => !byPayment.has(clientId))
      .map(({ clientId, level, chance }) => ({ level, chance, left: left.has(clientId) }));
    await setOutcomes(tx, past, countOutcomes(shown));
  }
}
