import { addDays, daysBetween } from '@stridewell/contract/time';
import type { ColumnKind } from './retention.columns.rules.ts';

/** A client's activity in the event log at the end of a day. Days are in the coach's time zone. */
export type Activity = {
  /** When the client became active last: at the start, or after a pause. */
  since: string;
  accepted: string | null;
  /** First day, and the first day after it. */
  pauses: readonly [from: string, until: string][];
  /** Days of which the coach knew the reason, like pauses. */
  known: readonly [from: string, until: string][];
  /** How many days ago the client did anything, each day once. */
  days: readonly number[];
  workout: string | null;
  checkIn: string | null;
  message: string | null;
  /** The last day on which the client opened the portal; null before visits were recorded. */
  visit: string | null;
  /** In four weeks. */
  messages: number;
  checkIns: number;
  contacts: number;
  /** Days between check-ins; null without a schedule. */
  intervalDays: number | null;
  /** Mean logarithm of the hours until the client answers: in four weeks, and always. */
  recentReply: number | null;
  usualReply: number | null;
};

/**
 * The model's inputs for a client [science.md A]. Never age, sex, health answers, photos, texts or food details;
 * weights neither, because a corrected one would change earlier days.
 */
export const FEATURE_COLUMNS = {
  silentDays: 'number',
  /** Days since the client opened the portal or did anything: what a model has to beat. */
  loginDaysAgo: 'number',
  workoutDaysAgo: 'number',
  checkInDaysAgo: 'number',
  messageDaysAgo: 'number',
  activeDays7: 'number',
  activeDays28: 'number',
  /** Active days a week below the client's own usual; 0 at or above it. */
  fall: 'number',
  streakWeeks: 'number',
  checkInShare: 'number',
  messages28: 'number',
  contacts28: 'number',
  replyDelay: 'number',
  logTenure: 'number',
  firstMonth: 'number',
  firstQuarter: 'number',
} as const satisfies Record<string, ColumnKind>;
export type FeatureName = keyof typeof FEATURE_COLUMNS;
export type Features = Record<FeatureName, number | null>;

const WEEK = 7;
export const MONTH = 28;
export const QUARTER = 91;

export const laterOf = (one: string, other: string): string => (one.localeCompare(other) > 0 ? one : other);

/** Days from `from` to `day`, both included, without those of pauses. */
function countedDays(from: string, day: string, pauses: Activity['pauses']): number {
  const paused = pauses.reduce((sum, [start, until]) => {
    const first = laterOf(start, from);
    const end = until <= day ? until : addDays(day, 1);
    return sum + Math.max(0, daysBetween(first, end));
  }, 0);
  return Math.max(0, daysBetween(from, day) + 1 - paused);
}

/** Active days a week within the last `span` days; null while less than half of them counted. */
function activeDaysAWeek({ days, pauses }: Activity, { day, from, span }: { day: string; from: string; span: number }) {
  const first = addDays(day, 1 - span);
  const counted = countedDays(laterOf(first, from), day, pauses);
  if (counted * 2 < Math.min(span, MONTH)) return null;
  return (WEEK * days.filter((ago) => ago < span).length) / counted;
}

/** Consecutive weeks with activity, up to the current one. */
function streakOf(days: readonly number[]): number {
  const weeks = new Set(days.map((ago) => Math.floor(ago / WEEK)));
  let streak = 0;
  while (weeks.has(streak)) streak += 1;
  return streak;
}

/** Silence starts again after days with a known reason, and those days do not count. */
export function withoutKnown(activity: Activity, day: string): Activity {
  const started = activity.known.filter(([from]) => from <= day);
  if (started.length === 0) return activity;
  const ends = started.map(([, until]) => (until < day ? until : day));
  const since = [activity.since, ...ends].reduce(laterOf);
  return { ...activity, since, pauses: separate([...activity.pauses, ...started]) };
}

/** Joins ranges that overlap, so that no day counts twice. */
function separate(ranges: Activity['pauses']): [string, string][] {
  const joined: [string, string][] = [];
  for (const [from, until] of ranges.toSorted(([one], [other]) => one.localeCompare(other))) {
    const last = joined.at(-1);
    if (last && from <= last[1]) last[1] = laterOf(last[1], until);
    else joined.push([from, until]);
  }
  return joined;
}

/** The features of a client at the end of `day`. */
export function featuresOf(recorded: Activity, day: string): Features {
  const activity = withoutKnown(recorded, day);
  const { since, days, pauses, intervalDays, recentReply, usualReply } = activity;
  const accepted = activity.accepted ?? since;
  const tenure = daysBetween(accepted, day);
  const agoOf = (last: string | null) => (last === null ? null : daysBetween(laterOf(last, since), day));
  const activeDays28 = activeDaysAWeek(activity, { day, from: accepted, span: MONTH });
  const usual = activeDaysAWeek(activity, { day, from: accepted, span: tenure + 1 });
  const counted = countedDays(laterOf(addDays(day, 1 - MONTH), accepted), day, pauses);
  const due = intervalDays === null ? 0 : Math.floor(counted / intervalDays);
  const silentDays = Math.min(daysBetween(since, day), ...days);
  return {
    silentDays,
    loginDaysAgo: Math.min(silentDays, agoOf(activity.visit) ?? silentDays),
    workoutDaysAgo: agoOf(activity.workout),
    checkInDaysAgo: agoOf(activity.checkIn),
    messageDaysAgo: agoOf(activity.message),
    activeDays7: activeDaysAWeek(activity, { day, from: accepted, span: WEEK }),
    activeDays28,
    fall: activeDays28 === null || usual === null ? null : Math.max(0, usual - activeDays28),
    streakWeeks: streakOf(days),
    checkInShare: due === 0 ? null : Math.min(1, activity.checkIns / due),
    messages28: activity.messages,
    contacts28: activity.contacts,
    replyDelay: recentReply === null || usualReply === null ? null : recentReply - usualReply,
    logTenure: Math.log1p(tenure),
    firstMonth: tenure <= MONTH ? 1 : 0,
    firstQuarter: tenure <= QUARTER ? 1 : 0,
  };
}

/** A client at the end of a week, with what happened afterwards. */
export type PersonWeek = {
  clientId: string;
  day: string;
  features: Features;
  leftInWeek: boolean;
  leftInMonth: boolean;
};

/** A day on which a client left. */
export type Leaving = { clientId: string; day: string; byPayment: boolean };

/**
 * Adds whether the client left within the next week and the next four. Weeks whose next four are not over yet are left
 * out, because the client may still leave in them. So are weeks before a client left by a failed payment.
 */
export function labelWeeks(
  rows: readonly (Activity & { clientId: string; day: string })[],
  leavings: readonly Leaving[],
  today: string,
): PersonWeek[] {
  const leavingsOf = Map.groupBy(leavings, ({ clientId }) => clientId);
  const within = (clientId: string, day: string, span: number) =>
    (leavingsOf.get(clientId) ?? []).filter((left) => left.day > day && left.day <= addDays(day, span));
  const leftWithin = (...week: Parameters<typeof within>) => within(...week).length > 0;
  return rows
    .filter(({ day }) => addDays(day, MONTH) < today)
    .filter(({ clientId, day }) => !within(clientId, day, MONTH).some(({ byPayment }) => byPayment))
    .map((row) => ({
      clientId: row.clientId,
      day: row.day,
      features: featuresOf(row, row.day),
      leftInWeek: leftWithin(row.clientId, row.day, WEEK),
      leftInMonth: leftWithin(row.clientId, row.day, MONTH),
    }));
}
