import {
  type HealthAnswers,
  type HealthTopic,
  needsNumbersOff,
  type ScoffAnswers,
} from '../onboarding/onboarding.health.rules.ts';
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

/** A yes to one of these has no target until a doctor has agreed. */
const DOCTOR_FIRST: readonly HealthTopic[] = ['chest_pain', 'dizziness', 'insulin'];

/** The ways that fit what is known about health, best first; null answers suggest nothing. */
export function suggestWays({
  answers,
  scoff,
  isAdult,
  isUnderweight,
}: {
  answers: HealthAnswers | null;
  scoff: ScoffAnswers | null;
  isAdult: boolean | null;
  /** The weight or the goal weight is below a healthy body mass index. */
  isUnderweight: boolean;
}): SuggestedWay {
  if (answers && needsNumbersOff(answers, scoff)) {
    return { ways: ['habits'], reason: 'Habits without numbers fit their health answers.' };
  }
  if (isAdult === false) return { ways: ['plan', 'habits'], reason: 'Under 18: no targets by number.' };
  if (answers?.pregnancy.said === 'yes') {
    return { ways: ['plan', 'habits'], reason: 'Pregnant or breastfeeding: no targets by number.' };
  }
  if (isUnderweight) {
    return { ways: ['plan', 'habits'], reason: 'Low weight or goal weight for the height: no targets by number.' };
  }
  if (answers && DOCTOR_FIRST.some((topic) => answers[topic].said === 'yes' && answers[topic].cleared !== 'yes')) {
    return { ways: ['plan', 'habits'], reason: 'No targets by number until a doctor has agreed.' };
  }
  if (!answers) return { ways: [], reason: 'Suggestions come with the health answers.' };
  return { ways: ['numbers'], reason: 'Nothing in the health answers speaks against numbers.' };
}
