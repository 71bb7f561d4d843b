import type { Fact } from '@stridewell/contract/assistant/assistant';
import type { ToolPeriod } from '@stridewell/contract/assistant/assistant.tools';
import type { InteractionFigures, InteractionReport } from '@stridewell/contract/reports/reports';
import { dayInZone } from '@stridewell/contract/time';
import { listUnreviewedNames } from '../checkins/checkins.review.service.ts';
import { listTrackedClients } from '../clients/clients.service.ts';
import { listUnreadConversations } from '../messages/messages.service.ts';
import { readInteractions } from '../reports/reports.service.ts';
import type { Desk, ToolReaders } from './assistant.desk.service.ts';
import {
  type Client,
  countFact,
  dayFact,
  type Found,
  found,
  listed,
  names,
  noun,
  type Part,
  say,
  secondsFact,
} from './assistant.facts.rules.ts';

type Counted = Exclude<keyof InteractionFigures, 'coachReplySeconds' | 'clientReplySeconds' | 'reviewSeconds'>;
type InPeriod = { period: ToolPeriod; clientId?: string | undefined };

/** Clients in a list. */
const RANKED = 10;

const read = ({ tx, now, timeZone }: Desk, { period, clientId }: InPeriod): Promise<InteractionReport> =>
  readInteractions(tx, { ...period, clientId: clientId ?? null }, { now, timeZone });

const toClient = ({ clientId, name }: Client): Client => ({ clientId, name });

/** The client in question, or "your clients". */
const subject = (client: Client | undefined): Part => (client ? { client } : 'Your clients');

type Counting = {
  label: string;
  key: (figures: InteractionFigures) => number;
  /** The page where the coach reads them. For one client the conversation, because texts are in no answer. */
  link: (desk: Desk, client?: Client) => string;
  sentence: (count: Fact, client: Client | undefined, period: Part) => Part[];
  /** Label of the clients with the highest counts, where the question is about all of them. */
  most?: string;
};

/** A count of a period with the one before, and the clients with the highest counts. */
const counting =
  ({ label, key, link, sentence, most }: Counting) =>
  async (desk: Desk, input: InPeriod): Promise<Found> => {
    const report = await read(desk, input);
    const [only] = input.clientId === undefined ? [] : report.clients;
    const client = only && toClient(only);
    const source = { label, link: link(desk, client), client };
    const count = countFact(key(report.total.now), { ...source, period: report.period });
    const before = countFact(key(report.total.before), {
      ...source,
      label: `${label}, period before`,
      period: report.before,
    });
    const ranked = client || most === undefined ? [] : rank(report, key, { label, link: link(desk) });
    const parts = [
      ...sentence(count, client, { period: report.period }),
      ...say` In the period before it was ${before}.`,
      ...(ranked.length > 0 && most !== undefined ? say` ${most}: ${listed(ranked)}.` : []),
    ];
    return found(parts, { more: ranked });
  };

function rank(report: InteractionReport, key: Counting['key'], source: { label: string; link: string }): Fact[] {
  return report.clients
    .map((one) => ({ client: toClient(one), value: key(one.now) }))
    .filter(({ value }) => value > 0)
    .sort((one, other) => other.value - one.value)
    .slice(0, RANKED)
    .map(({ client, value }) => countFact(value, { ...source, client, period: report.period }));
}

const value = ({ value: of }: Fact): number => (typeof of === 'number' ? of : 0);
const key = (name: Counted) => (figures: InteractionFigures) => figures[name];
const missed = ({ workoutsPlanned, workoutsDone }: InteractionFigures) => Math.max(0, workoutsPlanned - workoutsDone);

const messagesPage = ({ coachId }: Desk, client?: Client) =>
  client ? `/coach/${coachId}/messages/${client.clientId}` : `/coach/${coachId}/messages`;
const reportsPage = ({ coachId }: Desk) => `/coach/${coachId}/reports`;
const calendarPage = ({ coachId }: Desk) => `/coach/${coachId}/calendar`;
const reviewPage = ({ coachId }: Desk) => `/coach/${coachId}/check-ins`;

const toOf = (client: Client | undefined): Part[] => (client ? say` to ${{ client }}` : []);

async function workoutsDone(desk: Desk, input: InPeriod): Promise<Found> {
  const report = await read(desk, input);
  const [only] = input.clientId === undefined ? [] : report.clients;
  const client = only && toClient(only);
  const source = { link: reportsPage(desk), client };
  const done = countFact(report.total.now.workoutsDone, { ...source, label: 'Workouts done', period: report.period });
  const planned = countFact(report.total.now.workoutsPlanned, {
    ...source,
    label: 'Workouts planned',
    period: report.period,
  });
  const before = countFact(report.total.before.workoutsDone, {
    ...source,
    label: 'Workouts done, period before',
    period: report.before,
  });
  const ranked = client ? [] : rank(report, key('workoutsDone'), { label: 'Workouts done', link: reportsPage(desk) });
  return found(
    [
      ...say`${subject(client)} did ${done} of ${planned} planned workouts ${{ period: report.period }}.`,
      ...say` In the period before it was ${before}.`,
    ],
    { more: ranked },
  );
}

async function replyTimes(desk: Desk, input: InPeriod): Promise<Found> {
  const { total, period, clients } = await read(desk, input);
  const client = input.clientId === undefined ? undefined : clients.map(toClient)[0];
  const source = { link: reportsPage(desk), client, period };
  const coach = secondsFact(total.now.coachReplySeconds, { ...source, label: 'Your median reply time' });
  const theirs = secondsFact(total.now.clientReplySeconds, { ...source, label: 'Median reply time of clients' });
  return found(
    say`Your median time to a reply${toOf(client)} was ${coach} ${{ period }}. ${subject(client)} answered you after ${theirs}.`,
  );
}

async function unanswered(desk: Desk): Promise<Found> {
  const { tx } = desk;
  const waiting = await listUnreadConversations(tx, {});
  const link = messagesPage(desk);
  const count = countFact(waiting.length, { label: 'Conversations with unread messages', link });
  const rows = waiting.slice(0, RANKED).map(({ clientId, clientName, unread }) =>
    countFact(unread, {
      label: 'Unread messages',
      link: messagesPage(desk, { clientId, name: clientName }),
      client: { clientId, name: clientName },
    }),
  );
  if (rows.length === 0) return found(say`No message is waiting for you: ${count} conversations are unread.`);
  return found(
    say`${count} ${noun(waiting.length, 'conversation')} ${noun(waiting.length, 'has', 'have')} messages that you have not read: ${listed(rows)}.`,
    { more: rows },
  );
}

async function toReview(desk: Desk): Promise<Found> {
  const { total, rows } = await listUnreviewedNames(desk.tx);
  const link = reviewPage(desk);
  const count = countFact(total, { label: 'Check-ins to review', link });
  const oldest = rows.map(({ clientId, clientName, submittedAt }) =>
    dayFact(dayInZone(new Date(submittedAt), desk.timeZone), {
      label: 'Sent',
      link,
      client: { clientId, name: clientName },
    }),
  );
  const list = oldest.length > 0 ? say` The oldest ones are from ${listed(oldest)}.` : [];
  return found(
    [...say`${count} ${noun(total, 'check-in')} ${noun(total, 'waits', 'wait')} for your review.`, ...list],
    { more: oldest },
  );
}

async function overdue(desk: Desk): Promise<Found> {
  const { tracked } = await listTrackedClients(desk.tx, desk);
  const late = tracked.filter(({ checkIn }) => checkIn.state === 'overdue');
  const link = `/coach/${desk.coachId}/clients`;
  const count = countFact(late.length, { label: 'Clients with an overdue check-in', link });
  const rows = late.map(({ clientId, name, checkIn }) =>
    dayFact(checkIn.dueDay, {
      label: 'Check-in due',
      link: `/coach/${desk.coachId}/client/${clientId}`,
      client: { clientId, name },
    }),
  );
  const list = rows.length > 0 ? say`: ${names(late.map(toClient))}` : [];
  return found(
    [
      ...say`${count} ${noun(late.length, 'client')} ${noun(late.length, 'has', 'have')} an overdue check-in`,
      ...list,
      '.',
    ],
    { more: rows },
  );
}

/** Messages, check-ins, workouts and sessions of a period, from the interaction report, and what waits now. */
export const contactReaders = {
  messages_sent: counting({
    label: 'Messages sent',
    key: key('messagesSent'),
    link: messagesPage,
    sentence: (count, client, period) =>
      say`You sent ${count} ${noun(value(count), 'message')} ${period}${toOf(client)}.`,
  }),
  messages_received: counting({
    label: 'Messages received',
    key: key('messagesReceived'),
    link: messagesPage,
    sentence: (count, client, period) =>
      say`${subject(client)} sent you ${count} ${noun(value(count), 'message')} ${period}.`,
    most: 'Most',
  }),
  check_ins_received: counting({
    label: 'Check-ins received',
    key: key('checkInsSent'),
    link: reviewPage,
    sentence: (count, client, period) =>
      say`${subject(client)} sent ${count} ${noun(value(count), 'check-in')} ${period}.`,
    most: 'Most',
  }),
  active_days: counting({
    label: 'Active days',
    key: key('activeDays'),
    link: reportsPage,
    sentence: (count, client, period) =>
      say`${subject(client)} had ${count} active ${noun(value(count), 'day')} ${period}.`,
    most: 'Most',
  }),
  workouts_missed: counting({
    label: 'Workouts missed',
    key: missed,
    link: reportsPage,
    sentence: (count, client, period) =>
      say`${subject(client)} missed ${count} planned ${noun(value(count), 'workout')} ${period}.`,
    most: 'Most',
  }),
  sessions_held: counting({
    label: 'Sessions held',
    key: key('sessionsHeld'),
    link: calendarPage,
    sentence: (count, client, period) =>
      say`You held ${count} ${noun(value(count), 'session')}${client ? say` with ${{ client }}` : []} ${period}.`,
    most: 'Most',
  }),
  sessions_missed: counting({
    label: 'Sessions missed',
    key: key('sessionsMissed'),
    link: calendarPage,
    sentence: (count, client, period) =>
      say`${subject(client)} missed ${count} ${noun(value(count), 'session')} ${period}.`,
    most: 'Most',
  }),
  sessions_canceled: counting({
    label: 'Sessions canceled',
    key: key('sessionsCanceled'),
    link: calendarPage,
    sentence: (count, client, period) =>
      say`${count} ${noun(value(count), 'session')}${client ? say` with ${{ client }}` : []} ${noun(value(count), 'was', 'were')} canceled ${period}.`,
  }),
  workouts_done: workoutsDone,
  reply_times: replyTimes,
  unanswered_messages: unanswered,
  check_ins_to_review: toReview,
  check_ins_overdue: overdue,
} satisfies Partial<ToolReaders>;
