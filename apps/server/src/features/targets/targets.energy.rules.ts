import { bmi } from '@stridewell/contract/onboarding/onboarding.health.rules';
import type { ClientRecord } from '@stridewell/contract/records/records.fields';
import type { Activity } from '@stridewell/contract/targets/targets.rules';

/** Sex as the formulas use it; null for a client who prefers not to say, and for genders the formulas do not know. */
export type FormulaSex = 'female' | 'male' | null;

export const formulaSex = (gender: ClientRecord['gender']): FormulaSex =>
  gender === 'female' || gender === 'male' ? gender : null;

/** Everything the formulas need. `bodyFatPercent` is null where it is not known. */
export type Body = {
  sex: FormulaSex;
  ageYears: number;
  heightCm: number;
  weightKg: number;
  bodyFatPercent: number | null;
};

/** Energy in body weight, in kcal per kg. An average [science C]. */
export const KCAL_PER_KG = 7700;

/** Mifflin-St Jeor: the last term [K, science C]. */
const MIFFLIN_MALE = 5;
const MIFFLIN_FEMALE = -161;
const MIFFLIN: Record<'female' | 'male' | 'unsaid', number> = {
  male: MIFFLIN_MALE,
  female: MIFFLIN_FEMALE,
  unsaid: (MIFFLIN_MALE + MIFFLIN_FEMALE) / 2,
};

/** Expenditure as a multiple of resting energy [K, science C]. */
export const ACTIVITY_FACTORS: Record<Activity, number> = {
  sedentary: 1.2,
  light: 1.375,
  moderate: 1.55,
  active: 1.725,
  very_active: 1.9,
};

/**
 * Resting energy in kcal a day: Katch-McArdle where body fat is known, Mifflin-St Jeor otherwise [K, science C]. Takes
 * the mean of both sexes for a client who prefers not to say.
 */
export function restingEnergy(body: Body): { kcal: number; formula: 'Katch-McArdle' | 'Mifflin-St Jeor' } {
  const { sex, ageYears, heightCm, weightKg, bodyFatPercent } = body;
  if (bodyFatPercent !== null) {
    return { kcal: 370 + 21.6 * fatFreeMass(body).kg, formula: 'Katch-McArdle' };
  }
  const kcal = 10 * weightKg + 6.25 * heightCm - 5 * ageYears + MIFFLIN[sex ?? 'unsaid'];
  return { kcal, formula: 'Mifflin-St Jeor' };
}

/** Expenditure by the formulas, in kcal a day. */
export const formulaExpenditure = (body: Body, activity: Activity): number =>
  restingEnergy(body).kcal * ACTIVITY_FACTORS[activity];

/** Lowest targets without a coach's override, in kcal a day [V, AHA/ACC/TOS 2013 in science C]. */
const FLOORS = { female: 1200, male: 1500 } as const;
/** No target is below this, not even a coach's own, in kcal a day [science C]. */
export const LOWEST_KCAL = 800;

/** The floor of a client's target in kcal a day. The higher one for a client who prefers not to say. */
export const energyFloor = (sex: FormulaSex): number => FLOORS[sex ?? 'male'];

/** Limits of the body fat that `fatFreeMass` estimates, in percent. */
const FAT_BOUNDS = { min: 5, max: 60 } as const;
/** Deurenberg 1991 [K]: men have less fat at the same body mass index; half of it for a client who prefers not to say. */
const DEURENBERG_MALE = { female: 0, male: 10.8, unsaid: 5.4 } as const;

/**
 * Fat-free mass in kg, from body fat where it is known. `isEstimated`: from body mass index, age and sex by Deurenberg
 * 1991 [K], which misses single people by several kilograms.
 */
export function fatFreeMass({ sex, ageYears, heightCm, weightKg, bodyFatPercent }: Body): {
  kg: number;
  isEstimated: boolean;
} {
  if (bodyFatPercent !== null) return { kg: weightKg * (1 - bodyFatPercent / 100), isEstimated: false };
  const estimate = 1.2 * bmi(weightKg, heightCm) + 0.23 * ageYears - DEURENBERG_MALE[sex ?? 'unsaid'] - 5.4;
  const percent = Math.min(Math.max(estimate, FAT_BOUNDS.min), FAT_BOUNDS.max);
  return { kg: weightKg * (1 - percent / 100), isEstimated: true };
}

const HIGH_BMI = 30;
const UPPER_NORMAL_BMI = 25;
/** Share of the weight above a body mass index of 25 that needs protein and fat like lean weight [K]. */
const EXCESS_SHARE = 0.25;

/**
 * The weight in kg that protein and fat are counted by. From a body mass index of 30, a quarter of the weight above 25
 * counts [K, science C].
 */
export function referenceWeight({ heightCm, weightKg }: Pick<Body, 'heightCm' | 'weightKg'>): {
  kg: number;
  isAdjusted: boolean;
} {
  if (bmi(weightKg, heightCm) < HIGH_BMI) return { kg: weightKg, isAdjusted: false };
  const upper = UPPER_NORMAL_BMI * (heightCm / 100) ** 2;
  return { kg: upper + EXCESS_SHARE * (weightKg - upper), isAdjusted: true };
}

/** Change of weight in percent of it a week that a daily surplus or deficit in kcal leads to. */
export const weeklyPercent = (kcalPerDay: number, weightKg: number): number =>
  ((kcalPerDay * 7) / KCAL_PER_KG / weightKg) * 100;

/** Daily surplus or deficit in kcal for a change of weight in percent of it a week. */
export const kcalForWeeklyPercent = (percent: number, weightKg: number): number =>
  ((percent / 100) * weightKg * KCAL_PER_KG) / 7;
