import type { Exercise } from '@stridewell/contract/exercises/exercises';
import { MUSCLES, type Muscle } from '@stridewell/contract/exercises/exercises.rules';
import type { Program, ProgramDay, SetLoad } from '@stridewell/contract/programs/programs';
import { exerciseVolume } from '@stridewell/contract/programs/programs.volume.rules';
import { lbToKg, type UnitSystem } from '@stridewell/contract/units';
import type { TrainedExercise, TrainingHistory } from '../workouts/workouts.training.service.ts';
import type { GenerationProfile } from './planner.goals.content.ts';

/** Number of workouts after which a client knows an exercise [K]. */
const KNOWN_AFTER = 2;
/** Most known exercises to prefer. More would leave no room for variation. */
const MOST_PREFERRED = 15;
/** With fewer weekly sets, training has only just started, and the level's range applies [K]. */
const LEAST_RECENT_SETS = 10;

export const isKnown = ({ workouts }: TrainedExercise): boolean => workouts >= KNOWN_AFTER;

type FromHistory = Pick<GenerationProfile, 'preferred' | 'maxima' | 'recentSets'>;

function recentSetsOf(exercises: readonly TrainedExercise[], library: readonly Exercise[]): FromHistory['recentSets'] {
  const total = exercises.reduce((sum, { recentWeeklySets }) => sum + recentWeeklySets, 0);
  if (total < LEAST_RECENT_SETS) return {};
  const facts = new Map(library.map((exercise) => [exercise.id, exercise]));
  const sums = new Map<Muscle, number>();
  for (const { exerciseId, recentWeeklySets } of exercises) {
    const exercise = facts.get(exerciseId);
    for (const [muscle, sets] of exercise ? exerciseVolume(exercise, recentWeeklySets) : []) {
      sums.set(muscle, (sums.get(muscle) ?? 0) + sets);
    }
  }
  return Object.fromEntries(MUSCLES.flatMap((muscle) => (sums.has(muscle) ? [[muscle, sums.get(muscle)]] : [])));
}

/** Facts from logged workouts: exercises that the client knows, their maxima and recent weekly sets. */
export function fromHistory({ exercises }: TrainingHistory, library: readonly Exercise[]): FromHistory {
  return {
    preferred: exercises
      .filter(isKnown)
      .slice(0, MOST_PREFERRED)
      .map(({ exerciseId }) => exerciseId),
    maxima: Object.fromEntries(
      exercises.flatMap(({ exerciseId, oneRepMaxKg }) => (oneRepMaxKg === null ? [] : [[exerciseId, oneRepMaxKg]])),
    ),
    recentSets: recentSetsOf(exercises, library),
  };
}

/** Step of a barbell's load, with a pair of the smallest common plates: 1.25 kg or 2.5 lb [K]. */
const STEP_KG: Record<UnitSystem, number> = { metric: 2.5, imperial: lbToKg(5) };
/** Most growth of a load in a week [K, science D 4]. */
const MOST_GROWTH = 1.1;
/** Stored loads are rounded to grams. */
const GRAMS = 1000;

/** A percentage of a maximum in kilograms, rounded down to plates; null below the lightest step. */
function platesFor(maxKg: number, percent: number, units: UnitSystem): number | null {
  const steps = Math.floor((maxKg * percent) / 100 / STEP_KG[units] + 1e-9);
  return steps === 0 ? null : Math.round(steps * STEP_KG[units] * GRAMS) / GRAMS;
}

/**
 * Converts percentages of known maxima into loads that plates can make. A step that would be too large for one week is
 * delayed. Deloads do not count as the previous week.
 */
export function weighLoads(program: Program, maxima: Readonly<Record<string, number>>, units: UnitSystem): Program {
  const before = new Map<string, number>();
  const weigh = (
    load: SetLoad | null,
    { exerciseId, place, deload }: { exerciseId: string | null; place: string; deload: boolean },
  ): SetLoad | null => {
    const max = exerciseId === null ? undefined : maxima[exerciseId];
    if (load?.unit !== 'percent' || max === undefined) return load;
    const value = platesFor(max, load.value, units);
    if (value === null) return null;
    const last = before.get(place) ?? value;
    const kept = value > last * MOST_GROWTH ? last : value;
    if (!deload) before.set(place, kept);
    return { unit: 'kg', value: kept };
  };
  const weighDay = (day: ProgramDay, index: number, deload: boolean): ProgramDay => ({
    ...day,
    workout: {
      ...day.workout,
      exercises: day.workout.exercises.map((exercise) => ({
        ...exercise,
        sets: exercise.sets.map((set) => ({
          ...set,
          load: weigh(set.load, {
            exerciseId: exercise.exerciseId,
            place: `${index} ${exercise.exerciseId}`,
            deload,
          }),
        })),
      })),
    },
  });
  return {
    ...program,
    phases: program.phases.map((phase) => ({
      ...phase,
      weeks: phase.weeks.map((week) => ({
        ...week,
        days: week.days.map((day, index) => weighDay(day, index, week.deload)),
      })),
    })),
  };
}
