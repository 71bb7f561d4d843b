import type { Exercise } from '../exercises/exercises.ts';
import { isPausedOn, type Pause } from '../people.rules.ts';
import { weeksOf } from '../programs/programs.rules.ts';
import { type DatedDay, programDays } from '../programs/programs.schedule.rules.ts';
import type { ClientProgram, ProgramDay } from '../programs/programs.ts';
import { daysBetween } from '../time.ts';
import type { PainLevel, PainPart } from '../workouts/workouts.rules.ts';

/**
 * Kinds of adjustment. `move`: days get other dates. `shorten`: days get shorter. `join`: the main lifts of a missed day
 * join other days. `swap`: exercises are replaced. `deload`: a week with less work. `skip`: a missed day is left out.
 */
export const ADJUSTMENT_KINDS = ['move', 'shorten', 'join', 'swap', 'deload', 'skip'] as const;
export type AdjustmentKind = (typeof ADJUSTMENT_KINDS)[number];

/** Bounds of the longest workout that a coach can allow, in minutes. */
export const GUARDRAIL_MINUTES = { min: 15, max: 300 } as const;

/** Kinds that a coach chooses. A day that cannot move is left out, so `skip` follows `move`. */
export const CHOSEN_KINDS = ['move', 'shorten', 'join', 'swap', 'deload'] as const;
/** Kinds small enough to happen without the coach. */
export const SMALL_KINDS = ['move', 'shorten'] as const;

/**
 * Where an adjustment stands. `drafted`: the coach continues with it in the program editor. `withdrawn`: its reason is
 * gone, or the program was changed meanwhile.
 */
export const ADJUSTMENT_STATUSES = ['open', 'applied', 'drafted', 'dismissed', 'undone', 'withdrawn'] as const;

/** Numbers behind the proposals. [V] was read in its source, [K] is field knowledge; sources are those of science B. */
export const ADJUSTMENT_RULES = {
  /** Days between two workouts of the same muscles: 48 hours [K]. */
  restDays: 2,
  /** How far ahead days are changed, today included [K]. */
  daysAhead: 7,
  /** Sessions after mild pain that change [K]. */
  mildSessions: 2,
  /** Days in which misses, short workouts and pain count [K]. */
  daysBack: 14,
  /** Misses in these days that lead to a deload with a falling one-rep max. Missing days alone is rest [K, science B]. */
  missesToDeload: 1,
  /** Short workouts that lead to shorter days, and the share of working sets below which one is short [K]. */
  shortToShorten: 2,
  shortShare: 0.7,
  /**
   * Misses that lead to shorter workouts, if they are more than this share of the days; and the share of the minutes that
   * stays, as in a return week [K].
   */
  missesToShorten: 3,
  missedShare: 0.5,
  shortenedShare: 0.65,
  /** Shortened days end on steps of these minutes, and are never shorter than the least [K]. */
  minutesStep: 5,
  leastMinutes: 15,
  /** Lifts of a workout that are never dropped, and those of a missed day that join other days [K]. */
  mainLifts: 2,
  /** Most sets of a lift that joins another day [K]. */
  joinedSets: 2,
  /** A one-rep max falls when its best is below this share of the best before [K]. */
  weakerShare: 0.95,
} as const;

/** Limits within which a coach lets the product propose. `freeWeekdays`: 1 for Monday. */
export type Guardrails = {
  kinds: (typeof CHOSEN_KINDS)[number][];
  automatic: (typeof SMALL_KINDS)[number][];
  freeWeekdays: number[];
  /** Most minutes of a workout that gets longer; null without a limit. */
  maxMinutes: number | null;
  /** After pain, the coach decides about every change. */
  manualAfterPain: boolean;
  /** The client may do a missed workout today. */
  clientMoves: boolean;
};

/** Everything is proposed and nothing happens without the coach. */
export const DEFAULT_GUARDRAILS: Guardrails = {
  kinds: [...CHOSEN_KINDS],
  automatic: [],
  freeWeekdays: [],
  maxMinutes: null,
  manualAfterPain: true,
  clientMoves: true,
};

export type FollowedProgram = Pick<
  ClientProgram,
  'id' | 'program' | 'startDay' | 'endDay' | 'weekdays' | 'moved' | 'version'
>;

/** A pain flag of a workout. `exercise` is what hurt, as `exerciseRef` names it. */
export type ReportedPain = { id: string; part: PainPart; level: PainLevel; exercise: string | null };

/** A logged workout as the rules need it. Days are those of the client, `startedAt` is ISO 8601 in UTC. */
export type RecentWorkout = {
  id: string;
  clientProgramId: string | null;
  dayKey: string | null;
  day: string;
  startedAt: string;
  finished: boolean;
  /** Working sets that were done, and that were planned. */
  doneSets: number;
  plannedSets: number;
  /** From the start to the last set; null when it cannot be told. */
  minutes: number | null;
  pains: readonly ReportedPain[];
};

/** Facts that proposals follow from. `today` is the client's day. Deleted workouts are not included. */
export type AdjustmentFacts = {
  today: string;
  followed: FollowedProgram;
  workouts: readonly RecentWorkout[];
  pauses: readonly Pause[];
  exercises: readonly Exercise[];
  guardrails: Guardrails;
};

/** `open`: still to come, today included. `started` has a workout that is not finished. */
type DayStatus = 'done' | 'started' | 'missed' | 'excused' | 'open';

/** A training day with its date, its content and what came of it. `doneOn`: when it was started. */
export type PlannedDay = DatedDay & { content: ProgramDay; status: DayStatus; doneOn: string };

function statusOf(dated: DatedDay, log: RecentWorkout | undefined, { today, pauses }: AdjustmentFacts): DayStatus {
  if (log) return log.finished ? 'done' : 'started';
  if (dated.day >= today) return 'open';
  return isPausedOn(pauses, dated.day) ? 'excused' : 'missed';
}

/** The training days of a program with what came of them, in order of their dates. */
export function plannedDays(facts: AdjustmentFacts): PlannedDay[] {
  const { followed, workouts } = facts;
  const days = new Map(weeksOf(followed.program).flatMap(({ week }) => week.days.map((day) => [day.key, day])));
  const logs = new Map<string, RecentWorkout>();
  for (const log of workouts) {
    if (log.clientProgramId !== followed.id || log.dayKey === null) continue;
    if (log.finished || !logs.has(log.dayKey)) logs.set(log.dayKey, log);
  }
  return programDays(followed)
    .filter(({ day }) => day <= followed.endDay)
    .flatMap((dated) => {
      const content = days.get(dated.dayKey);
      const log = logs.get(dated.dayKey);
      return content ? [{ ...dated, content, status: statusOf(dated, log, facts), doneOn: log?.day ?? dated.day }] : [];
    });
}

/** Days that can still be changed: not started, and within the days ahead. */
export const changeableDays = (planned: readonly PlannedDay[], today: string): PlannedDay[] =>
  planned.filter(({ status, day }) => status === 'open' && daysBetween(today, day) < ADJUSTMENT_RULES.daysAhead);

/** The days ahead that count back from `today`: the day itself is not over. */
export const isRecent = (day: string, today: string): boolean =>
  day < today && daysBetween(day, today) <= ADJUSTMENT_RULES.daysBack;
