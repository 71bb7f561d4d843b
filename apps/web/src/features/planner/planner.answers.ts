import { EXERCISE_EQUIPMENT } from '@stridewell/contract/exercises/exercises.rules';
import type { PlannerFacts } from '@stridewell/contract/planner/planner';
import type { GenerationInput } from '@stridewell/contract/planner/planner.generation';

type Asked = 'goal' | 'level' | 'daysPerWeek' | 'minutes' | 'equipment';

/** Values of the form. Null marks an open question. */
export type Answers = Omit<GenerationInput, Asked> & { [Name in Asked]: GenerationInput[Name] | null };

/** Where an answer comes from; empty for one of the coach, or without a client. */
export type Sources = Partial<Record<keyof PlannerFacts, string>>;

/** Weeks until a program is usually renewed [K]. */
const USUAL_WEEKS = 8;

/** A program for the library: everything has a usual answer. */
export const USUAL_ANSWERS: Answers = {
  goal: 'general',
  level: 'Beginner',
  daysPerWeek: 3,
  minutes: 60,
  weeks: USUAL_WEEKS,
  equipment: [...EXERCISE_EQUIPMENT],
  contraindications: [],
  seed: 1,
};

/** Answers from the client's record; the rest stays open. */
export const answersOf = (facts: PlannerFacts): Answers => ({
  goal: facts.goal.value,
  level: facts.level.value,
  daysPerWeek: facts.daysPerWeek.value,
  minutes: facts.minutes.value,
  equipment: facts.equipment.value,
  contraindications: facts.contraindications.value ?? [],
  weeks: USUAL_WEEKS,
  seed: 1,
});

export const sourcesOf = (facts: PlannerFacts): Sources => ({
  goal: facts.goal.source,
  level: facts.level.source,
  daysPerWeek: facts.daysPerWeek.source,
  minutes: facts.minutes.source,
  equipment: facts.equipment.source,
  contraindications: facts.contraindications.source,
});

/** The answers as they are sent; null while a question is open. */
export function profileOf(answers: Answers): GenerationInput | null {
  const { goal, level, daysPerWeek, minutes, equipment } = answers;
  if (goal === null || level === null || daysPerWeek === null || minutes === null || equipment === null) return null;
  return { ...answers, goal, level, daysPerWeek, minutes, equipment };
}
