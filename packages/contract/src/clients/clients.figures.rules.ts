import {
  type CheckInSchedule,
  type CheckInStatus,
  checkInPeriod,
  checkInState,
  checkInStreak,
  ON_TRACK_ADHERENCE,
  type WeighIn,
} from '../checkins/checkins.rules.ts';
import { FOUR_WEEKS, trendChangeKg, trendRateKg, type WeightSlope } from '../progress/progress.rules.ts';
import { addDays } from '../time.ts';

// The figures of one client. Each has one definition, here, and one name, in docs/glossary.md.

/** Names of the figures on screens. */
export const FIGURES = {
  onTrack: 'On track',
  weight: 'Weight',
  weightChange: 'since the start',
  fourWeekChange: '4-week change',
  weeklyRate: 'Weekly rate',
  toGo: 'to go',
  workouts: 'Workouts done',
  planFollowed: 'Plan followed (self-reported)',
  nextCheckIn: 'Next check-in',
  lastContact: 'Last contact',
} as const;

export type CheckInPoint = { day: string; weightKg: number | null; adherence: number | null };

/** A schedule with the newest check-ins, newest first and at most twelve. */
export type ClientCheckIns = CheckInSchedule & {
  checkIns: readonly CheckInPoint[];
  /** Today in the zone of the schedule, if it differs from the coach's zone. */
  ownToday?: string;
};

/** Due, overdue, missed and the next check-in of a client. */
export const checkInStatusOf = (client: ClientCheckIns, today: string): CheckInStatus =>
  checkInState({ ...client, lastSubmittedDay: client.checkIns[0]?.day ?? null, today: client.ownToday ?? today });

/** `donePeriods` are the numbers of all periods with a check-in. */
export const checkInStreakOf = (client: ClientCheckIns & { donePeriods: readonly number[] }, today: string): number =>
  checkInStreak(client, client.donePeriods, client.ownToday ?? today);

/** Numbers of the periods of the days with a check-in. */
export const donePeriodsOf = (schedule: CheckInSchedule, checkedDays: readonly string[]): number[] =>
  checkedDays.map((checkedDay) => checkInPeriod(schedule, checkedDay));

/** An answer counts as current for one interval and these days: long enough for a check-in that is a little late. */
export const ANSWER_GRACE_DAYS = 3;

type Answers = Pick<ClientCheckIns, 'intervalDays' | 'checkIns' | 'ownToday'>;

/** The newest answer about the plan; null before the first, and once it is too old to say how it goes now. */
const currentAnswer = ({ intervalDays, checkIns, ownToday }: Answers, today: string): CheckInPoint | null => {
  const newest = checkIns.find(({ adherence }) => adherence !== null);
  const oldest = addDays(ownToday ?? today, -(intervalDays + ANSWER_GRACE_DAYS));
  return newest && newest.day >= oldest ? newest : null;
};

/** Plan followed: what the client reported last, in percent; null without a current answer. `checkIns` newest first. */
export const planFollowed = (client: Answers, today: string): number | null =>
  currentAnswer(client, today)?.adherence ?? null;

/** The answers fall when the mean of the last two check-ins is `points` below the mean of the four before. */
const ADHERENCE_FALL = { recent: 2, before: 4, minTotal: 4, points: 15 } as const;

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Rounded means before and after a fall of the answers; null without a fall. `checkIns` newest first. */
export function adherenceFall(checkIns: readonly CheckInPoint[]): { from: number; to: number } | null {
  const answers = checkIns.flatMap(({ adherence }) => (adherence === null ? [] : [adherence]));
  if (answers.length < ADHERENCE_FALL.minTotal) return null;
  const to = mean(answers.slice(0, ADHERENCE_FALL.recent));
  const from = mean(answers.slice(ADHERENCE_FALL.recent, ADHERENCE_FALL.recent + ADHERENCE_FALL.before));
  return from - to >= ADHERENCE_FALL.points ? { from: Math.round(from), to: Math.round(to) } : null;
}

/** Onboarding, on track, or the most urgent reason why not. */
export const STANDINGS = ['on_track', 'onboarding', 'missed', 'overdue', 'plan_slipping', 'off_plan'] as const;
export type Standing = (typeof STANDINGS)[number];

export const STANDING_LABELS: Record<Standing, string> = {
  on_track: FIGURES.onTrack,
  onboarding: 'Onboarding',
  missed: 'Missed check-in',
  overdue: 'Check-in overdue',
  plan_slipping: 'Plan slipping',
  off_plan: 'Off plan',
};

/** Clients who need attention are neither on track nor still in the onboarding. */
export const needsAttention = (standing: Standing | null): boolean =>
  standing !== null && standing !== 'on_track' && standing !== 'onboarding';

/**
 * The one status of an active client. On track: onboarded, no check-in missed or overdue, and the client's current
 * answer about the plan neither falling nor below 70 percent.
 */
export function standingOf(
  client: ClientCheckIns & { onboarded: boolean },
  today: string,
  { state, missed } = checkInStatusOf(client, today),
): Standing {
  if (!client.onboarded) return 'onboarding';
  if (missed > 0) return 'missed';
  if (state === 'overdue') return 'overdue';
  const followed = planFollowed(client, today);
  if (followed === null) return 'on_track';
  if (adherenceFall(client.checkIns)) return 'plan_slipping';
  return followed < ON_TRACK_ADHERENCE ? 'off_plan' : 'on_track';
}

/** Null without active clients. */
export const onTrackPercent = (onTrack: number, active: number): number | null =>
  active > 0 ? Math.round((onTrack / active) * 100) : null;

/** Weight of a client. Changes are in kg. */
export type WeightFigures = {
  /** Newest weigh-in. */
  day: string;
  weightKg: number;
  startKg: number;
  /** Newest weigh-in minus start weight; null while the only weigh-in is the start. */
  changeKg: number | null;
  /** Along the trend of the last four weeks; null with too few weigh-ins, or none for four weeks. */
  fourWeeks: { changeKg: number; kgPerWeek: number } | null;
  goal: {
    weightKg: number;
    /** Distance from the newest weigh-in; 0 once the goal is reached or passed. */
    toGoKg: number;
    /** Share of the way from start to goal, from 0 to 1. */
    share: number;
  } | null;
};

export type WeightGoal = { startWeightKg: number | null; goalWeightKg: number | null };

/** First and newest weigh-in of a client. */
export type WeighInEnds = { first: WeighIn; last: WeighIn };

/** Ends of all weigh-ins in the order of their days; null without any. */
export function weighInEnds(weighIns: readonly WeighIn[]): WeighInEnds | null {
  const [first] = weighIns;
  const last = weighIns.at(-1);
  return first && last ? { first, last } : null;
}

/** Two decimals, as weights are stored: a difference of two has no more. */
const grams = (kg: number) => Math.round(kg * 100) / 100;

/** The start is the start weight of the record, or else the first weigh-in. */
export function weightFiguresOf(
  ends: WeighInEnds | null,
  { startWeightKg, goalWeightKg }: WeightGoal,
  { slope, today }: { slope: WeightSlope; today: string },
): WeightFigures | null {
  if (!ends) return null;
  const { first, last } = ends;
  const startKg = startWeightKg ?? first.weightKg;
  const isStart = startWeightKg === null && first.day === last.day;
  return {
    ...last,
    startKg,
    changeKg: isStart ? null : grams(last.weightKg - startKg),
    fourWeeks: fourWeeksOf(last.day, slope, today),
    goal:
      goalWeightKg === null
        ? null
        : { weightKg: goalWeightKg, ...distanceToGoal(startKg, last.weightKg, goalWeightKg) },
  };
}

function fourWeeksOf(lastDay: string, slope: WeightSlope, today: string): WeightFigures['fourWeeks'] {
  const [changeKg, kgPerWeek] = [trendChangeKg(slope, FOUR_WEEKS), trendRateKg(slope)];
  const isRecent = lastDay >= addDays(today, -FOUR_WEEKS);
  return isRecent && changeKg !== null && kgPerWeek !== null ? { changeKg, kgPerWeek } : null;
}

/** A passed goal counts as reached. Where the start is the goal already, only that weight does. */
function distanceToGoal(startKg: number, nowKg: number, goalKg: number): { toGoKg: number; share: number } {
  const way = goalKg - startKg;
  const left = goalKg - nowKg;
  const isReached = way === 0 ? left === 0 : left * way <= 0;
  if (isReached) return { toGoKg: 0, share: 1 };
  return { toGoKg: grams(Math.abs(left)), share: way === 0 ? 0 : Math.max(0, (nowKg - startKg) / way) };
}

/**
 * Last contact: the newest day with a check-in, a message from the client or a session that took place. Null before the
 * first.
 */
export const lastContactOf = (days: { checkIn: string | null; message: string | null; session: string | null }) =>
  Object.values(days).reduce<string | null>(
    (newest, one) => (one !== null && (newest === null || one > newest) ? one : newest),
    null,
  );
