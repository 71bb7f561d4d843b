import { KCAL_PER_KG } from './targets.energy.rules.ts';

/**
 * The filter behind the estimate of expenditure [R, science C]. Its state is weight in kg, expenditure in kcal a day, and
 * water in kg, which varies around zero from day to day (AR(1)). A weigh-in sees weight and water together.
 */

/** Daily drift of expenditure in kcal [R]. */
const DRIFT_KCAL = 25;
/** Change of expenditure in kcal a day with each kg of body weight: Mifflin-St Jeor times a usual activity [K]. */
const KCAL_PER_BODY_KG = 15;
/** Spread of a scale in kg [K]. */
const SCALE_KG = 0.1;
/** Spread of the first weight and water, so that the first weigh-in decides [K]. */
const START_KG = 10;
/** Spread of expenditure around the formula, in kcal [R]. */
const FORMULA_SPREAD_KCAL = 300;

/** How a person's water behaves: correlation from day to day, and spread in kg. */
export type Water = { rho: number; sd: number };

/** State and covariance. `lag` is the weight on an earlier day, for the change since then. */
export type Filter = {
  water: Water;
  logLikelihood: number;
  weight: number;
  energy: number;
  waterKg: number;
  lag: number;
  ww: number;
  we: number;
  wu: number;
  ee: number;
  eu: number;
  uu: number;
  lw: number;
  le: number;
  lu: number;
  ll: number;
};

/** A filter before the first day, with expenditure in kcal by the formula. */
export const startFilter = (water: Water, formulaKcal: number, firstWeightKg: number): Filter => ({
  water,
  logLikelihood: 0,
  weight: firstWeightKg,
  energy: formulaKcal,
  waterKg: 0,
  lag: firstWeightKg,
  ww: START_KG ** 2,
  we: 0,
  wu: 0,
  ee: FORMULA_SPREAD_KCAL ** 2,
  eu: 0,
  uu: water.sd ** 2,
  lw: 0,
  le: 0,
  lu: 0,
  ll: 0,
});

/** Remembers the weight of this day as `lag`. Changes the filter in place, as the other steps do. */
export function markLag(filter: Filter): void {
  filter.lag = filter.weight;
  filter.lw = filter.ww;
  filter.le = filter.we;
  filter.lu = filter.wu;
  filter.ll = filter.ww;
}

/** Moves on by a day with this intake in kcal, which is known within `spreadKcal`. */
export function passDay(filter: Filter, intakeKcal: number, spreadKcal: number): void {
  const { rho, sd } = filter.water;
  const k = 1 / KCAL_PER_KG;
  const change = k * (intakeKcal - filter.energy);
  filter.weight += change;
  filter.energy += KCAL_PER_BODY_KG * change;
  filter.waterKg *= rho;
  filter.ww += k * k * (filter.ee + spreadKcal ** 2) - 2 * k * filter.we;
  filter.we -= k * filter.ee;
  filter.wu = rho * (filter.wu - k * filter.eu);
  filter.ee += DRIFT_KCAL ** 2;
  filter.eu *= rho;
  filter.uu = rho * rho * filter.uu + sd * sd * (1 - rho * rho);
  filter.lw -= k * filter.le;
  filter.lu *= rho;
}

/** Allows for a jump of weight by about `spreadKg`. */
export function loosenWeight(filter: Filter, spreadKg: number): void {
  filter.ww += spreadKg ** 2;
}

/** Takes in a weigh-in, in kg. */
export function weigh(filter: Filter, kg: number): void {
  const { ww, wu, uu, we, eu, lw, lu } = filter;
  const variance = ww + 2 * wu + uu + SCALE_KG ** 2;
  const surprise = kg - filter.weight - filter.waterKg;
  const [w, e, u, l] = [ww + wu, we + eu, wu + uu, lw + lu];
  const gain = surprise / variance;
  filter.weight += w * gain;
  filter.energy += e * gain;
  filter.waterKg += u * gain;
  filter.lag += l * gain;
  filter.ww -= (w * w) / variance;
  filter.we -= (w * e) / variance;
  filter.wu -= (w * u) / variance;
  filter.ee -= (e * e) / variance;
  filter.eu -= (e * u) / variance;
  filter.uu -= (u * u) / variance;
  filter.lw -= (l * w) / variance;
  filter.le -= (l * e) / variance;
  filter.lu -= (l * u) / variance;
  filter.ll -= (l * l) / variance;
  filter.logLikelihood -= 0.5 * (surprise * gain + Math.log(variance));
}
