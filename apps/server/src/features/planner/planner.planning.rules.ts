import type { Exercise } from '@stridewell/contract/exercises/exercises';
import type { Muscle, Pattern } from '@stridewell/contract/exercises/exercises.rules';
import { exerciseVolume, PULLS, PUSHES, TRAINING_RULES } from '@stridewell/contract/programs/programs.volume.rules';
import {
  type GenerationProfile,
  GOAL_RULES,
  LARGE_MUSCLES,
  largePatternOf,
  MOST_EXERCISES,
  SHORT_MINUTES,
  WEEKLY_SETS,
} from './planner.goals.content.ts';
import { type Choices, rankFor } from './planner.selection.rules.ts';
import { type Chosen, doseOf, trainedGoal } from './planner.sets.rules.ts';
import { FULL_BODY_NAME, RECOVERY_DAY, type Slot, type Split, type Want } from './planner.splits.content.ts';
import { secondsOf } from './planner.workouts.rules.ts';

export type PlannedExercise = Chosen & { want: Want };
export type PlannedDay = { name: string; exercises: PlannedExercise[] };
/** Exercises by day, and kinds of exercise without a suitable candidate. */
export type WeekPlan = { days: PlannedDay[]; missing: Want[] };

/** Fewer sets would not be worth the setup. */
export const LEAST_SETS = 2;
/** How many of the best exercises are tried for a place before it stays empty. */
export const TRIES = 12;
/** How much a day may run over instead of staying empty. The limit is 10 % [K, science D 4]. */
const TOLERANCE = 1.08;

/** Weekly sets of each muscle in a plan. */
export function setsByMuscle(days: readonly PlannedDay[]): Map<Muscle, number> {
  const sum = new Map<Muscle, number>();
  for (const { exercises } of days) {
    for (const { exercise, sets } of exercises) {
      for (const [muscle, share] of exerciseVolume(exercise, sets)) sum.set(muscle, (sum.get(muscle) ?? 0) + share);
    }
  }
  return sum;
}

/** Extra sets for the glutes above the level's range, because all leg work trains them [K]. */
const GLUTE_ALLOWANCE = 6;

/** Most weekly sets of a muscle in a phase (from 0): the level's range, and a ramp from recent sets [K]. */
function weeklyCap(muscle: Muscle, { level, recentSets }: GenerationProfile, phase: number): number {
  const { mostWeeklySets, mostAddedSets, leastWeeklySets } = TRAINING_RULES;
  const { max } = WEEKLY_SETS[level];
  const usual = Math.min(mostWeeklySets, muscle === 'glutes' ? max + GLUTE_ALLOWANCE : max);
  const recent = recentSets[muscle];
  if (recent === undefined) return usual;
  return Math.min(usual, Math.max(recent + mostAddedSets * (phase + 1), leastWeeklySets));
}

type VolumeOf = ReadonlyMap<Muscle, number>;

/** Context for adding exercises and sets to a week. `phase` counts from 0. */
type Room = { days: readonly PlannedDay[]; profile: GenerationProfile; phase: number };

/** The most sets that can still be added for a muscle on a day, given the week's sets. */
export function roomForSets(
  day: PlannedDay,
  week: VolumeOf,
  { profile, phase }: Room,
  isEmpty: boolean,
): (muscle: Muscle) => number {
  const today = setsByMuscle([day]);
  const { mostWeeklySets, mostSessionSets } = TRAINING_RULES;
  return (muscle) => {
    const cap = isEmpty ? mostWeeklySets : weeklyCap(muscle, profile, phase);
    return Math.min(mostSessionSets - (today.get(muscle) ?? 0), cap - (week.get(muscle) ?? 0));
  };
}

export const recoversFrom = (exercise: Exercise, added: number, room: (muscle: Muscle) => number): boolean =>
  exerciseVolume(exercise, added).every(([muscle, sets]) => sets <= room(muscle));

/** Whether the exercises fit into the time. An empty day may run over a little, to get its first exercise. */
export const fitsTime = (chosen: readonly Chosen[], profile: GenerationProfile, isEmpty: boolean): boolean =>
  secondsOf(chosen, profile) <= profile.minutes * 60 * (isEmpty ? TOLERANCE : 1);

export const countUses = (days: readonly PlannedDay[]): Map<string, number> => {
  const uses = new Map<string, number>();
  for (const { exercises } of days) {
    for (const { exercise } of exercises) uses.set(exercise.id, (uses.get(exercise.id) ?? 0) + 1);
  }
  return uses;
};

/** Whether to start with few sets, because time is short or many days share the same muscles. */
const startsLow = ({ minutes }: GenerationProfile, { name, days }: Split): boolean =>
  minutes <= SHORT_MINUTES || (name === FULL_BODY_NAME && days.length > 3);

/** The best exercise that fits into a day, with as many sets as fit. */
function choose(
  slot: Slot,
  day: PlannedDay,
  { days, isLow }: { days: readonly PlannedDay[]; isLow: boolean },
  choices: Choices,
): PlannedExercise | null {
  const { profile } = choices;
  const week = setsByMuscle(days);
  const placement = {
    slot,
    used: countUses(days),
    today: day.exercises.map(({ exercise }) => exercise),
    lacks: (muscle: Muscle) => (week.get(muscle) ?? 0) < WEEKLY_SETS[profile.level].min,
  };
  const isEmpty = !day.exercises.some(({ role }) => role !== 'conditioning');
  const room = roomForSets(day, week, { days, profile, phase: 0 }, isEmpty);
  for (const { exercise, want } of rankFor(placement, choices).slice(0, TRIES)) {
    const { sets: usual } = doseOf({ exercise, role: slot.role }, profile);
    for (let sets = isLow ? LEAST_SETS : usual; sets >= LEAST_SETS; sets -= 1) {
      const planned = { exercise, role: slot.role, sets, want };
      if (recoversFrom(exercise, sets, room) && fitsTime([...day.exercises, planned], profile, isEmpty)) return planned;
    }
  }
  return null;
}

/** Minutes of conditioning in a workout, at least five. */
function conditioningMinutes(profile: GenerationProfile): number {
  const rules = GOAL_RULES[trainedGoal(profile)].conditioning;
  return rules ? Math.min(Math.max(Math.round(profile.minutes * rules.share), 5), rules.minutes) : 0;
}

const CONDITIONING: Want = { pattern: 'conditioning' };
const MOBILITY: Want = { pattern: 'mobility' };

function addConditioning(
  day: PlannedDay,
  days: readonly PlannedDay[],
  { minutes, easy = false }: { minutes: number; easy?: boolean },
  choices: Choices,
): void {
  if (minutes === 0) return;
  const slot: Slot = { role: 'conditioning', wants: [CONDITIONING] };
  const [best] = rankFor({ slot, used: countUses(days), today: [], lacks: () => false }, choices);
  if (best) day.exercises.push({ ...best, role: 'conditioning', sets: 1, minutes, easy });
}

/** Mobility drills of a day of recovery. */
const DRILLS = 4;
const EASY_MINUTES = 20;

/** Easy cardio for a third of the time, then mobility. */
function fillRecovery(day: PlannedDay, days: readonly PlannedDay[], choices: Choices): void {
  const { minutes } = choices.profile;
  addConditioning(day, days, { minutes: Math.min(EASY_MINUTES, Math.round(minutes / 3)), easy: true }, choices);
  for (let drill = 0; drill < DRILLS; drill += 1) {
    const planned = choose({ role: 'core', wants: [MOBILITY] }, day, { days, isLow: true }, choices);
    if (planned) day.exercises.push(planned);
  }
}

/** The first pattern of a slot, if no suitable exercise has it. */
function missingPattern({ wants: [first] }: Slot, { answering }: Choices): Want[] {
  return first && 'pattern' in first && answering(first).length === 0 ? [first] : [];
}

const isPush = ({ exercise }: PlannedExercise): boolean => PUSHES.includes(exercise.pattern);
const isPull = ({ exercise }: PlannedExercise): boolean => PULLS.includes(exercise.pattern);
const countSets = (days: readonly PlannedDay[], matches: (planned: PlannedExercise) => boolean): number =>
  days.reduce((sum, { exercises }) => sum + exercises.filter(matches).reduce((inner, { sets }) => inner + sets, 0), 0);

const asksFor = (slot: Slot | undefined, patterns: readonly Pattern[]): boolean => {
  const [first] = slot?.wants ?? [];
  return first !== undefined && 'pattern' in first && patterns.includes(first.pattern);
};

/**
 * Takes the next place of a day. A pull goes first when the week has less pulling, and a push when it has less pushing.
 */
function takeSlot(queue: Slot[], days: readonly PlannedDay[]): Slot | undefined {
  const [first, second] = queue;
  const [push, pull] = [countSets(days, isPush), countSets(days, isPull)];
  const isSwapped =
    (push > pull && asksFor(first, PUSHES) && asksFor(second, PULLS)) ||
    (pull > push && asksFor(first, PULLS) && asksFor(second, PUSHES));
  return queue.splice(isSwapped ? 1 : 0, 1)[0];
}

/**
 * Chooses the exercises of a week. Fills the most important places of all days first, so that days share the volume.
 */
export function planWeek(split: Split, choices: Choices): WeekPlan {
  const { days: templates } = split;
  const days: PlannedDay[] = templates.map(({ name }) => ({ name, exercises: [] }));
  const missing: Want[] = [];
  const at = (index: number) => days[index] ?? { name: '', exercises: [] };
  for (const [index, { name }] of templates.entries()) {
    if (name === RECOVERY_DAY.name) fillRecovery(at(index), days, choices);
    else addConditioning(at(index), days, { minutes: conditioningMinutes(choices.profile) }, choices);
  }
  const queues = templates.map(({ slots }) => [...slots]);
  const isLow = startsLow(choices.profile, split);
  while (queues.some((queue) => queue.length > 0)) {
    for (const [index, queue] of queues.entries()) {
      const slot = takeSlot(queue, days);
      if (!slot) continue;
      missing.push(...missingPattern(slot, choices));
      if (at(index).exercises.length >= MOST_EXERCISES[choices.profile.level]) continue;
      const planned = choose(slot, at(index), { days, isLow }, choices);
      if (planned) at(index).exercises.push(planned);
    }
  }
  return { days, missing };
}

const buildsMuscle = ({ role }: PlannedExercise): boolean =>
  role === 'main' || role === 'assistance' || role === 'accessory';

/** Adds a set where one fits. Prefers the exercise with the fewest sets. @returns false when none fits */
function addSet(matches: (planned: PlannedExercise) => boolean, room: Room): boolean {
  const places = room.days
    .flatMap((day) => day.exercises.map((planned) => ({ day, planned })))
    .filter(
      ({ planned }) =>
        buildsMuscle(planned) && matches(planned) && planned.sets < doseOf(planned, room.profile).mostSets,
    )
    .sort((a, b) => a.planned.sets - b.planned.sets);
  const week = setsByMuscle(room.days);
  const found = places.find(({ day, planned }) => {
    const after = day.exercises.map((one) => (one === planned ? { ...one, sets: one.sets + 1 } : one));
    return (
      recoversFrom(planned.exercise, 1, roomForSets(day, week, room, false)) && fitsTime(after, room.profile, false)
    );
  });
  if (found) found.planned.sets += 1;
  return found !== undefined;
}

/** Whether an exercise is the only one of its large pattern on some days. */
export function isOnlyOfPattern(
  { exercise }: PlannedExercise,
  days: readonly Pick<PlannedDay, 'exercises'>[],
): boolean {
  const large = largePatternOf(exercise);
  const alike = days.flatMap(({ exercises }) => exercises.filter((one) => largePatternOf(one.exercise) === large));
  return large !== undefined && alike.length === 1;
}

/**
 * Removes a set, or a whole exercise that has its minimum of sets if the day keeps others. Main lifts come last.
 * @returns false when none can be removed
 */
function removeSet(matches: (planned: PlannedExercise) => boolean, { days }: Room): boolean {
  const places = days
    .flatMap((day) => day.exercises.map((planned) => ({ day, planned })))
    .filter(({ planned }) => matches(planned))
    .sort((a, b) => Number(a.planned.role === 'main') - Number(b.planned.role === 'main'))
    .sort((a, b) => b.planned.sets - a.planned.sets);
  const [most] = places;
  if (most && most.planned.sets > LEAST_SETS) {
    most.planned.sets -= 1;
    return true;
  }
  const others = places.filter(({ planned }) => !isOnlyOfPattern(planned, days));
  const spare =
    others.findLast(({ day, planned }) => day.exercises.length > 2 && planned.role !== 'main') ??
    others.findLast(({ day }) => day.exercises.filter(({ role }) => role !== 'conditioning').length > 1);
  if (spare) spare.day.exercises = spare.day.exercises.filter((one) => one !== spare.planned);
  return spare !== undefined;
}

/** A little lower than the threshold of the warning, because a deload rounds sets [K, science D 5]. */
const MOST_IMBALANCE = 1.3;

/** Balances pushing and pulling: adds sets to the lighter side if they fit, else removes some from the heavier side. */
function balance(room: Room): void {
  for (;;) {
    const [push, pull] = [countSets(room.days, isPush), countSets(room.days, isPull)];
    if (push === 0 || pull === 0 || Math.max(push, pull) <= Math.min(push, pull) * MOST_IMBALANCE) return;
    const [lighter, heavier] = push < pull ? [isPush, isPull] : [isPull, isPush];
    if (!addSet(lighter, room) && !removeSet(heavier, room)) return;
  }
}

/** Target of the first phase as a share of the level's range, and sets that each phase adds [K]. */
const FIRST_SHARE = 1 / 3;
const ADDED_SETS = 2;

function weeklyTarget(profile: GenerationProfile, phase: number): number {
  const { min, max } = WEEKLY_SETS[profile.level];
  // Heavy, fast and long sets are more tiring, so these goals stay at the start of the range.
  const isVolume = ['general', 'muscle', 'fat_loss'].includes(trainedGoal(profile));
  return isVolume ? Math.min(max, Math.round(min + (max - min) * FIRST_SHARE) + phase * ADDED_SETS) : min;
}

/** Adds sets for large muscles up to the target of a phase (from 0), within the limits of time and recovery. */
export function fillVolume(days: readonly PlannedDay[], profile: GenerationProfile, phase: number): void {
  const room: Room = { days, profile, phase };
  const target = weeklyTarget(profile, phase);
  for (const muscle of LARGE_MUSCLES) {
    const trains = ({ exercise }: PlannedExercise) => exercise.primary.includes(muscle);
    while ((setsByMuscle(days).get(muscle) ?? 0) < target && addSet(trains, room));
  }
  balance(room);
}

/** Muscles with more sets than a limit. */
const overLimit = (volume: VolumeOf, most: number): Muscle[] =>
  [...volume].flatMap(([muscle, sets]) => (sets > most ? [muscle] : []));

/** Removes sets until no muscle of these days exceeds a limit. */
function trim(days: readonly PlannedDay[], most: number, profile: GenerationProfile): void {
  for (;;) {
    const [muscle] = overLimit(setsByMuscle(days), most);
    const trains = ({ exercise }: PlannedExercise) =>
      exerciseVolume(exercise, 1).some(([trained]) => trained === muscle);
    if (muscle === undefined || !removeSet(trains, { days, profile, phase: 0 })) return;
  }
}

/** Removes sets until a plan, such as a model's, is within the limits of volume and time. */
export function fitPlan(days: readonly PlannedDay[], profile: GenerationProfile): void {
  const { mostWeeklySets, mostSessionSets } = TRAINING_RULES;
  for (const day of days) {
    trim([day], mostSessionSets, profile);
    while (!fitsTime(day.exercises, profile, false)) {
      if (!removeSet(buildsMuscle, { days: [day], profile, phase: 0 })) break;
    }
  }
  trim(days, mostWeeklySets, profile);
}
