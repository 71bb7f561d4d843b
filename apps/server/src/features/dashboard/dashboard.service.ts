import { PLANS, seatsOver } from '@stridewell/contract/billing.rules';
import type { ClientDashboard, CoachDashboard } from '@stridewell/contract/dashboard';
import { followUpsFor, suggestionsFor, type TrackedClient, taskCount } from '@stridewell/contract/dashboard.rules';
import { addDays, dayInZone } from '@stridewell/contract/time';
import type { UnitSystem } from '@stridewell/contract/units';
import { type ActiveCoach, type CurrentClient, isFeatureOpen } from '../../core/tenancy/access.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/logger.ts';
import { getNextSession, listDashboardSessions } from '../calendar/calendar.service.ts';
import { readOwnCheckIns } from '../checkins/checkins.service.ts';
import { readTrackedClients } from '../clients/clients.service.ts';
import { getCoachCard } from '../coaches/coaches.service.ts';
import { countUnreadMessages } from '../messages/messages.service.ts';
import {
  type Computed,
  computeClientMetrics,
  computePipelineMetrics,
  readRevenue,
} from '../metrics/metrics.service.ts';
import { readOwnWeightGoal, readOwnWeights } from '../progress/progress.service.ts';
import { insertDismissed, selectDismissed } from './dashboard.data.ts';

type Cards = Omit<CoachDashboard, 'today' | 'timeZone' | 'syncedAt'>;
type CardName = keyof Cards;
type Deps = { db: Database; log: Logger; now: () => Date };
type DashboardSessions = Awaited<ReturnType<typeof listDashboardSessions>>;
/** What several cards need is read once, by the first that asks. */
type Reading = {
  today: string;
  capacity: number;
  units: UnitSystem;
  clients: () => Promise<TrackedClient[]>;
  /** Clients beyond what the plan covers. */
  readOnly: () => Promise<number>;
  sessions: () => Promise<DashboardSessions>;
  /** What the day's figures need to be stored; empty when they are already. */
  unsaved: ((tx: Tx<CoachScope>) => Promise<void>)[];
};

const CARD_NAMES = ['agenda', 'upcoming', 'clientMetrics', 'pipeline', 'revenue', 'suggestions', 'cover'] as const;
/** Business performance and suggestions are features of the paid plans. */
const PAID_CARDS: ReadonlySet<CardName> = new Set(['revenue', 'suggestions']);

/**
 * Reads every card in one transaction. Should anything in it fail, each card is read again on its own, so that one
 * broken card does not take the others down; that slower way is taken only then.
 */
export async function readCoachDashboard(deps: Deps, { actor, coach, scope }: ActiveCoach): Promise<CoachDashboard> {
  const now = deps.now();
  const today = dayInZone(now, coach.timeZone);
  const { plan } = actor.plan;
  const paid = isFeatureOpen(actor, 'advanced_ai', now);
  const open = CARD_NAMES.filter((name) => paid || !PAID_CARDS.has(name));
  const unsaved: Reading['unsaved'] = [];
  const readIn = (tx: Tx<CoachScope>, names: readonly CardName[]) => {
    const seatTakers = once(() => readTrackedClients(tx, { now, timeZone: coach.timeZone, plan }));
    const reading: Reading = {
      today,
      capacity: PLANS[plan].clientCap,
      units: actor.unitSystem,
      clients: async () => (await seatTakers()).tracked,
      readOnly: async () => seatsOver(plan, (await seatTakers()).used),
      sessions: once(() => listDashboardSessions(tx, { now, timeZone: coach.timeZone })),
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
  if (unsaved.length > 0) await saveFigures(deps, scope, unsaved);
  const locked = CARD_NAMES.filter((name) => !open.includes(name)).map((name) => [
    name,
    { state: 'locked', requiredPlan: 'plus' },
  ]);
  const cards: Cards = Object.fromEntries([...entries, ...locked]);
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

/** A day's figures that cannot be stored are still today's figures; the next look stores them. */
const saveFigures = (deps: Deps, scope: CoachScope, unsaved: Reading['unsaved']) =>
  deps.db
    .write(scope, (tx) => Promise.all(unsaved.map((save) => save(tx))))
    .catch((error: unknown) => deps.log.error({ err: error }, 'daily figures were not stored'));

const keepUnsaved = <Metrics>({ metrics, save }: Computed<Metrics>, { unsaved }: Reading): Metrics => {
  if (save) unsaved.push(save);
  return metrics;
};

type ReadyData<Name extends CardName> = Extract<Cards[Name], { state: 'ready' }>['data'];

const READERS: { [Name in CardName]: (tx: Tx<CoachScope>, reading: Reading) => Promise<ReadyData<Name>> } = {
  async agenda(tx, reading) {
    const [clients, sessions, dismissed] = await Promise.all([
      reading.clients(),
      reading.sessions(),
      selectDismissed(tx, reading.today),
    ]);
    const followUps = followUpsFor(clients, reading.today, dismissed);
    return { sessions: sessions.today, followUps, taskCount: taskCount(sessions.today.length, followUps.length) };
  },
  async upcoming(_tx, reading) {
    return { sessions: (await reading.sessions()).upcoming };
  },
  clientMetrics: async (tx, reading) =>
    keepUnsaved(await computeClientMetrics(tx, reading.clients(), reading.today), reading),
  pipeline: async (tx, reading) => keepUnsaved(await computePipelineMetrics(tx, reading.today), reading),
  revenue: (tx, reading) => readRevenue(tx, reading.today, reading.capacity),
  suggestions: async (_tx, reading) => suggestionsFor(await reading.clients(), reading.today, reading.units),
  cover: async (_tx, reading) => ({ cap: reading.capacity, readOnly: await reading.readOnly() }),
};

/** Takes a follow-up off the agenda of the coach's today; false when there is no such client. */
export const dismissFollowUp = (tx: Tx<CoachScope>, clientId: string, today: string) =>
  insertDismissed(tx, today, clientId);

/** Half a year. */
const WEIGHT_DAYS = 182;

export async function readClientDashboard(
  deps: Deps,
  { relationship, scope }: CurrentClient,
): Promise<ClientDashboard> {
  const now = deps.now();
  const [own, session, coach, weightGoal, weights, unread] = await deps.db.readAtOnce(scope, (tx) =>
    Promise.all([
      readOwnCheckIns(tx, now, 1),
      getNextSession(tx, now),
      getCoachCard(tx),
      readOwnWeightGoal(tx),
      readOwnWeights(tx, addDays(dayInZone(now, 'UTC'), -WEIGHT_DAYS)),
      countUnreadMessages(tx),
    ]),
  );
  const { fullName, initials, photoUrl, headline } = coach;
  return {
    today: own.today,
    coach: { id: relationship.coachId, fullName, initials, photoUrl, headline },
    goal: own.goal,
    ...weightGoal,
    unread,
    week: own.week,
    checkIn: own.status,
    streak: own.streak,
    weights,
    nextSession: session,
    readOnly: own.readOnly,
  };
}
