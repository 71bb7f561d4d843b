import { checkInStreakOf, onTrackPercent, planFollowed } from '@stridewell/contract/clients/clients.figures.rules';
import { progressLabel } from '@stridewell/contract/clients/clients.labels.rules';
import type { TrackedClient } from '@stridewell/contract/dashboard/dashboard.rules';
import type { ClientMetrics } from '@stridewell/contract/metrics/metrics';
import type {
  ClientPerformance,
  PerformanceReport,
  PerformanceWeek,
} from '@stridewell/contract/performance/performance';
import {
  countsOf,
  type DoneCount,
  distributionOf,
  goalKindOf,
  outcomesOf,
  type PerformanceWeeks,
  periodOf,
  weeklyCheckIns,
} from '@stridewell/contract/performance/performance.rules';
import { FOUR_WEEKS, trendChangeKg } from '@stridewell/contract/progress/progress.rules';
import { addDays } from '@stridewell/contract/time';
import { meanPercent, workoutPercent } from '@stridewell/contract/workouts/workouts.adherence.rules';
import type { countSessions } from '../calendar/calendar.service.ts';
import type { ReviewWaits } from '../checkins/checkins.service.ts';
import type { ClientWaits } from '../messages/messages.service.ts';
import type { selectWeeklyOnTrack } from '../metrics/metrics.service.ts';
import { NO_NUTRITION, type NutritionFacts, nutritionFollowed } from '../nutrition/nutrition.rules.ts';
import type { readNutrition } from '../nutrition/nutrition.service.ts';
import type { listWeightTrends } from '../progress/progress.service.ts';
import { toWeight } from '../progress/progress.weight.rules.ts';
import type { ProgramWeeks } from '../workouts/workouts.adherence.service.ts';
import { type ComparedClient, compareTopQuarter } from './performance.compare.rules.ts';
import { medianOf, replyFigures, type Wait } from './performance.replies.rules.ts';

type Rows<Read extends (...args: never[]) => Promise<unknown>> = Awaited<ReturnType<Read>>;

/** Data of active clients from the database, by client. */
type Readings = {
  today: string;
  weeks: PerformanceWeeks;
  metrics: ClientMetrics;
  clients: readonly TrackedClient[];
  onTrack: Rows<typeof selectWeeklyOnTrack>;
  workouts: readonly ProgramWeeks[];
  messages: readonly ClientWaits[];
  reviews: readonly ReviewWaits[];
  weights: Rows<typeof listWeightTrends>;
  sessions: Rows<typeof countSessions>;
  nutrition: Rows<typeof readNutrition>;
};

/** A client with due and done counts by week, current week first. */
type Member = { client: TrackedClient; workouts: DoneCount[]; checkIns: DoneCount[]; shown: ClientPerformance };

const HOUR_SECONDS = 3600;

/** Builds the report. All figures come from rules of the contract. */
export function toReport(readings: Readings): PerformanceReport {
  const { today, weeks, metrics } = readings;
  const members = membersOf(readings);
  const shown = members.map((member) => member.shown);
  const trend = trendOf(readings, members);
  const shares = (of: 'workouts' | 'checkIns' | 'nutrition') => ({
    now: meanPercent(shown.map((client) => client[of])),
    before: meanPercent(shown.map((client) => client[`${of}Before`])),
  });
  return {
    today,
    weeks,
    from: periodOf(today, weeks).from,
    metrics,
    workouts: shares('workouts'),
    checkIns: shares('checkIns'),
    nutrition: { ...shares('nutrition'), clients: shown.filter(({ nutrition }) => nutrition.due > 0).length },
    nutritionAnswers: nutritionAnswersOf(readings.reviews),
    onTrack: {
      now: onTrackPercent(metrics.clientsOnTrack, metrics.totalActiveClients),
      before: trend.at(-1)?.onTrack.before ?? null,
    },
    messages: repliesOf(readings.messages),
    reviews: repliesOf(readings.reviews),
    trend,
    distribution: distributionOf(shown.flatMap(({ workouts }) => workoutPercent(workouts) ?? [])),
    clients: shown,
    programs: programsOf(readings),
    goals: outcomesOf(shown),
    topQuarter: compareTopQuarter(comparedOf(readings, members)),
  };
}

const meanOf = (values: readonly number[]): number | null =>
  values.length > 0 ? Math.round(values.reduce((sum, value) => sum + value, 0) / values.length) : null;

/** Mean answers of clients whose form asks about nutrition. Each client counts once. */
function nutritionAnswersOf(reviews: readonly ReviewWaits[]): PerformanceReport['nutritionAnswers'] {
  const now = reviews.flatMap(({ nutrition }) => nutrition ?? []);
  const before = reviews.flatMap(({ nutritionBefore }) => nutritionBefore ?? []);
  return { now: meanOf(now), before: meanOf(before), clients: now.length };
}

const byClient = <Row extends { clientId: string }>(rows: readonly Row[]) =>
  new Map(rows.map((row) => [row.clientId, row]));

const emptyWeeks = (weeks: number): DoneCount[] => Array.from({ length: weeks }, () => ({ done: 0, due: 0 }));

/** Adds weeks of one program to those of the client. */
function addWeeks(counts: readonly DoneCount[], { weeks }: ProgramWeeks): void {
  for (const [week, done, due] of weeks) {
    const count = counts[week];
    if (!count) continue;
    count.done += done;
    count.due += due;
  }
}

function membersOf({ today, weeks, clients, workouts, weights, nutrition }: Readings): Member[] {
  const trained = new Map(clients.map(({ clientId }) => [clientId, emptyWeeks(2 * weeks)]));
  for (const program of workouts) addWeeks(trained.get(program.clientId) ?? [], program);
  const weighed = byClient(weights);
  return clients.map((client) => {
    const { clientId, name, donePeriods } = client;
    const trainedWeeks = trained.get(clientId) ?? [];
    const checkedWeeks = weeklyCheckIns(client, donePeriods, { today: client.ownToday ?? today, weeks: 2 * weeks });
    const [training, checking] = [countsOf(trainedWeeks, weeks), countsOf(checkedWeeks, weeks)];
    const shown: ClientPerformance = {
      clientId,
      name,
      workouts: training.now,
      workoutsBefore: training.before,
      checkIns: checking.now,
      checkInsBefore: checking.before,
      ...nutritionOf(client, nutrition.get(clientId), { today, weeks }),
      streak: checkInStreakOf(client, today),
      ...outcomeOf(client, weighed.get(clientId), { today, weeks }),
    };
    return { client, workouts: trainedWeeks, checkIns: checkedWeeks, shown };
  });
}

/** Nutrition followed in the period and in the one before. */
function nutritionOf(
  { ownToday, pauses = [] }: TrackedClient,
  facts: NutritionFacts = NO_NUTRITION,
  { today: coachToday, weeks }: Pick<Readings, 'today' | 'weeks'>,
) {
  const today = ownToday ?? coachToday;
  const { from, to, before } = periodOf(today, weeks);
  return {
    nutrition: nutritionFollowed(facts, { from, to, today, pauses }),
    nutritionBefore: nutritionFollowed(facts, { from: before, to: addDays(from, -1), today, pauses }),
  };
}

/** Progress is the same as on the client's page. */
function outcomeOf(
  client: TrackedClient,
  row: Readings['weights'][number] | undefined,
  { today, weeks }: Pick<Readings, 'today' | 'weeks'>,
) {
  const weight = row && toWeight(row, today).weight;
  const { checkIn, standing } = client;
  const { startWeightKg = null, goalWeightKg = null, targetDay = null } = row?.weightGoal ?? {};
  const weighIns = client.checkIns.flatMap(({ day, weightKg }) => (weightKg === null ? [] : [{ day, weightKg }]));
  const followed = planFollowed(client, today);
  return {
    checkIn,
    standing,
    goal: goalKindOf(weight?.startKg ?? startWeightKg, goalWeightKg),
    // Like the 4-week change, excludes older weights.
    changeKg: row && weight && weight.day >= addDays(today, -FOUR_WEEKS) ? trendChangeKg(row.trend, 7 * weeks) : null,
    progress: progressLabel({ weighIns, startWeightKg, goalWeightKg, targetDay, standing, followed, today }),
  };
}

/** Weeks of the period, oldest first. The current week has today's figure. */
function trendOf({ today, weeks, metrics, onTrack }: Readings, members: readonly Member[]): PerformanceWeek[] {
  const recorded = new Map(onTrack.map(({ week, onTrack: clients, active }) => [week, { clients, active }]));
  recorded.set(0, { clients: metrics.clientsOnTrack, active: metrics.totalActiveClients });
  const onTrackIn = (week: number) => {
    const { clients, active } = recorded.get(week) ?? { clients: 0, active: 0 };
    return onTrackPercent(clients, active);
  };
  const meanIn = (of: 'workouts' | 'checkIns', week: number) =>
    meanPercent(members.map((member) => member[of][week] ?? { done: 0, due: 0 }));
  const bothOf = (figure: (week: number) => number | null, week: number) => ({
    now: figure(week),
    before: figure(week + weeks),
  });
  return Array.from({ length: weeks }, (_, index) => {
    const week = weeks - 1 - index;
    return {
      endDay: addDays(today, -7 * week),
      workouts: bothOf((at) => meanIn('workouts', at), week),
      checkIns: bothOf((at) => meanIn('checkIns', at), week),
      onTrack: bothOf(onTrackIn, week),
    };
  });
}

type StoredWaits = { waits: readonly (readonly [isRecent: boolean, seconds: number, answered: boolean])[] };

const waitsIn = (rows: readonly StoredWaits[], recent: boolean): Wait[] =>
  rows.flatMap(({ waits }) =>
    waits.flatMap(([isRecent, seconds, answered]) => (isRecent === recent ? [{ seconds, answered }] : [])),
  );

const repliesOf = (rows: readonly StoredWaits[]) => ({
  now: replyFigures(waitsIn(rows, true)),
  before: replyFigures(waitsIn(rows, false)),
});

/** Programs by template, most clients first. Copies of a deleted template are grouped by name. */
function programsOf({ workouts, weeks }: Readings): PerformanceReport['programs'] {
  const groups = new Map<string, { programId: string | null; name: string; lastDay: string; counts: DoneCount[] }>();
  for (const { programId, name, lastDay, weeks: stored } of workouts) {
    const recent = stored.filter(([week]) => week < weeks);
    if (recent.length === 0) continue;
    const counts = emptyWeeks(weeks);
    for (const [week, done, due] of recent) counts[week] = { done, due };
    const key = programId ?? ` ${name}`;
    const group = groups.get(key) ?? { programId, name, lastDay, counts: [] };
    group.counts.push(countsOf(counts, weeks).now);
    groups.set(key, lastDay > group.lastDay ? { ...group, name, lastDay } : group);
  }
  return [...groups.values()]
    .map(({ programId, name, counts }) => ({
      programId,
      name,
      clients: counts.length,
      percent: meanPercent(counts) ?? 0,
      ...countsOf(counts, counts.length).now,
    }))
    .sort((a, b) => b.clients - a.clients || a.name.localeCompare(b.name));
}

/** Clients who had workouts due, with their habits in the period. */
function comparedOf({ weeks, messages, reviews, sessions }: Readings, members: readonly Member[]): ComparedClient[] {
  const [written, reviewed, met] = [byClient(messages), byClient(reviews), byClient(sessions)];
  return members.flatMap(({ shown: { clientId, workouts, checkIns } }) => {
    const percent = workoutPercent(workouts);
    if (percent === null) return [];
    const conversation = written.get(clientId);
    const replies = waitsIn(conversation ? [conversation] : [], true).flatMap(({ seconds, answered }) =>
      answered ? [seconds] : [],
    );
    const median = medianOf(replies);
    const habits = {
      checkIns: workoutPercent(checkIns),
      messages: (conversation?.sent ?? 0) / weeks,
      replyHours: median === null ? null : median / HOUR_SECONDS,
      sessions: (4 * (met.get(clientId)?.held ?? 0)) / weeks,
      planned: workouts.due / weeks,
      sleepHours: reviewed.get(clientId)?.sleepHours ?? null,
    };
    return [{ percent, habits }];
  });
}
