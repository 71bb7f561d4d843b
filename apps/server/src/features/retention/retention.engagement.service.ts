import type { ClientRisk, EngagementReport, ExplainedRisk } from '@stridewell/contract/retention/retention';
import {
  NEW_CLIENT_DAYS,
  type NotScored,
  RISK_LEVELS,
  type RiskLevel,
} from '@stridewell/contract/retention/retention.rules';
import { addDays, dayInZone, daysBetween } from '@stridewell/contract/time';
import { listScoringObjections } from '../../core/relationships/coachings.data.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { getHealth } from '../clients/clients.health.service.ts';
import { getClientSummary, listEngagement } from '../clients/clients.service.ts';
import { listVisitDays } from '../clients/clients.visits.service.ts';
import { listFailedPayers } from '../money/money.ledger.service.ts';
import { listActivity } from './retention.activity.service.ts';
import { listNewestActions, listReasonsOn } from './retention.facts.data.ts';
import { type Activity, type Features, featuresOf } from './retention.features.rules.ts';
import { actionFor, riskLevelOf } from './retention.levels.rules.ts';
import { readCoachModel, stateOf } from './retention.model.service.ts';
import { factOf } from './retention.reasons.rules.ts';
import type { Scorer } from './retention.scorer.rules.ts';
import { listTimesAhead } from './retention.times.data.ts';
import { activeDaysByWeek, firstActivityDay } from './retention.weeks.rules.ts';

type Clock = Parameters<typeof listEngagement>[1];
type Coached = Awaited<ReturnType<typeof listEngagement>>[number];

/** Facts about clients besides their activity, by client. */
type Known = {
  objections: ReadonlySet<string>;
  failedPayers: ReadonlySet<string>;
  reasons: Awaited<ReturnType<typeof listReasonsOn>>;
  actions: Awaited<ReturnType<typeof listNewestActions>>;
  visits: Awaited<ReturnType<typeof listVisitDays>>;
  times: Awaited<ReturnType<typeof listTimesAhead>>;
};

/** Activity as of today and a week ago, the coach's model, and what else is known; of all clients or of one. */
async function readFacts(tx: Tx<CoachScope>, { now, timeZone }: Clock, clientId: string | null) {
  const today = dayInZone(now, timeZone);
  const weekAgo = addDays(today, -7);
  const [{ scorer, used, offset }, objections, activities, failedPayers, reasons, actions, visits, times] =
    await Promise.all([
      readCoachModel(tx),
      listScoringObjections(tx),
      listActivity(tx, { coachId: tx.scope.coachId, timeZone }, [weekAgo, today], clientId),
      listFailedPayers(tx, today),
      listReasonsOn(tx, today, clientId),
      listNewestActions(tx, now, clientId),
      listVisitDays(tx, { from: firstActivityDay(today), to: today }),
      listTimesAhead(tx, now, clientId),
    ]);
  const activityOf = new Map(activities.map((row) => [`${row.clientId} ${row.day}`, row]));
  const known: Known = { objections, failedPayers, reasons, actions, visits, times };
  return {
    today,
    model: { state: stateOf(used), clients: offset?.clients ?? 0 },
    riskOf(client: Coached): ClientRisk {
      const now = activityOf.get(`${client.clientId} ${today}`);
      const before = activityOf.get(`${client.clientId} ${weekAgo}`);
      const notScored = objections.has(client.clientId) ? 'objected' : reasonAgainst(client, now, today);
      if (notScored || !now) return withoutLevel(client, notScored, known);
      return riskOf(client, { now, before, today }, { known, scorer });
    },
  };
}

/** The risk of each client of the coach as of today, beside that of a week ago. */
export async function getEngagement(tx: Tx<CoachScope>, clock: Clock): Promise<EngagementReport> {
  const [coached, { today, model, riskOf }] = await Promise.all([
    listEngagement(tx, clock),
    readFacts(tx, clock, null),
  ]);
  return { today, model, clients: coached.map(riskOf).sort(byRisk) };
}

/**
 * The risk of one client, and the score with what moved it.
 * @throws NOT_FOUND
 */
export async function getClientRisk(tx: Tx<CoachScope>, clientId: string, clock: Clock): Promise<ExplainedRisk> {
  const [client, { riskOf }, health] = await Promise.all([
    getClientSummary(tx, clientId, clock),
    readFacts(tx, clock, clientId),
    getHealth(tx, clientId, clock),
  ]);
  const { fullName: name, status, readOnly, engagement } = client;
  const risk = riskOf({ clientId, name, status, isCovered: !readOnly, engagement });
  // A client without a shown score has no explanation of it either.
  return { ...risk, health: risk.engagement && health };
}

export const isNew = ({ accepted, since }: Activity, day: string): boolean =>
  daysBetween(accepted ?? since, day) < NEW_CLIENT_DAYS;

/** Why the client has no level; null when they have one. */
export function reasonAgainst(client: Coached, activity: Activity | undefined, today: string): NotScored | null {
  if (client.status === 'invited' || client.status === 'paused') return client.status;
  if (!client.isCovered) return 'not_covered';
  return !activity || isNew(activity, today) ? 'new' : null;
}

const withoutLevel = (
  { clientId, name }: Coached,
  notScored: NotScored | null,
  { reasons, actions }: Known,
): ClientRisk => ({
  clientId,
  name,
  level: null,
  levelBefore: null,
  chance: null,
  curve: [],
  notScored,
  reasons: [],
  daysSince: { activity: null, workout: null, checkIn: null, message: null, visit: null },
  activeDays: [],
  usageChange: null,
  engagement: null,
  action: null,
  suggestedAt: null,
  knownReason: knownReasonOf(clientId, reasons),
  taken: actions.get(clientId) ?? null,
});

function knownReasonOf(clientId: string, reasons: Known['reasons']): ClientRisk['knownReason'] {
  const row = reasons.get(clientId);
  return row ? { id: row.id, reason: row.reason, fromDay: row.fromDay, untilDay: row.untilDay } : null;
}

/** Activity at the end of a day and, if the client was active then, a week before. */
type Activities = { now: Activity; before: Activity | undefined; today: string };

/** The level of one day, after that of a week before it. */
export function levelsOn({ now, before, today }: Activities, scorer: Scorer) {
  const weekAgo = addDays(today, -7);
  const levelBefore = before && !isNew(before, weekAgo) ? levelOf(featuresOf(before, weekAgo), null, scorer) : null;
  return { level: levelOf(featuresOf(now, today), levelBefore, scorer), levelBefore };
}

const levelOf = (features: Features, before: RiskLevel | null, scorer: Scorer): RiskLevel =>
  riskLevelOf(scorer.chancesOf([features])[0] ?? 0, before);

function usageChangeOf({ fall, activeDays28 }: Features): number | null {
  if (fall === null || activeDays28 === null) return null;
  return fall === 0 ? 0 : Math.round((-100 * fall) / (fall + activeDays28));
}

type Judged = { known: Known; scorer: Scorer };

function riskOf(client: Coached, activities: Activities, { known, scorer }: Judged): ClientRisk {
  const { now, today } = activities;
  const { clientId, name, engagement } = client;
  const features = featuresOf(now, today);
  // A known reason is no silence, but the client was last seen when they were.
  const seen = featuresOf({ ...now, known: [] }, today);
  const reasons = scorer.reasonsOf(features).flatMap((reason) => {
    const value = factOf(features, reason);
    return value === null ? [] : [{ reason, value }];
  });
  const curve = scorer.isShown ? scorer.curveOf(features) : [];
  const action = known.failedPayers.has(clientId) ? 'payment' : actionFor(features.silentDays ?? 0);
  const taken = known.actions.get(clientId) ?? null;
  const mayWait = action !== null && action !== 'payment' && taken === null;
  return {
    clientId,
    name,
    ...levelsOn(activities, scorer),
    // The chance of four weeks is a point of the curve, so that both always agree.
    chance: curve[3] ?? null,
    curve,
    notScored: null,
    reasons,
    daysSince: {
      activity: seen.silentDays,
      workout: seen.workoutDaysAgo,
      checkIn: seen.checkInDaysAgo,
      message: seen.messageDaysAgo,
      visit: seen.loginDaysAgo,
    },
    activeDays: activeDaysByWeek(now.days, known.visits.get(clientId) ?? [], today),
    usageChange: usageChangeOf(features),
    engagement,
    action,
    suggestedAt: mayWait ? (known.times.get(clientId)?.toISOString() ?? null) : null,
    knownReason: knownReasonOf(clientId, known.reasons),
    taken,
  };
}

const rankOf = ({ level }: ClientRisk): number => (level === null ? RISK_LEVELS.length : RISK_LEVELS.indexOf(level));

/** The longest silence first within a level. Otherwise the order by name stays. */
const byRisk = (one: ClientRisk, other: ClientRisk): number =>
  rankOf(one) - rankOf(other) || (other.daysSince.activity ?? 0) - (one.daysSince.activity ?? 0);
