import { isFailing } from '@stridewell/contract/billing/billing.invoices.rules';
import { lockReason, PLANS, type Plan, seatsOver } from '@stridewell/contract/billing/billing.rules';
import type {
  Agenda,
  ClientDashboard,
  CoachDashboard,
  HiddenSuggestion,
} from '@stridewell/contract/dashboard/dashboard';
import {
  followUpsFor,
  type Hidden,
  MAX_FOLLOW_UPS,
  MAX_SNOOZE_DAYS,
  type Suggestion,
  suggestionsFor,
  type TrackedClient,
  taskCount,
} from '@stridewell/contract/dashboard/dashboard.rules';
import { hasFigures } from '@stridewell/contract/meals/meals.amounts.rules';
import { addDays, dayInZone } from '@stridewell/contract/time';
import type { UnitSystem } from '@stridewell/contract/units';
import { workoutMarkOf } from '@stridewell/contract/workouts/workouts.adherence.rules';
import type { EventHandlers, RecordingScope } from '../../core/events/handlers.ts';
import { refuse } from '../../core/refusals.ts';
import { relationshipExists } from '../../core/relationships/relationships.data.ts';
import { type ActiveCoach, type CurrentClient, isFeatureOpen } from '../../core/tenancy/access.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/logger.ts';
import { getNextSession, listDashboardSessions, listNearSessions } from '../calendar/calendar.service.ts';
import { listUnreviewedNames } from '../checkins/checkins.review.service.ts';
import { getOwnCheckInStatus } from '../checkins/checkins.service.ts';
import { listTrackedClients } from '../clients/clients.service.ts';
import { getCoachCard } from '../coaches/coaches.service.ts';
import { countUnreadMessages, listUnreadConversations } from '../messages/messages.service.ts';
import {
  computeClientMetrics,
  computePipelineMetrics,
  type DailyMetrics,
  getCoachRevenue,
  readStoredFigures,
} from '../metrics/metrics.service.ts';
import { listDueMoney } from '../money/money.service.ts';
import { getOwnWeight, listWeights } from '../progress/progress.service.ts';
import { toWeight } from '../progress/progress.weight.rules.ts';
import {
  countClients,
  deleteHidden,
  findTimeZone,
  insertHidden,
  selectDue,
  selectHidden,
  selectOpenChanges,
} from './dashboard.data.ts';

type Cards = Omit<CoachDashboard, 'today' | 'timeZone' | 'syncedAt'>;
type CardName = keyof Cards;
/** A card that is closed by the plan or by an operator's view. */
type Closed = Exclude<Cards[CardName], { state: 'ready' | 'failed' }>;
type Deps = { db: Database; log: Logger; now: () => Date };
type DashboardSessions = Awaited<ReturnType<typeof listDashboardSessions>>;
/** Data for several cards, read once by the first card that needs it. */
type Reading = {
  today: string;
  /** Most clients that the plan covers. */
  cap: number;
  currency: string;
  units: UnitSystem;
  clients: () => Promise<TrackedClient[]>;
  /** Number of clients that the plan does not cover. */
  readOnly: () => Promise<number>;
  sessions: () => Promise<DashboardSessions>;
  hidden: () => Promise<Hidden>;
  money: () => ReturnType<typeof listDueMoney>;
  /** The day's figures as they are stored. */
  stored: () => ReturnType<typeof readStoredFigures>;
  payments: Agenda['payments'];
  /** Whether the coach decides about targets that follow the log: by plan and scope of practice. */
  adaptsTargets: boolean;
  /** Whether the plan has flows, which leave tasks. */
  hasFlows: boolean;
  /** Writes that store the day's figures; empty when they are already stored. */
  unsaved: ((tx: Tx<CoachScope>) => Promise<void>)[];
};

const CARD_NAMES = ['agenda', 'upcoming', 'clientMetrics', 'pipeline', 'revenue', 'suggestions', 'cover'] as const;
/** Most clients on the agenda with suggested changes of the training, and of the target. */
const CHANGES_MAX = 100;
/** Cards that only the paid plans include. */
const PAID_CARDS: ReadonlySet<CardName> = new Set(['revenue', 'suggestions']);
/** Cards about clients' progress, which operators viewing as the coach do not see. */
const WITHHELD_CARDS: ReadonlySet<CardName> = new Set(['agenda', 'clientMetrics', 'suggestions']);

/**
 * Reads all cards in one transaction. If that fails, reads each card again in a separate transaction, so that a broken
 * card does not hide the others.
 */
export async function getCoachDashboard(deps: Deps, { actor, coach, scope }: ActiveCoach): Promise<CoachDashboard> {
  const now = deps.now();
  const today = dayInZone(now, coach.timeZone);
  const { plan } = actor.plan;
  const paid = isFeatureOpen(actor, 'advanced_ai', now);
  const isViewed = actor.viewing !== null;
  const closed = new Map<CardName, Closed>();
  for (const name of CARD_NAMES) {
    if (isViewed && WITHHELD_CARDS.has(name)) closed.set(name, { state: 'withheld' });
    else if (!paid && PAID_CARDS.has(name))
      closed.set(name, { state: 'locked', reason: lockReason(actor.plan, now), requiredPlan: 'plus' });
  }
  const open = CARD_NAMES.filter((name) => !closed.has(name));
  const payments = isFailing(actor.plan.subscription_status) ? [{ plan, graceUntil: actor.plan.grace_until }] : [];
  const unsaved: Reading['unsaved'] = [];
  const readIn = (tx: Tx<CoachScope>, names: readonly CardName[]) => {
    const seatTakers = once(() => listTrackedClients(tx, { now, timeZone: coach.timeZone, plan }));
    const reading: Reading = {
      today,
      cap: PLANS[plan].clientCap,
      currency: coach.currency,
      units: actor.unitSystem,
      clients: async () => (await seatTakers()).tracked,
      readOnly: async () => seatsOver(plan, (await seatTakers()).used),
      sessions: once(() => listDashboardSessions(tx, { now, timeZone: coach.timeZone })),
      hidden: once(() => selectHidden(tx, today)),
      money: once(() => listDueMoney(tx, today)),
      stored: once(() => readStoredFigures(tx, today)),
      payments,
      adaptsTargets: isFeatureOpen(actor, 'ai', now) && coach.prescribesNutrition,
      hasFlows: isFeatureOpen(actor, 'flows', now),
      unsaved,
    };
    return Promise.all(names.map(async (name) => [name, { state: 'ready', data: await READERS[name](tx, reading) }]));
  };

  const entries = await deps.db
    .readAtOnce(scope, (tx) => readIn(tx, open))
    .catch((error: unknown) => {
      deps.log.error({ err: error }, 'dashboard read card by card');
      unsaved.length = 0;
      return readEach(deps, scope, open, readIn);
    });
  // Nothing is stored while an operator views.
  if (unsaved.length > 0 && !isViewed) await saveFigures(deps, scope, unsaved);
  const cards: Cards = Object.fromEntries([...entries, ...closed]);
  return { today, timeZone: coach.timeZone, syncedAt: now.toISOString(), ...cards };
}

function once<T>(read: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= read();
    return result;
  };
}

async function readEach(
  deps: Deps,
  scope: CoachScope,
  names: readonly CardName[],
  readIn: (tx: Tx<CoachScope>, names: readonly CardName[]) => Promise<unknown[][]>,
): Promise<unknown[][]> {
  const results = await Promise.all(
    names.map((name) =>
      deps.db
        .readAtOnce(scope, (tx) => readIn(tx, [name]))
        .catch((error: unknown) => {
          deps.log.error({ err: error, card: name }, 'dashboard card failed');
          return [[name, { state: 'failed' }]];
        }),
    ),
  );
  return results.flat();
}

/** Only logs a failed write: the figures are shown anyway, and the next request stores them. */
const saveFigures = (deps: Deps, scope: CoachScope, unsaved: Reading['unsaved']) =>
  deps.db
    .write(scope, (tx) => Promise.all(unsaved.map((save) => save(tx))))
    .catch((error: unknown) => deps.log.error({ err: error }, 'daily figures were not stored'));

const keepUnsaved = <Metrics>({ metrics, save }: DailyMetrics<Metrics>, { unsaved }: Reading): Metrics => {
  if (save) unsaved.push(save);
  return metrics;
};

type ReadyData<Name extends CardName> = Extract<Cards[Name], { state: 'ready' }>['data'];

const READERS: { [Name in CardName]: (tx: Tx<CoachScope>, reading: Reading) => Promise<ReadyData<Name>> } = {
  async agenda(tx, reading) {
    const [
      clients,
      { today: sessions },
      hidden,
      unreviewed,
      conversations,
      { adjustments, targets },
      { leads, tasks },
      { invoices },
    ] = await Promise.all([
      reading.clients(),
      reading.sessions(),
      reading.hidden(),
      listUnreviewedNames(tx),
      listUnreadConversations(tx, {}),
      selectOpenChanges(tx, { limit: CHANGES_MAX, withTargets: reading.adaptsTargets }),
      selectDue(tx, { today: reading.today, withTasks: reading.hasFlows }),
      reading.money(),
    ]);
    const followUps = followUpsFor(clients, hidden);
    const unread = conversations.map(({ since, ...row }) => ({ ...row, since: since.toISOString() }));
    const { payments } = reading;
    return {
      reviews: unreviewed,
      adjustments,
      targets,
      followUps: { total: followUps.length, rows: followUps.slice(0, MAX_FOLLOW_UPS) },
      leads,
      tasks,
      invoices,
      unread,
      sessions,
      payments,
      taskCount: taskCount({
        reviews: unreviewed.total,
        adjustments: adjustments.total,
        targets: targets.total,
        followUps: followUps.length,
        leads: leads.total,
        tasks: tasks.total,
        invoices: invoices.total,
        unread: unread.length,
        sessions: sessions.length,
        payments: payments.length,
      }),
    };
  },
  async upcoming(_tx, reading) {
    return { sessions: (await reading.sessions()).upcoming };
  },
  clientMetrics: async (_tx, reading) =>
    keepUnsaved(await computeClientMetrics(reading.clients(), reading.stored(), reading.today), reading),
  pipeline: async (tx, reading) =>
    keepUnsaved(await computePipelineMetrics(tx, reading.stored(), reading.today), reading),
  async revenue(tx, reading) {
    const { isEmpty, revenue } = await getCoachRevenue(tx, reading);
    return isEmpty ? null : revenue;
  },
  async suggestions(_tx, { clients, hidden, money, today, units }) {
    const [tracked, notShown, { renewals }] = await Promise.all([clients(), hidden(), money()]);
    return suggestionsFor(tracked, today, { units, hidden: notShown, renewals });
  },
  cover: async (_tx, reading) => ({ cap: reading.cap, readOnly: await reading.readOnly() }),
};

/** The suggestions of the dashboard's card, with units of the coach. */
export async function listSuggestions(
  tx: Tx<CoachScope>,
  { now, timeZone, plan, units }: { now: Date; timeZone: string; plan: Plan; units: UnitSystem },
): Promise<Suggestion[]> {
  const today = dayInZone(now, timeZone);
  const [{ tracked }, hidden, { renewals }] = await Promise.all([
    listTrackedClients(tx, { now, timeZone, plan }),
    selectHidden(tx, today),
    listDueMoney(tx, today),
  ]);
  return suggestionsFor(tracked, today, { units, hidden, renewals });
}

/**
 * Removes a follow-up from the agenda of the coach's today.
 * @throws NOT_FOUND
 */
export async function dismissFollowUp(tx: Tx<CoachScope>, clientId: string, today: string): Promise<void> {
  if (!(await relationshipExists(tx, clientId))) throw refuse('NOT_FOUND');
  await insertHidden(tx, [{ clientId, topic: 'check_in', day: today }]);
}

/**
 * Hides suggestions up to and including their day `until`, or shows them again. A new day replaces the previous one.
 * @throws NOT_FOUND, DAY_OUT_OF_RANGE
 */
export async function hideSuggestions(
  tx: Tx<CoachScope, 'DAY_OUT_OF_RANGE'>,
  suggestions: readonly HiddenSuggestion[],
  today: string,
): Promise<void> {
  const hidden = suggestions.flatMap(({ until, ...place }) => (until === null ? [] : [{ ...place, day: until }]));
  const last = addDays(today, MAX_SNOOZE_DAYS);
  if (hidden.some(({ day }) => day < today || day > last)) throw refuse(tx, 'DAY_OUT_OF_RANGE');
  const clientIds = [...new Set(suggestions.map(({ clientId }) => clientId))];
  if ((await countClients(tx, clientIds)) < clientIds.length) throw refuse('NOT_FOUND');
  await deleteHidden(tx, suggestions, today);
  await insertHidden(tx, hidden);
}

export const suggestionHandlers: EventHandlers = {
  /** Hidden until the next check-in, which can change its data. */
  'suggestion.followed': {
    async inTransaction(tx, { clientId, occurredAt, data: { topic, until } }) {
      if (!isCoachTx(tx)) return;
      const timeZone = await findTimeZone(tx);
      if (timeZone === null) return;
      const today = dayInZone(new Date(occurredAt), timeZone);
      // A message may wait on the device for days, so a day out of range is clamped instead of refused.
      const day = [today, until, addDays(today, MAX_SNOOZE_DAYS)].sort()[1] ?? today;
      await deleteHidden(tx, [{ clientId, topic }], today);
      await insertHidden(tx, [{ clientId, topic, day }]);
    },
  },
};

const isCoachTx = (tx: Tx<RecordingScope>): tx is Tx<CoachScope> => tx.scope.role === 'coach';

/** Half a year. */
const WEIGHT_DAYS = 182;

/** Days that contain the client's week in every time zone. */
function weekAround(now: Date): { from: string; to: string } {
  const utcDay = dayInZone(now, 'UTC');
  return { from: addDays(utcDay, -7), to: addDays(utcDay, 7) };
}

export async function getClientDashboard(deps: Deps, { relationship, scope }: CurrentClient): Promise<ClientDashboard> {
  const now = deps.now();
  const [own, session, nearSessions, coach, weight, weights, unread] = await deps.db.readAtOnce(scope, (tx) =>
    Promise.all([
      getOwnCheckInStatus(tx, now, weekAround(now)),
      getNextSession(tx, now),
      listNearSessions(tx, now),
      getCoachCard(tx),
      getOwnWeight(tx, now),
      listWeights(tx, scope.clientId, addDays(dayInZone(now, 'UTC'), -WEIGHT_DAYS)),
      countUnreadMessages(tx),
    ]),
  );
  const { fullName, initials, photoUrl, headline } = coach;
  const isHidden = scope.numbersOff;
  return {
    today: own.today,
    coach: { id: relationship.coachId, fullName, initials, photoUrl, headline },
    goal: isHidden && own.goal !== null && hasFigures(own.goal) ? null : own.goal,
    ...(isHidden ? { weight: null, goalWeightKg: null } : toWeight(weight, own.today)),
    unread,
    week: own.week.map((one) => ({
      ...one,
      workout: workoutMarkOf(own.planned, one.day, { today: own.today, pauses: own.schedule.pauses ?? [] }),
    })),
    checkIn: own.status,
    streak: own.streak,
    weights: isHidden ? [] : weights,
    nextSession: session,
    nearSessions,
    readOnly: own.readOnly,
  };
}
