import { type HealthAnswers, needsNumbersOff, type ScoffAnswers } from '../onboarding/onboarding.health.rules.ts';
import type { NutritionWay } from '../people.rules.ts';

export const WAY_LABELS: Record<NutritionWay, string> = {
  numbers: 'Numbers',
  plan: 'Plan to tick',
  habits: 'Habits',
  photos: 'Photos of meals',
};

/** A description of each way for the coach. */
export const WAY_MEANINGS: Record<NutritionWay, string> = {
  numbers: 'Daily targets for calories and macros, and a food log',
  plan: 'A planned day of meals that they tick, in household measures',
  habits: 'A few daily habits to tick, such as water, steps and sleep',
  photos: 'A photo of each meal, with comments from you',
};

/** Habits in the mode for GLP-1 drugs, which lower appetite [K]. */
export const GLP1_HABITS = [
  'Small meals, each with protein first.',
  'Strength training on two or more days a week, because it keeps muscle.',
  'Water through the day, also without thirst.',
  'Fiber from vegetables, fruit, beans and oats, added slowly.',
] as const;

/** Targets by number and meal plans. */
const PRESCRIBED: readonly NutritionWay[] = ['numbers', 'plan'];

/** The ways that a coach can choose within their scope of practice. */
export const waysFor = (prescribes: boolean, ways: readonly NutritionWay[]): NutritionWay[] =>
  ways.filter((way) => prescribes || !PRESCRIBED.includes(way));

export type SuggestedWay = { ways: NutritionWay[]; reason: string };

/** The ways that fit the health answers, best first; null answers suggest nothing. */
export function suggestWays({
  answers,
  scoff,
  isAdult,
}: {
  answers: HealthAnswers | null;
  scoff: ScoffAnswers | null;
  isAdult: boolean | null;
}): SuggestedWay {
  if (answers && needsNumbersOff(answers, scoff)) {
    return { ways: ['habits'], reason: 'Habits without numbers fit their health answers.' };
  }
  if (isAdult === false) return { ways: ['plan', 'habits'], reason: 'Under 18: no targets by number.' };
  if (answers?.pregnancy.said === 'yes') {
    return { ways: ['plan', 'habits'], reason: 'Pregnant or breastfeeding: no targets by number.' };
  }
  if (!answers) return { ways: [], reason: 'Suggestions come with the health answers.' };
  return { ways: ['numbers'], reason: 'Nothing in the health answers speaks against numbers.' };
}
