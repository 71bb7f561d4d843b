import { KCAL_PER_KG } from './targets.energy.rules.ts';
import type { ExpenditureEstimate } from './targets.expenditure.rules.ts';

/** A lasting change of intake by so many kcal a day changes weight by 1 kg in the end [K, Hall 2011 in science C]. */
const KCAL_PER_FINAL_KG = 23;
/** Days after which half of that change is there [K]. */
const HALF_DAYS = 365;
const Z_95 = 1.96;
/** Longest projection in days. */
const MOST_PROJECTED_DAYS = 730;

export type ProjectedDay = { day: number; kg: number; low: number; high: number };

/** Share of the final change that is there after `days`. */
const shareAfter = (days: number): number => 1 - 2 ** (-days / HALF_DAYS);
/** The same where body tissue has 7,700 kcal a kg from the first day, which is faster at the start. */
const tissueShareAfter = (days: number): number => 1 - Math.exp((-days * KCAL_PER_FINAL_KG) / KCAL_PER_KG);

/**
 * Projects weight in kg with a 95 % band, for an intake in kcal that is logged as before. The band covers what is not
 * known about expenditure and weight, and both speeds at which a deficit may become a change of weight. Calling it with
 * another intake answers "what if".
 * @param days how far to look, in days from the estimate, up to 730; the result has one entry a day, from day 0
 * @throws RangeError for another number of days
 */
export function projectWeight(
  { kcal, weightKg }: Pick<ExpenditureEstimate, 'kcal' | 'weightKg'>,
  { intakeKcal, days }: { intakeKcal: number; days: number },
): ProjectedDay[] {
  if (!Number.isInteger(days) || days < 0 || days > MOST_PROJECTED_DAYS) {
    throw new RangeError(`Projections span 0 to ${MOST_PROJECTED_DAYS} days, not ${days}.`);
  }
  const final = (intakeKcal - kcal.value) / KCAL_PER_FINAL_KG;
  return Array.from({ length: days + 1 }, (_, day) => {
    const kg = weightKg.value + final * shareAfter(day);
    const fast = weightKg.value + final * tissueShareAfter(day);
    const plusMinus = Z_95 * Math.hypot(weightKg.sd, (kcal.sd / KCAL_PER_FINAL_KG) * tissueShareAfter(day));
    return { day, kg, low: Math.min(kg, fast) - plusMinus, high: Math.max(kg, fast) + plusMinus };
  });
}
