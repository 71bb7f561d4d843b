import { type AdjustmentChange, NO_CHANGE } from '@stridewell/contract/adjustments/adjustments.changes.rules';
import {
  ADJUSTMENT_RULES,
  type AdjustmentFacts,
  changeableDays,
  isRecent,
  type PlannedDay,
} from '@stridewell/contract/adjustments/adjustments.rules';
import { shortDate } from '@stridewell/contract/adjustments/adjustments.wording.rules';
import type { Exercise } from '@stridewell/contract/exercises/exercises';
import type { ProgramDay } from '@stridewell/contract/programs/programs';
import { deloadDays } from '@stridewell/contract/programs/programs.progression.rules';
import { isWorkingSet, weeksOf } from '@stridewell/contract/programs/programs.rules';
import { workoutMinutes } from '@stridewell/contract/programs/programs.volume.rules';
import { daysBetween } from '@stridewell/contract/time';
import { shortenDays } from './adjustments.shorten.rules.ts';

/** Facts with the trend of the lifts. `isWeaker`: the best lifts of the last days are below those before. */
export type ProposalFacts = AdjustmentFacts & { isWeaker: boolean };

type Find = (id: string) => Exercise | undefined;
type Suggested<Kind> = { kind: Kind; change: AdjustmentChange; reason: string; cause: string };

/** Minutes on a step, and not fewer than the least. */
function inSteps(minutes: number, round: (steps: number) => number): number {
  const { minutesStep, leastMinutes } = ADJUSTMENT_RULES;
  return Math.max(leastMinutes, round(minutes / minutesStep) * minutesStep);
}

/** Proposes shorter coming days after workouts were stopped early, if the latest one was. */
export function adjustShort(
  { today, workouts, followed }: AdjustmentFacts,
  planned: readonly PlannedDay[],
  find: Find,
): Suggested<'shorten'> | undefined {
  const { shortToShorten, shortShare } = ADJUSTMENT_RULES;
  const isOver = ({ finished, day }: (typeof workouts)[number]) => finished || day < today;
  const recent = workouts
    .filter((log) => log.clientProgramId === followed.id && isOver(log) && log.doneSets > 0)
    .filter(({ day }) => day === today || isRecent(day, today))
    .toSorted((a, b) => (a.startedAt < b.startedAt ? 1 : -1));
  const short = recent.filter((log) => !log.finished || log.doneSets < log.plannedSets * shortShare);
  const minutes = short.slice(0, shortToShorten).flatMap((log) => log.minutes ?? []);
  const [latest] = recent;
  if (!latest || latest !== short[0] || short.length < shortToShorten || minutes.length === 0) return undefined;
  const target = inSteps(minutes.reduce((sum, one) => sum + one, 0) / minutes.length, Math.floor);
  const coming = changeableDays(planned, today).map(({ content }) => content);
  const days = shortenDays(coming, () => target, find);
  if (days.length === 0) return undefined;
  const reason = `The last workouts ended early, after about ${target} minutes, so the coming days are shortened to fit.`;
  return { kind: 'shorten', change: { ...NO_CHANGE, days }, reason, cause: `short:${latest.id}` };
}

const hasWork = ({ workout }: ProgramDay): boolean =>
  workout.exercises.some(({ sets }) => sets.some((set) => isWorkingSet(set) && set.count > 1));

const missesOf = (planned: readonly PlannedDay[], today: string): number =>
  planned.filter(({ status, day }) => status === 'missed' && isRecent(day, today)).length;

/** The next week that starts soon, with its days. */
function upcomingWeek({ today, followed }: AdjustmentFacts, planned: readonly PlannedDay[]) {
  const weeks = weeksOf(followed.program);
  for (const { number, week } of weeks) {
    const days = planned.filter(({ weekNumber }) => weekNumber === number);
    const [first] = days;
    if (!first || !days.every(({ status }) => status === 'open')) continue;
    const isSoon = daysBetween(today, first.day) <= ADJUSTMENT_RULES.daysAhead;
    const followsDeload = weeks.some((one) => one.number === number - 1 && one.week.deload);
    return isSoon ? { week, days, first: first.day, followsDeload } : undefined;
  }
  return undefined;
}

/** Causes of shorter days that follow from misses, about which the coach always decides. */
const MISSES = 'misses:';
export const isAfterMisses = (cause: string): boolean => cause.startsWith(MISSES);

/**
 * Proposes shorter workouts for the next week when most of the last days were missed, so that the plan fits the client's
 * weeks [K, science A: a shortened plan after two weeks of silence]. The main lifts stay.
 */
export function adjustMisses(
  facts: AdjustmentFacts,
  planned: readonly PlannedDay[],
  find: Find,
): Suggested<'shorten'> | undefined {
  const { today, followed } = facts;
  const { missesToShorten, missedShare, daysBack, shortenedShare } = ADJUSTMENT_RULES;
  const misses = missesOf(planned, today);
  const due = planned.filter(({ status, day }) => status !== 'excused' && isRecent(day, today)).length;
  if (misses < missesToShorten || misses <= due * missedShare) return undefined;
  const upcoming = upcomingWeek(facts, planned);
  if (!upcoming || upcoming.week.deload) return undefined;
  const days = shortenDays(
    upcoming.days.map(({ content }) => content),
    ({ workout }) => inSteps(workoutMinutes(workout) * shortenedShare, Math.ceil),
    find,
  );
  if (days.length === 0) return undefined;
  const reason = `${misses} of ${due} workouts in the last ${daysBack} days were missed, so the workouts in the week of ${shortDate(upcoming.first)} get shorter.`;
  return {
    kind: 'shorten',
    change: { ...NO_CHANGE, days },
    reason,
    cause: `${MISSES}${followed.id}.${upcoming.week.key}`,
  };
}

/** Proposes a lighter next week when the one-rep max falls and workouts are missed [K, two triggers, science B]. */
export function adjustLoad(facts: ProposalFacts, planned: readonly PlannedDay[]): Suggested<'deload'> | undefined {
  const { missesToDeload, daysBack } = ADJUSTMENT_RULES;
  const misses = missesOf(planned, facts.today);
  if (!facts.isWeaker || misses < missesToDeload) return undefined;
  const upcoming = upcomingWeek(facts, planned);
  if (!upcoming || upcoming.week.deload || upcoming.followsDeload) return undefined;
  const before = upcoming.days.map(({ content }) => content);
  if (!before.some(hasWork)) return undefined;
  const after = deloadDays(before);
  const change: AdjustmentChange = {
    moves: [],
    days: before.map((day, index) => ({ before: day, after: after[index] ?? day })),
    deloads: [upcoming.week.key],
  };
  const count = misses === 1 ? 'A workout was missed' : `${misses} workouts were missed`;
  const reason = `${count} in the last ${daysBack} days and the lifts got weaker, so the week of ${shortDate(upcoming.first)} becomes a deload.`;
  return { kind: 'deload', change, reason, cause: `deload:${facts.followed.id}.${upcoming.week.key}` };
}
