import type { ClientInteractions, InteractionReport, ReportSelection } from '@stridewell/contract/reports/reports';
import { addDays, dayInZone, startOfDay } from '@stridewell/contract/time';
import { refuse } from '../../core/refusals.ts';
import { findClientZones, isCurrentStatus } from '../../core/relationships/relationships.data.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { countSessions } from '../calendar/calendar.service.ts';
import { listReviewWaits } from '../checkins/checkins.service.ts';
import { countVisitDays } from '../clients/clients.visits.service.ts';
import { countMessages, listCoachWaits, listMessageWaits } from '../messages/messages.service.ts';
import { listPeriodWorkouts } from '../workouts/workouts.adherence.service.ts';
import { selectActiveDays, selectCoached } from './reports.data.ts';
import { figuresOf, type Interactions, isEmptyPeriod, reportPeriods } from './reports.rules.ts';

type Clock = { now: Date; timeZone: string };

/**
 * How a coach and their clients interacted. Two round trips: the second reads data of the clients that the first found.
 * @throws NOT_FOUND for a client that the coach never had
 */
export async function readInteractions(
  tx: Tx<CoachScope>,
  { clientId = null, ...chosen }: Omit<ReportSelection, 'clientId'> & { clientId?: string | null | undefined },
  { now, timeZone }: Clock,
): Promise<InteractionReport> {
  const today = dayInZone(now, timeZone);
  const { period, before, days } = reportPeriods(chosen, today);
  const [coached, zones] = await Promise.all([selectCoached(tx, clientId), findClientZones(tx, clientId)]);
  if (clientId !== null && coached.length === 0) throw refuse('NOT_FOUND');
  const instantOf = (day: string) => startOfDay(day, timeZone).toISOString();
  const range = {
    clientIds: coached.map((client) => client.clientId),
    from: instantOf(before.from),
    middle: instantOf(period.from),
    until: instantOf(addDays(period.to, 1)),
    now: now.toISOString(),
  };
  const todays = coached.map((client) => ({
    clientId: client.clientId,
    today: dayInZone(now, zones.get(client.clientId) ?? timeZone),
  }));
  const [messages, coachReplies, clientReplies, reviews, sessions, workouts, active, visits] = await Promise.all([
    countMessages(tx, range),
    listMessageWaits(tx, range),
    listCoachWaits(tx, range),
    listReviewWaits(tx, range),
    countSessions(tx, range),
    listPeriodWorkouts(tx, todays, { to: period.to, days }),
    selectActiveDays(tx, { ...range, timeZone }),
    countVisitDays(tx, { from: before.from, middle: period.from, to: period.to }),
  ]);
  const readings = {
    messages: Map.groupBy(messages, byClient),
    coachReplies: Map.groupBy(coachReplies, byClient),
    clientReplies: Map.groupBy(clientReplies, byClient),
    reviews: Map.groupBy(reviews, byClient),
    sessions: Map.groupBy(sessions, byClient),
    workouts: Map.groupBy(workouts, byClient),
    active: Map.groupBy(active, byClient),
    visits: Map.groupBy(visits, byClient),
  };
  const members = coached.map((client) => ({
    client,
    now: interactionsOf(readings, client.clientId, true),
    before: interactionsOf(readings, client.clientId, false),
  }));
  const total = {
    now: figuresOf(members.map((member) => member.now)),
    before: figuresOf(members.map((member) => member.before)),
  };
  const clients = members.map(
    (member): ClientInteractions => ({
      ...member.client,
      now: figuresOf([member.now]),
      before: figuresOf([member.before]),
    }),
  );
  const isListed = (client: ClientInteractions) =>
    clientId !== null || isCurrentStatus(client.status) || !isEmptyPeriod(client.now) || !isEmptyPeriod(client.before);
  return { today, period, before, isEmpty: isEmptyPeriod(total.now), total, clients: clients.filter(isListed) };
}

const byClient = ({ clientId }: { clientId: string }) => clientId;

type Rows<Read extends (...args: never[]) => Promise<readonly unknown[]>> = Map<string, Awaited<ReturnType<Read>>>;
type Readings = {
  messages: Rows<typeof countMessages>;
  coachReplies: Rows<typeof listMessageWaits>;
  clientReplies: Rows<typeof listCoachWaits>;
  reviews: Rows<typeof listReviewWaits>;
  sessions: Rows<typeof countSessions>;
  workouts: Rows<typeof listPeriodWorkouts>;
  active: Rows<typeof selectActiveDays>;
  visits: Rows<typeof countVisitDays>;
};

/** The waits of one of the two periods. */
const waitsIn = (rows: Awaited<ReturnType<typeof listCoachWaits>> | undefined, isRecent: boolean) =>
  (rows ?? []).flatMap(({ waits }) => waits.filter(([recent]) => recent === isRecent));
const answeredIn = (waits: ReturnType<typeof waitsIn>) =>
  waits.flatMap(([, seconds, answered]) => (answered ? [seconds] : []));

function interactionsOf(readings: Readings, clientId: string, isRecent: boolean): Interactions {
  const ofPeriod = (row: { isRecent: boolean }) => row.isRecent === isRecent;
  const messages = readings.messages.get(clientId)?.find(ofPeriod);
  const sessions = readings.sessions.get(clientId)?.find(ofPeriod);
  const checkIns = (readings.reviews.get(clientId) ?? []).flatMap(({ waits }) =>
    waits.filter(([recent]) => recent === isRecent),
  );
  const workouts = (readings.workouts.get(clientId) ?? []).flatMap(({ weeks }) =>
    weeks.filter(([part]) => part === (isRecent ? 0 : 1)),
  );
  const reviews = answeredIn(checkIns);
  return {
    counts: {
      messagesSent: messages?.fromCoach ?? 0,
      messagesReceived: messages?.fromClient ?? 0,
      checkInsSent: checkIns.length,
      checkInsReviewed: reviews.length,
      sessionsHeld: sessions?.held ?? 0,
      sessionsMissed: sessions?.missed ?? 0,
      sessionsCanceled: sessions?.canceled ?? 0,
      workoutsDone: workouts.reduce((sum, [, done]) => sum + done, 0),
      workoutsPlanned: workouts.reduce((sum, [, , due]) => sum + due, 0),
      activeDays: readings.active.get(clientId)?.find(ofPeriod)?.days ?? 0,
      visitDays: readings.visits.get(clientId)?.find(ofPeriod)?.days ?? 0,
    },
    coachReplies: answeredIn(waitsIn(readings.coachReplies.get(clientId), isRecent)),
    clientReplies: answeredIn(waitsIn(readings.clientReplies.get(clientId), isRecent)),
    reviews,
  };
}
