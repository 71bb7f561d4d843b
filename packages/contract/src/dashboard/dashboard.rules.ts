import type { CheckInStatus } from '../checkins/checkins.rules.ts';
import {
  adherenceFall,
  type ClientCheckIns,
  checkInStatusOf,
  planFollowed,
  type Standing,
  standingOf,
  type WeightFigures,
} from '../clients/clients.figures.rules.ts';
import { PROGRESS_THRESHOLDS } from '../clients/clients.labels.rules.ts';
import { SUGGESTION_TOPICS, type SuggestionTopic } from '../messages/messages.rules.ts';
import type { DueRenewal } from '../money/money.renewals.rules.ts';
import { FOUR_WEEKS } from '../progress/progress.rules.ts';
import { addDays, dayLabel, daysBetween } from '../time.ts';
import { type UnitSystem, weightForDisplay, weightUnit } from '../units.ts';
import type { WorkoutAdherence } from '../workouts/workouts.adherence.rules.ts';

/** The facts about a client. `donePeriods` are the numbers of all periods with a check-in. */
export type ClientFacts = ClientCheckIns & {
  clientId: string;
  name: string;
  /** Completed the onboarding. Only these count as active clients. */
  onboarded: boolean;
  donePeriods: readonly number[];
  workouts: WorkoutAdherence;
  /** Null without a weigh-in, and for past days. */
  weight: WeightFigures | null;
  /** Newest day with a sign of the client; null before the first. */
  lastContactDay: string | null;
  /** Day of the client's last message, while the coach has not answered it; null otherwise. */
  unansweredDay: string | null;
};

/** A client as the dashboard's rules see them: the facts and what follows from them on one day. */
export type TrackedClient = ClientFacts & { checkIn: CheckInStatus; standing: Standing };

export function trackClient(client: ClientFacts, today: string): TrackedClient {
  const checkIn = checkInStatusOf(client, today);
  return { ...client, checkIn, standing: standingOf(client, today, checkIn) };
}

export type Suggestion = {
  id: string;
  type: 'warning' | 'recommendation' | 'alert';
  topic: SuggestionTopic;
  message: string;
  clientId: string;
  clientName: string;
  action: string;
  priority: 'high' | 'medium' | 'low';
  /** Message to the client that names the data behind the suggestion. */
  draft: string;
  /** Last day on which a dismissal hides it: the day before the next check-in, which can change the data. */
  dismissUntil: string;
};

export type FollowUp = {
  clientId: string;
  clientName: string;
  missed: number;
  dueDay: string;
  lastContactDay: string | null;
};

/** Most follow-ups on the agenda and in the task count. */
export const MAX_FOLLOW_UPS = 3;
/** Most days for which a suggestion can be hidden. */
export const MAX_SNOOZE_DAYS = 31;

/** Hidden suggestions and follow-ups by `hiddenKey`. */
export type Hidden = ReadonlySet<string>;
export const hiddenKey = (clientId: string, topic: SuggestionTopic): string => `${clientId} ${topic}`;

/** [K] Days after which a message without an answer is suggested, and from which it no longer is: most need none. */
const UNANSWERED_DAYS = { from: 2, until: 14 } as const;

/**
 * Suggestions about missed check-ins, unanswered messages, subscriptions that end, falling answers about the plan and
 * plateaus, most urgent first, without hidden ones. None in the onboarding. Texts show weights in `units`.
 */
export function suggestionsFor(
  clients: readonly TrackedClient[],
  today: string,
  { units, hidden, renewals }: { units: UnitSystem; hidden: Hidden; renewals: readonly DueRenewal[] },
): Suggestion[] {
  return clients
    .filter(({ onboarded }) => onboarded)
    .flatMap((client) => suggestionsOf(client, today, { units, renewals }))
    .filter(({ clientId, topic }) => !hidden.has(hiddenKey(clientId, topic)))
    .sort((a, b) => rankOf(a) - rankOf(b) || a.clientName.localeCompare(b.clientName));
}

const rankOf = ({ topic }: Suggestion) => SUGGESTION_TOPICS.indexOf(topic);

type Advice = Pick<Suggestion, 'type' | 'topic' | 'priority' | 'message' | 'action' | 'draft'> & {
  /** Last day of a dismissal; the day before the next check-in by default. */
  until?: string;
};
type Known = { units: UnitSystem; renewals: readonly DueRenewal[] };

function suggestionsOf(client: TrackedClient, today: string, { units, renewals }: Known): Suggestion[] {
  const advice = [
    unansweredAdvice(client, today),
    missedAdvice(client, today),
    renewalAdvice(client, today, renewals),
    adherenceAdvice(client, today),
    plateauAdvice(client, today, units),
  ].filter((one) => one !== null);
  if (advice.length === 0) return [];
  const { clientId, name: clientName, checkIn } = client;
  const { nextDay } = checkIn;
  const last = addDays(nextDay ?? addDays(today, 7), -1);
  const latest = addDays(today, MAX_SNOOZE_DAYS);
  return advice.map(({ until = last, ...one }) => {
    // The middle one: not before today, and not after the latest day.
    const dismissUntil = [today, until, latest].sort()[1] ?? today;
    return { ...one, id: `${one.topic}:${clientId}`, clientId, clientName, dismissUntil };
  });
}

const greeting = ({ name }: TrackedClient) => `Hi ${name.split(' ')[0]},`;

/** `today`, `yesterday` or `9 days ago`. */
export function daysAgo(day: string, today: string): string {
  const days = daysBetween(day, today);
  if (days < 1) return 'today';
  return days === 1 ? 'yesterday' : `${days} days ago`;
}

function missedAdvice(client: TrackedClient, today: string): Advice | null {
  const { name, lastContactDay, checkIn } = client;
  const { missed } = checkIn;
  if (missed === 0) return null;
  const lastDay = client.checkIns[0]?.day;
  const heard = lastContactDay
    ? `You last heard from ${name} ${daysAgo(lastContactDay, today)}`
    : `You have not heard from ${name} yet`;
  const since = lastDay
    ? `you have not checked in since ${dayLabel(lastDay, today)}`
    : 'your first check-in has not arrived yet';
  return {
    topic: 'check_in',
    type: 'alert',
    priority: 'high',
    message: `${heard}: ${missed === 1 ? '1 check-in' : `${missed} check-ins in a row`} missed.`,
    action: 'Send a personal message',
    draft: `${greeting(client)} ${since}. How are you doing? A short check-in is enough, and tell me if something gets in the way.`,
  };
}

function unansweredAdvice(client: TrackedClient, today: string): Advice | null {
  const { name, unansweredDay: day } = client;
  if (day === null) return null;
  const days = daysBetween(day, today);
  if (days < UNANSWERED_DAYS.from || days >= UNANSWERED_DAYS.until) return null;
  return {
    topic: 'unanswered',
    type: 'warning',
    priority: 'medium',
    message: `${name} wrote ${daysAgo(day, today)} and has no answer yet.`,
    action: 'Answer the message',
    draft: `${greeting(client)} thank you for your message from ${dayLabel(day, today)}, and sorry for the wait.`,
    until: addDays(day, UNANSWERED_DAYS.until),
  };
}

function renewalAdvice(client: TrackedClient, today: string, renewals: readonly DueRenewal[]): Advice | null {
  const due = renewals.find(({ clientId }) => clientId === client.clientId);
  if (!due) return null;
  const ends = dayLabel(due.lastDay, today);
  return {
    topic: 'renewal',
    type: 'recommendation',
    priority: 'medium',
    message: `“${due.label}” of ${client.name} runs until ${ends}, and no other subscription follows.`,
    action: 'Ask about renewing',
    draft: `${greeting(client)} your “${due.label}” runs until ${ends}. Would you like to continue? Tell me what you would like to work on next.`,
    until: due.lastDay,
  };
}

function adherenceAdvice(client: TrackedClient, today: string): Advice | null {
  const fall = planFollowed(client, today) === null ? null : adherenceFall(client.checkIns);
  return (
    fall && {
      topic: 'adherence',
      type: 'warning',
      priority: 'medium',
      message: `${client.name} reported following ${fall.to}% of the plan in the last two check-ins, down from ${fall.from}%.`,
      action: 'Ask what got in the way',
      draft: `${greeting(client)} you followed about ${fall.to}% of the plan in your last two check-ins, and ${fall.from}% before. What got in the way? We can adjust the plan to your week.`,
    }
  );
}

/** Plateau [K]: a weekly rate under 0.1 % of body weight over four weeks, at 80 % of the plan or more. */
export const PLATEAU = { weeklyShare: 0.001, minAdherence: 80 } as const;

/**
 * Newest weight in kg and mean of the answers about the plan, in percent, of a client on a plateau. Null when the weight
 * changes, the goal is reached, the plan is not followed, or data is missing.
 */
export function plateauOf(
  { weight, checkIns }: Pick<TrackedClient, 'weight' | 'checkIns'>,
  today: string,
): { weightKg: number; adherence: number } | null {
  if (!weight?.fourWeeks) return null;
  const { weightKg, fourWeeks, goal } = weight;
  if (goal && goal.toGoKg <= PROGRESS_THRESHOLDS.goalToleranceKg) return null;
  const since = addDays(today, -FOUR_WEEKS);
  const answers = checkIns.flatMap(({ day, adherence }) =>
    adherence === null || day < since || day > today ? [] : [adherence],
  );
  if (answers.length === 0) return null;
  const adherence = answers.reduce((sum, answer) => sum + answer, 0) / answers.length;
  const standsStill = Math.abs(fourWeeks.kgPerWeek) < weightKg * PLATEAU.weeklyShare;
  return standsStill && adherence >= PLATEAU.minAdherence ? { weightKg, adherence } : null;
}

function plateauAdvice(client: TrackedClient, today: string, units: UnitSystem): Advice | null {
  const plateau = plateauOf(client, today);
  if (!plateau) return null;
  const weight = `${weightForDisplay(plateau.weightKg, units)} ${weightUnit(units)}`;
  const followed = `${Math.round(plateau.adherence)}%`;
  return {
    topic: 'plateau',
    type: 'recommendation',
    priority: 'low',
    message: `${client.name} has stayed around ${weight} for four weeks while following ${followed} of the plan.`,
    action: 'Explain the trend and adjust the plan',
    draft: `${greeting(client)} your weight has stayed around ${weight} for four weeks while you followed ${followed} of the plan. You are doing your part, so I will adjust the plan. How do you feel about the current one?`,
  };
}

/** Statuses with a follow-up. */
const FOLLOWED_UP = ['missed', 'overdue'] as const;

/** Clients with overdue or missed check-ins, most missed first, without hidden ones. */
export function followUpsFor(clients: readonly TrackedClient[], hidden: Hidden): FollowUp[] {
  return clients
    .filter(({ standing }) => FOLLOWED_UP.some((followed) => followed === standing))
    .filter(({ clientId }) => !hidden.has(hiddenKey(clientId, 'check_in')))
    .sort((a, b) => b.checkIn.missed - a.checkIn.missed || a.name.localeCompare(b.name))
    .map(({ clientId, name: clientName, checkIn: { missed, dueDay }, lastContactDay }) => ({
      clientId,
      clientName,
      missed,
      dueDay,
      lastContactDay,
    }));
}

export type WorkCounts = {
  reviews: number;
  adjustments: number;
  targets: number;
  followUps: number;
  leads: number;
  tasks: number;
  invoices: number;
  unread: number;
  sessions: number;
  payments: number;
};

/** Rows of today's work, with at most three follow-ups. */
export const taskCount = ({ followUps, ...others }: WorkCounts): number =>
  Object.values(others).reduce((sum, count) => sum + count, Math.min(MAX_FOLLOW_UPS, followUps));

export const averageClientValueCents = (revenueCents: number, activeClients: number): number =>
  Math.round(revenueCents / Math.max(1, activeClients));
