import { engagementLabel, engagementScore } from '@stridewell/contract/clients/clients.labels.rules';
import { datedDays } from '@stridewell/contract/programs/programs.schedule.rules';
import { addDays, daysBetween } from '@stridewell/contract/time';
import { and, desc, eq } from 'drizzle-orm';
import { relationships } from '../src/core/relationships/relationships.table.ts';
import { checkIns } from '../src/features/checkins/checkins.table.ts';
import { clientVisits } from '../src/features/clients/clients.table.ts';
import { clientPrograms } from '../src/features/programs/programs.table.ts';
import { measurements } from '../src/features/progress/progress.table.ts';
import { workoutLogs } from '../src/features/workouts/workouts.table.ts';
import type { TestApp } from './app.ts';

// The figures of a client, computed only from the rows, without the product's code.

type Row<Table extends { $inferSelect: unknown }> = Table['$inferSelect'];
export type RawClient = Row<typeof relationships> & {
  today: string;
  /** Newest first. */
  sent: Row<typeof checkIns>[];
  measured: Row<typeof measurements>[];
  programs: Row<typeof clientPrograms>[];
  logs: Row<typeof workoutLogs>[];
  visits: Row<typeof clientVisits>[];
};

type OfClient =
  | typeof checkIns
  | typeof measurements
  | typeof clientPrograms
  | typeof workoutLogs
  | typeof clientVisits;

/** All relationships of a coach with the rows behind their figures, with days in one time zone. */
export async function readRawClients({ owner }: TestApp, coachId: string, today: string): Promise<RawClient[]> {
  const people = await owner.select().from(relationships).where(eq(relationships.coachId, coachId));
  return Promise.all(
    people.map(async (row) => {
      const of = (table: OfClient) => and(eq(table.coachId, coachId), eq(table.clientId, row.clientId));
      return {
        ...row,
        today,
        sent: await owner.select().from(checkIns).where(of(checkIns)).orderBy(desc(checkIns.submittedAt)),
        measured: await owner.select().from(measurements).where(of(measurements)),
        programs: await owner.select().from(clientPrograms).where(of(clientPrograms)),
        logs: await owner.select().from(workoutLogs).where(of(workoutLogs)),
        visits: await owner.select().from(clientVisits).where(of(clientVisits)),
      };
    }),
  );
}

const isPaused = ({ checkInPauses }: RawClient, day: string) =>
  checkInPauses.some(({ from, until }) => from <= day && (until === null || day < until));

/** Days of four weeks with a done workout, or a missed one outside of a pause. */
export function rawWorkouts(client: RawClient): { day: string; done: boolean }[] {
  const { today, programs, logs } = client;
  return programs
    .flatMap((program) =>
      datedDays({ ...program, weeks: program.content.phases.flatMap((phase) => phase.weeks) }).flatMap(
        ({ day, dayKey }) => {
          if (day > today || day <= addDays(today, -28) || day > program.endDay) return [];
          const done = logs.some(
            (log) => log.clientProgramId === program.id && log.dayKey === dayKey && log.finishedAt && !log.deleted,
          );
          return done || (day < today && !isPaused(client, day)) ? [{ day, done }] : [];
        },
      ),
    )
    .sort((a, b) => (a.day < b.day ? -1 : 1));
}

/** The due days of the schedule up to today, and the numbers of the periods with a check-in. */
function periodsOf(client: RawClient) {
  const { today, checkInAnchor, checkInIntervalDays: interval, sent } = client;
  const dueDays: string[] = [];
  if (checkInAnchor === null) return { dueDays, done: new Set<number>(), newest: -1 };
  for (let day = checkInAnchor; day <= today; day = addDays(day, interval)) {
    if (!isPaused(client, day)) dueDays.push(day);
  }
  const periodOf = (day: string) => {
    const period = dueDays.findLastIndex((due) => due <= day);
    return period === -1 && day < addDays(checkInAnchor, -interval) ? -1 : Math.max(0, period);
  };
  return {
    dueDays,
    done: new Set(sent.map(({ day }) => periodOf(day))),
    newest: sent[0] ? periodOf(sent[0].day) : -1,
  };
}

export function rawMissed(client: RawClient): number {
  const { dueDays, newest } = periodsOf(client);
  return Math.max(0, dueDays.length - 1 - (newest + 1));
}

export function rawStreak(client: RawClient): number {
  const { dueDays, done } = periodsOf(client);
  const current = dueDays.length - 1;
  let [period, streak] = [done.has(current) ? current : current - 1, 0];
  for (; done.has(period); period -= 1) streak += 1;
  return streak;
}

/** The newest adherence, unless it is older than an interval and three days. */
export function rawPlanFollowed({ today, sent, checkInIntervalDays }: RawClient): number | null {
  const answered = sent.slice(0, 12).find(({ adherence }) => adherence !== null);
  return answered && daysBetween(answered.day, today) <= checkInIntervalDays + 3 ? answered.adherence : null;
}

/** The status of an active client; null for others. */
export function rawStatus(client: RawClient): string | null {
  const { today, status, onboardingCompleted, sent } = client;
  if (status !== 'active') return null;
  if (!onboardingCompleted) return 'onboarding';
  if (rawMissed(client) > 0) return 'missed';
  const { dueDays, newest } = periodsOf(client);
  if (newest < dueDays.length - 1 && today > (dueDays.at(-1) ?? today)) return 'overdue';
  const followed = rawPlanFollowed(client);
  if (followed === null) return 'on_track';
  const answers = sent.slice(0, 12).flatMap(({ adherence }) => adherence ?? []);
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  if (answers.length >= 4 && mean(answers.slice(2, 6)) - mean(answers.slice(0, 2)) >= 15) return 'plan_slipping';
  return followed < 70 ? 'off_plan' : 'on_track';
}

export function rawEngagement(client: RawClient): string | null {
  const { today, status, checkInAnchor, checkInIntervalDays, checkInPauses, sent, visits } = client;
  if (checkInAnchor === null || status !== 'active') return null;
  const schedule = { anchorDay: checkInAnchor, intervalDays: checkInIntervalDays, pauses: checkInPauses };
  const score = engagementScore(schedule, sent.slice(0, 12), today, {
    workouts: rawWorkouts(client),
    nutrition: client.nutritionShare,
    lastVisit:
      visits
        .map(({ day }) => day)
        .sort()
        .at(-1) ?? null,
  });
  return score === null ? null : engagementLabel(score);
}

export type RawWeight = { weightKg: number; changeKg: number | null; kgPerWeek: number | null };

const grams = (kg: number) => Math.round(kg * 100) / 100 || 0;

/** One weight per day, and the least-squares line through the five weeks up to the newest one. */
export function rawWeight({ today, sent, measured }: RawClient): RawWeight | null {
  const byDay = new Map<string, number>();
  for (const { day, weightKg } of sent.toReversed()) if (weightKg !== null) byDay.set(day, weightKg);
  for (const { day, kind, value } of measured) if (kind === 'weight') byDay.set(day, value);
  const last = [...byDay.keys()].sort().at(-1);
  if (last === undefined) return null;
  const weightKg = byDay.get(last) ?? 0;
  const points = [...byDay].flatMap(([day, kg]) =>
    day > addDays(last, -35) ? [{ x: daysBetween(day, last), kg }] : [],
  );
  const span = Math.max(...points.map(({ x }) => x));
  if (last < addDays(today, -28) || points.length < 4 || span < 14)
    return { weightKg, changeKg: null, kgPerWeek: null };
  const meanX = points.reduce((sum, { x }) => sum + x, 0) / points.length;
  const meanKg = points.reduce((sum, { kg }) => sum + kg, 0) / points.length;
  const spread = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
  const kgPerDay = -points.reduce((sum, { x, kg }) => sum + (x - meanX) * (kg - meanKg), 0) / spread;
  return { weightKg, changeKg: grams(kgPerDay * Math.min(28, span)), kgPerWeek: grams(kgPerDay * 7) };
}
