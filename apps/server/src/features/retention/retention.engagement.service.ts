import type { ClientRisk, EngagementReport } from '@stridewell/contract/retention/retention';
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
import { listEngagement } from '../clients/clients.service.ts';
import { selectActivity } from './retention.features.data.ts';
import { type Activity, type Features, featuresOf } from './retention.features.rules.ts';
import { actionFor, riskLevelOf } from './retention.levels.rules.ts';
import { priorChances, priorReasons } from './retention.prior.rules.ts';

type Clock = Parameters<typeof listEngagement>[1];
type Coached = Awaited<ReturnType<typeof listEngagement>>[number];

/** The risk of each client of the coach as of today, beside that of a week ago. */
export async function getEngagement(tx: Tx<CoachScope>, clock: Clock): Promise<EngagementReport> {
  const { timeZone } = clock;
  const today = dayInZone(clock.now, timeZone);
  const weekAgo = addDays(today, -7);
  const [coached, objections, activities] = await Promise.all([
    listEngagement(tx, clock),
    listScoringObjections(tx),
    selectActivity(tx, { coachId: tx.scope.coachId, timeZone }, [weekAgo, today]),
  ]);
  const activityOf = new Map(activities.map((row) => [`${row.clientId} ${row.day}`, row]));
  const clients = coached.map((client) => {
    const now = activityOf.get(`${client.clientId} ${today}`);
    const before = activityOf.get(`${client.clientId} ${weekAgo}`);
    const notScored = objections.has(client.clientId) ? 'objected' : reasonAgainst(client, now, today);
    if (notScored || !now) return withoutLevel(client, notScored);
    const levelBefore = before && !isNew(before, weekAgo) ? levelOf(featuresOf(before, weekAgo), null) : null;
    return riskOf(client, featuresOf(now, today), levelBefore);
  });
  return { today, clients: clients.sort(byRisk) };
}

const isNew = ({ accepted, since }: Activity, day: string): boolean =>
  daysBetween(accepted ?? since, day) < NEW_CLIENT_DAYS;

/** Why the client has no level; null when they have one. */
function reasonAgainst(client: Coached, activity: Activity | undefined, today: string): NotScored | null {
  if (client.status === 'invited' || client.status === 'paused') return client.status;
  if (!client.isCovered) return 'not_covered';
  return !activity || isNew(activity, today) ? 'new' : null;
}

const withoutLevel = ({ clientId, name }: Coached, notScored: NotScored | null): ClientRisk => ({
  clientId,
  name,
  level: null,
  levelBefore: null,
  notScored,
  reasons: [],
  daysSince: { activity: null, workout: null, checkIn: null, message: null, visit: null },
  engagement: null,
  action: null,
});

const levelOf = (features: Features, before: RiskLevel | null): RiskLevel =>
  riskLevelOf(priorChances([features])[0] ?? 0, before);

function riskOf(client: Coached, features: Features, levelBefore: RiskLevel | null): ClientRisk {
  const { clientId, name, engagement } = client;
  const reasons = priorReasons(features).flatMap((reason) => {
    const value = features[reason];
    return value === null ? [] : [{ reason, value }];
  });
  return {
    clientId,
    name,
    level: levelOf(features, levelBefore),
    levelBefore,
    notScored: null,
    reasons,
    daysSince: {
      activity: features.silentDays,
      workout: features.workoutDaysAgo,
      checkIn: features.checkInDaysAgo,
      message: features.messageDaysAgo,
      visit: features.loginDaysAgo,
    },
    engagement,
    action: actionFor(features.silentDays ?? 0),
  };
}

const rankOf = ({ level }: ClientRisk): number => (level === null ? RISK_LEVELS.length : RISK_LEVELS.indexOf(level));

/** The longest silence first within a level. Otherwise the order by name stays. */
const byRisk = (one: ClientRisk, other: ClientRisk): number =>
  rankOf(one) - rankOf(other) || (other.daysSince.activity ?? 0) - (one.daysSince.activity ?? 0);
