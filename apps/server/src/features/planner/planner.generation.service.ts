import type { Exercise } from '@stridewell/contract/exercises';
import type { ExerciseEquipment } from '@stridewell/contract/exercises.rules';
import type { GenerationInput, GenerationReasons } from '@stridewell/contract/planner.rules';
import type { Program } from '@stridewell/contract/programs';
import { weeksOf } from '@stridewell/contract/programs.rules';
import { generateByRules } from './planner.engine.service.ts';
import type { GenerationProfile } from './planner.goals.data.ts';

/** Any soft floor replaces a mat [K], and core work needs one. */
const ALWAYS_AVAILABLE: readonly ExerciseEquipment[] = ['mat'];

/** Each exercise of a program once, with its reason. */
function explainExercises(program: Program, reasons: Readonly<Record<string, string>>): GenerationReasons['exercises'] {
  const exercises = weeksOf(program).flatMap(({ week }) => week.days.flatMap(({ workout }) => workout.exercises));
  const names = new Map(exercises.flatMap(({ exerciseId, name }) => (exerciseId ? [[exerciseId, name]] : [])));
  return [...names].flatMap(([exerciseId, name]) => {
    const reason = reasons[exerciseId];
    return reason === undefined ? [] : [{ exerciseId, name, reason }];
  });
}

/** Generates a program from the exercises of a library that are not hidden, with the reasons for the coach. */
export function generateProgram(
  { seed, ...input }: GenerationInput,
  library: readonly Exercise[],
): { program: Program; reasons: GenerationReasons; rulesVersion: string } {
  const profile: GenerationProfile = {
    ...input,
    equipment: [...new Set([...input.equipment, ...ALWAYS_AVAILABLE])],
    excluded: [],
    preferred: [],
    maxima: {},
    recentSets: {},
  };
  const { program, reasons, rulesVersion } = generateByRules(profile, library, seed);
  return { program, reasons: { ...reasons, exercises: explainExercises(program, reasons.exercises) }, rulesVersion };
}
