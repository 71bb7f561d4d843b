import { type CheckInSchedule, type CheckInStatus, checkInState, checkInStreak, plateauOf } from './checkins.rules.ts';
import { daysBetween } from './time.ts';
import { type UnitSystem, weightForDisplay, weightUnit } from './units.ts';

export type CheckInPoint = { day: string; weightKg: number | null; adherence: number | null };

/**
 * Client data for the dashboard rules. `checkIns` are newest first, at most twelve. `donePeriods` are the numbers of all
 * periods with a check-in.
 */
export type TrackedClient = CheckInSchedule & {
  clientId: string;
  name: string;
  /** Today in the zone of the schedule, if it differs from the coach's zone. */
  ownToday?: string;
  checkIns: readonly CheckInPoint[];
  donePeriods: readonly number[];
};

export type Suggestion = {
  id: string;
  type: 'warning' | 'recommendation' | 'alert';
  message: string;
  clientId: string;
  clientName: string;
  action: string;
  priority: 'high' | 'medium' | 'low';
};

export type FollowUp = { clientId: string; clientName: string; missed: number; dueDay: string };

/** Most follow-ups on the agenda and in the task count. */
export const MAX_FOLLOW_UPS = 3;
export const ON_TRACK_ADHERENCE = 70;
/** Adherence falls when the mean of the last two check-ins is `points` below the mean of the four before. */
const ADHERENCE_FALL = { recent: 2, before: 4, minTotal: 4, points: 15 } as const;

export const checkInStatusOf = (client: TrackedClient, today: string): CheckInStatus =>
  checkInState({ ...client, lastSubmittedDay: client.checkIns[0]?.day ?? null, today: client.ownToday ?? today });

/** Latest adherence answer in percent; null before the first. */
export const latestAdherence = (client: TrackedClient): number | null =>
  client.checkIns.find(({ adherence }) => adherence !== null)?.adherence ?? null;

export const checkInStreakOf = (client: TrackedClient, today: string): number =>
  checkInStreak(client, client.donePeriods, client.ownToday ?? today);

/** On track: no missed check-in, and the latest adherence is at least 70 or unknown. */
export function isOnTrack(client: TrackedClient, today: string): boolean {
  return checkInStatusOf(client, today).missed === 0 && (latestAdherence(client) ?? 100) >= ON_TRACK_ADHERENCE;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Rounded means before and after a fall in adherence; null without a fall. `checkIns` newest first. */
export function adherenceFall(checkIns: readonly CheckInPoint[]): { from: number; to: number } | null {
  const answers = checkIns.flatMap(({ adherence }) => (adherence === null ? [] : [adherence]));
  if (answers.length < ADHERENCE_FALL.minTotal) return null;
  const to = mean(answers.slice(0, ADHERENCE_FALL.recent));
  const from = mean(answers.slice(ADHERENCE_FALL.recent, ADHERENCE_FALL.recent + ADHERENCE_FALL.before));
  return from - to >= ADHERENCE_FALL.points ? { from: Math.round(from), to: Math.round(to) } : null;
}

const PRIORITY = { high: 0, medium: 1, low: 2 } as const;

/**
 * Suggestions about missed check-ins, falling adherence and plateaus, most urgent first. Messages show weights in
 * `units`.
 */
export function suggestionsFor(clients: readonly TrackedClient[], today: string, units: UnitSystem): Suggestion[] {
  return clients
    .flatMap((client) => suggestionsOf(client, today, units))
    .sort((a, b) => PRIORITY[a.priority] - PRIORITY[b.priority] || a.clientName.localeCompare(b.clientName));
}

function suggestionsOf(client: TrackedClient, today: string, units: UnitSystem): Suggestion[] {
  const { clientId, name: clientName } = client;
  const who = { clientId, clientName };
  const found: Suggestion[] = [];
  const { missed } = checkInStatusOf(client, today);
  if (missed > 0) {
    const lastDay = client.checkIns[0]?.day;
    const heard = lastDay
      ? `You last heard from ${clientName} ${daysBetween(lastDay, today)} days ago`
      : `You have not heard from ${clientName} yet`;
    found.push({
      ...who,
      id: `missed-check-in:${clientId}`,
      type: 'alert',
      priority: 'high',
      message: `${heard}: ${missed === 1 ? '1 check-in' : `${missed} check-ins in a row`} missed.`,
      action: 'Send a personal message',
    });
  }
  const fall = adherenceFall(client.checkIns);
  if (fall) {
    found.push({
      ...who,
      id: `falling-adherence:${clientId}`,
      type: 'warning',
      priority: 'medium',
      message: `${clientName}'s adherence fell from ${fall.from}% to ${fall.to}% over the last two check-ins.`,
      action: 'Ask what got in the way',
    });
  }
  const plateau = plateauOf(client.checkIns, today);
  if (plateau) {
    const weight = `${weightForDisplay(plateau.weightKg, units)} ${weightUnit(units)}`;
    found.push({
      ...who,
      id: `plateau:${clientId}`,
      type: 'recommendation',
      priority: 'low',
      message: `${clientName} has stayed at ${weight} for three weeks at ${Math.round(plateau.adherence)}% adherence.`,
      action: 'Explain the trend and adjust the plan',
    });
  }
  return found;
}

/** Clients with overdue or missed check-ins, most missed first, without those dismissed today. */
export function followUpsFor(
  clients: readonly TrackedClient[],
  today: string,
  dismissed: ReadonlySet<string>,
): FollowUp[] {
  return clients
    .filter(({ clientId }) => !dismissed.has(clientId))
    .map((client) => ({ client, status: checkInStatusOf(client, today) }))
    .filter(({ status }) => status.state === 'overdue' || (status.state !== 'done' && status.missed > 0))
    .sort((a, b) => b.status.missed - a.status.missed || a.client.name.localeCompare(b.client.name))
    .slice(0, MAX_FOLLOW_UPS)
    .map(({ client, status }) => ({
      clientId: client.clientId,
      clientName: client.name,
      missed: status.missed,
      dueDay: status.dueDay,
    }));
}

/** Today's sessions plus at most three follow-ups. */
export const taskCount = (sessionsToday: number, followUps: number): number =>
  sessionsToday + Math.min(MAX_FOLLOW_UPS, followUps);

export const onTrackPercent = (onTrack: number, active: number): number =>
  active > 0 ? Math.round((onTrack / active) * 100) : 0;

export const averageClientValueCents = (revenueCents: number, activeClients: number): number =>
  Math.round(revenueCents / Math.max(1, activeClients));
