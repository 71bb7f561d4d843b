import type { Exercise } from '@stridewell/contract/exercises/exercises';
import { PROGRAM_GOAL_LABELS } from '@stridewell/contract/planner/planner.rules';
import type { Program, ProgramPhase, ProgramWeek, Progression } from '@stridewell/contract/programs/programs';
import { type NewKey, newDay } from '@stridewell/contract/programs/programs.create.rules';
import { progressPhase } from '@stridewell/contract/programs/programs.progression.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import { coverPatterns, gapsOf } from './planner.coverage.rules.ts';
import { CYCLE_WEEKS, type GenerationProfile, GOAL_RULES, type LargePattern } from './planner.goals.content.ts';
import { weighLoads } from './planner.loads.rules.ts';
import { fillVolume, type PlannedDay, planWeek } from './planner.planning.rules.ts';
import {
  exerciseReasons,
  progressionReason,
  type Reasons,
  setsReason,
  skippedReasons,
} from './planner.reasons.rules.ts';
import { type Choices, hash, openChoices } from './planner.selection.rules.ts';
import { reserveOf, trainedGoal } from './planner.sets.rules.ts';
import { chooseSplit } from './planner.split.rules.ts';
import type { Split, Want } from './planner.splits.content.ts';
import { type Violation, validateProgram } from './planner.validation.rules.ts';
import { buildWorkout } from './planner.workouts.rules.ts';

/** Increment with every change of the rules that changes programs. */
const RULES_VERSION = '3';

/** Shorter phases end without a deload. Only the last phase can be one week shorter. */
const LEAST_DELOAD_WEEKS = 4;

/** Weeks of each phase, as equal as possible. */
export function phaseLengths({ weeks, level }: Pick<GenerationProfile, 'weeks' | 'level'>): number[] {
  const phases = Math.max(
    1,
    Math.min(Math.ceil(weeks / CYCLE_WEEKS[level]), Math.floor((weeks + 1) / LEAST_DELOAD_WEEKS)),
  );
  return Array.from({ length: phases }, (_, index) => Math.floor((weeks + phases - 1 - index) / phases));
}

const hasDeload = (weeks: number): boolean => weeks >= LEAST_DELOAD_WEEKS;

/** Size of a step, in halves, that covers a distance within a number of steps. */
const halfSteps = (distance: number, steps: number, most: number): number =>
  steps > 0 ? Math.min(most, Math.floor((distance / steps) * 2) / 2) : 0;

const MOST_RIR_STEP = 1;
/** Percentage points of the maximum a week [K]. A jump of 10 % is refused. */
const MOST_PERCENT_STEP = 2.5;

/** Weekly progression of a phase: fewer reps in reserve, and a higher share of a known maximum. */
function progressionOf(profile: GenerationProfile, weeks: number): Progression {
  const steps = weeks - 1 - (hasDeload(weeks) ? 1 : 0);
  const reserve = reserveOf(profile);
  const hasMaxima = Object.keys(profile.maxima).length > 0;
  const { mostPercent, main } = GOAL_RULES[trainedGoal(profile)];
  return {
    sets: 0,
    reps: 0,
    rir: reserve ? halfSteps(reserve.first - reserve.last, steps, MOST_RIR_STEP) : 0,
    percent: hasMaxima ? halfSteps(mostPercent - (main.percent ?? mostPercent), steps, MOST_PERCENT_STEP) : 0,
  };
}

const PHASE_NAMES = ['Foundation', 'Build', 'Develop', 'Peak'] as const;

/** A week without days, which `progressPhase` fills. */
const emptyWeek = (newKey: NewKey, deload: boolean): ProgramWeek => ({ key: newKey(), deload, days: [] });

function buildPhase(
  days: readonly PlannedDay[],
  { length, name }: { length: number; name: string },
  choices: Choices,
  newKey: NewKey,
): ProgramPhase {
  const first: ProgramWeek = {
    key: newKey(),
    deload: false,
    days: days.map((day) => newDay(newKey, day.name, buildWorkout(day.exercises, choices, newKey))),
  };
  const others = Array.from({ length: length - 1 }, (_, index) =>
    emptyWeek(newKey, hasDeload(length) && index === length - 2),
  );
  const progression = progressionOf(choices.profile, length);
  return progressPhase({ key: newKey(), name, progression, weeks: [first, ...others] }, newKey);
}

function buildPhases(days: readonly PlannedDay[], choices: Choices, newKey: NewKey): ProgramPhase[] {
  return phaseLengths(choices.profile).map((length, index, all) => {
    fillVolume(days, choices.profile, index);
    return buildPhase(days, { length, name: all.length > 1 ? (PHASE_NAMES[index] ?? '') : '' }, choices, newKey);
  });
}

/** A sequence of keys from the seed, so that the same seed gives the same program. */
function keysFrom(seed: number): NewKey {
  const start = `g${hash(`keys ${seed}`).toString(36)}`;
  let count = 0;
  return () => {
    count += 1;
    return `${start}${count.toString(36).padStart(4, '0')}`;
  };
}

/** Keeps the reasons of exercises in the program. */
function keepUsed(reasons: Readonly<Record<string, string>>, phases: readonly ProgramPhase[]): Record<string, string> {
  const days = phases.flatMap(({ weeks }) => weeks.flatMap((week) => week.days));
  const used = new Set(days.flatMap(({ workout }) => workout.exercises.map(({ exerciseId }) => exerciseId)));
  return Object.fromEntries(Object.entries(reasons).filter(([id]) => used.has(id)));
}

const daysText = (days: number): string => `${days} ${days === 1 ? 'day' : 'days'} a week`;

/** `rulesVersion` records which rules generated the program. */
export type GeneratedProgram = {
  program: Program;
  reasons: Reasons;
  violations: Violation[];
  /** Large patterns that the weeks lack. `reasons.skipped` has the reasons. */
  gaps: LargePattern[];
  rulesVersion: string;
};

/** A week before its numbers are computed. `days` may be changed. Profile and library are in `choices`. */
export type Plan = { split: Split; days: PlannedDay[]; missing: readonly Want[]; choices: Choices; seed: number };

/** Chooses the split and the exercises. */
export function planByRules(profile: GenerationProfile, library: readonly Exercise[], seed: number): Plan {
  const choices = openChoices(profile, library, seed);
  const split = chooseSplit(choices);
  const { days, missing } = planWeek(split, choices);
  coverPatterns(days, split, choices);
  return { split, days, missing, choices, seed };
}

/** Computes sets, rests and loads of a plan, and validates the program. */
export function buildProgram({ split, days, missing, choices, seed }: Plan, units: UnitSystem): GeneratedProgram {
  const { profile, library } = choices;
  // Phases get a copy, because they change the week's plan. The exercises are explained before that.
  const planned = days.map((day) => ({ ...day, exercises: day.exercises.map((one) => ({ ...one })) }));
  const explained = exerciseReasons(planned, choices);
  const gaps = gapsOf(days);
  const phases = buildPhases(planned, choices, keysFrom(seed));
  const [first] = phases;
  const reasons: Reasons = {
    split: split.reason,
    sets: setsReason(profile),
    progression: progressionReason(
      profile,
      first?.progression ?? { rir: 0 },
      phases.filter(({ weeks }) => weeks.some(({ deload }) => deload)).length,
    ),
    exercises: keepUsed(explained, phases),
    skipped: skippedReasons({ gaps, missing }, choices),
  };
  const inPercent: Program = {
    name: `${PROGRAM_GOAL_LABELS[profile.goal]}, ${daysText(profile.daysPerWeek)}`,
    description: [reasons.split, reasons.sets, reasons.progression].join('\n'),
    frequency: profile.daysPerWeek,
    split: split.name,
    phases,
  };
  const program = weighLoads(inPercent, profile.maxima, units);
  const violations = validateProgram(program, profile, library);
  return { program, reasons, violations, gaps, rulesVersion: RULES_VERSION };
}

/**
 * Generates a program only by rules. The same profile, library and seed give the same program. `violations` lists
 * problems that the rules could not avoid, such as an empty day when no exercise suits the client.
 */
export const generateByRules = (
  profile: GenerationProfile,
  library: readonly Exercise[],
  seed: number,
  units: UnitSystem = 'metric',
): GeneratedProgram => buildProgram(planByRules(profile, library, seed), units);
