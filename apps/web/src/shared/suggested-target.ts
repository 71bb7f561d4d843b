import { kcalText } from '../lib/format.ts';

/** A target that a weekly review proposes, like `Suggested target: 1,900 kcal instead of 2,000 kcal`. */
export const suggestedTargetText = ({ fromKcal, toKcal }: { fromKcal: number | null; toKcal: number }): string =>
  `Suggested target: ${kcalText(toKcal)}${fromKcal === null ? '' : ` instead of ${kcalText(fromKcal)}`}`;
