import { type CheckInSchedule, lastDueDays } from '../checkins/checkins.rules.ts';
import { PROGRESS_THRESHOLDS, type ProgressLabel } from '../clients/clients.labels.rules.ts';
import { addDays, daysBetween } from '../time.ts';
import type { WorkoutAdherence } from '../workouts/workouts.adherence.rules.ts';

/** Lengths of the periods in weeks. */
export const PERFORMANCE_WEEKS = [4, 12, 26, 52] as const;
export type PerformanceWeeks = (typeof PERFORMANCE_WEEKS)[number];

/** The number of workouts or check-ins that were due and done. */
export type DoneCount = WorkoutAdherence;

/** A period of whole weeks that ends today, both days included. The period before it has the same length. */
export const periodOf = (today: string, weeks: PerformanceWeeks) => ({
  from: addDays(today, 1 - 7 * weeks),
  to: today,
  before: addDays(today, 1 - 14 * weeks),
});

const addUp = (counts: readonly DoneCount[]): DoneCount => ({
  done: counts.reduce((sum, { done }) => sum + done, 0),
  due: counts.reduce((sum, { due }) => sum + due, 0),
});

/** Counts of the weeks of a period and of the one before. `weekly` begins with the current week. */
export const countsOf = (weekly: readonly DoneCount[], weeks: number): { now: DoneCount; before: DoneCount } => ({
  now: addUp(weekly.slice(0, weeks)),
  before: addUp(weekly.slice(weeks, 2 * weeks)),
});

/** Most due days in so many weeks. */
const mostDue = ({ intervalDays, weekdays = [] }: CheckInSchedule, weeks: number): number =>
  weekdays.length > 0 ? weekdays.length * (weeks + 1) : Math.ceil((7 * weeks) / intervalDays) + 1;

/**
 * The check-ins that were due in each of the last `weeks` weeks, the one that ends today first. One that was sent late
 * counts in the week in which it was due. The open one counts once it is sent.
 * @param donePeriods numbers of all periods with a check-in, from `checkInPeriod`
 */
export function weeklyCheckIns(
  schedule: CheckInSchedule,
  donePeriods: readonly number[],
  { today, weeks }: { today: string; weeks: number },
): DoneCount[] {
  const counts = Array.from({ length: weeks }, () => ({ done: 0, due: 0 }));
  const sent = new Set(donePeriods);
  for (const [index, { period, dueDay }] of lastDueDays(schedule, today, mostDue(schedule, weeks)).entries()) {
    const count = counts[Math.floor(daysBetween(dueDay, today) / 7)];
    if (!count || (index === 0 && !sent.has(period))) continue;
    count.due += 1;
    if (sent.has(period)) count.done += 1;
  }
  return counts;
}

/** Ranges of the distribution, each ten percent wide; the last one includes 100. */
export const DISTRIBUTION_RANGES = 10;

/** How many of the percentages are in each range of ten. */
export function distributionOf(percents: readonly number[]): number[] {
  const counts = Array.from({ length: DISTRIBUTION_RANGES }, () => 0);
  for (const percent of percents) {
    const range = Math.min(DISTRIBUTION_RANGES - 1, Math.floor(percent / 10));
    counts[range] = (counts[range] ?? 0) + 1;
  }
  return counts;
}

/** Direction of a client's weight goal. `none`: there is no goal weight, or no weight to compare it with. */
export const GOAL_KINDS = ['lose', 'gain', 'keep', 'none'] as const;
export type GoalKind = (typeof GOAL_KINDS)[number];

export function goalKindOf(startKg: number | null, goalKg: number | null): GoalKind {
  if (startKg === null || goalKg === null) return 'none';
  if (Math.abs(goalKg - startKg) <= PROGRESS_THRESHOLDS.goalToleranceKg) return 'keep';
  return goalKg < startKg ? 'lose' : 'gain';
}

/** `changeKg`: of the weight trend within the period. `progress`: pace towards the goal, as on the client's page. */
export type ClientOutcome = { goal: GoalKind; changeKg: number | null; progress: ProgressLabel | null };

/** The outcome of the clients with one kind of goal. `weighed` of them have a trend. */
export type GoalOutcome = {
  goal: GoalKind;
  clients: number;
  weighed: number;
  /** Mean of those with a trend; null without any. */
  changeKg: number | null;
  exceeding: number;
  onTrack: number;
  needAttention: number;
};

/** Outcomes by kind of goal; kinds without clients are left out. */
export function outcomesOf(clients: readonly ClientOutcome[]): GoalOutcome[] {
  return GOAL_KINDS.flatMap((goal) => {
    const members = clients.filter((client) => client.goal === goal);
    const changes = members.flatMap(({ changeKg }) => changeKg ?? []);
    const having = (label: ProgressLabel) => members.filter(({ progress }) => progress === label).length;
    const sum = changes.reduce((total, change) => total + change, 0);
    return members.length === 0
      ? []
      : [
          {
            goal,
            clients: members.length,
            weighed: changes.length,
            changeKg: changes.length > 0 ? Math.round((sum / changes.length) * 100) / 100 : null,
            exceeding: having('Exceeding Goals'),
            onTrack: having('On Track'),
            needAttention: having('Needs Attention'),
          },
        ];
  });
}
