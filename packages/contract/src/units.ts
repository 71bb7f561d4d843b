/** Units for display and input. Stored values are kg and cm. */
export type UnitSystem = 'metric' | 'imperial';

const KG_PER_LB = 0.453_592_37;
const CM_PER_INCH = 2.54;
const INCHES_PER_FOOT = 12;

const round = (value: number, decimals: number) => Number(value.toFixed(decimals));

export const kgToLb = (kg: number): number => kg / KG_PER_LB;
export const lbToKg = (lb: number): number => lb * KG_PER_LB;

/** Nearest feet and whole inches. */
export function cmToFeetAndInches(cm: number): { feet: number; inches: number } {
  const inches = Math.round(cm / CM_PER_INCH);
  return { feet: Math.floor(inches / INCHES_PER_FOOT), inches: inches % INCHES_PER_FOOT };
}

export const feetAndInchesToCm = (feet: number, inches: number): number =>
  (feet * INCHES_PER_FOOT + inches) * CM_PER_INCH;

export const weightUnit = (units: UnitSystem): 'kg' | 'lb' => (units === 'imperial' ? 'lb' : 'kg');

/** Weight in the user's unit, with one decimal. */
export const weightForDisplay = (kg: number, units: UnitSystem): number =>
  round(units === 'imperial' ? kgToLb(kg) : kg, 1);

/** Typed weight in kg, with two decimals. */
export const weightFromInput = (value: number, units: UnitSystem): number =>
  round(units === 'imperial' ? lbToKg(value) : value, 2);

export const lengthUnit = (units: UnitSystem): 'cm' | 'in' => (units === 'imperial' ? 'in' : 'cm');

/** Length in the user's unit, with one decimal. */
export const lengthForDisplay = (cm: number, units: UnitSystem): number =>
  round(units === 'imperial' ? cm / CM_PER_INCH : cm, 1);

/** Typed length in cm, with two decimals. */
export const lengthFromInput = (value: number, units: UnitSystem): number =>
  round(units === 'imperial' ? value * CM_PER_INCH : value, 2);

/** Kilojoules in a kilocalorie (thermochemical, as food labels use it). Stored energy is in kcal. */
const KJ_PER_KCAL = 4.184;
export const ENERGY_UNITS = ['kcal', 'kJ'] as const;
export type EnergyUnit = (typeof ENERGY_UNITS)[number];

export const kcalToKj = (kcal: number): number => kcal * KJ_PER_KCAL;
export const kjToKcal = (kj: number): number => kj / KJ_PER_KCAL;

/** Energy of a food, meal or day, like `384 kcal` or `1,607 kJ`. Rounded to `step` of the reader's unit. */
export function energyText(kcal: number, unit: EnergyUnit, step = 1): string {
  const value = unit === 'kJ' ? kcalToKj(kcal) : kcal;
  return `${(Math.round(value / step) * step).toLocaleString('en-US')} ${unit}`;
}

const IN_TEXT = /(\d[\d,]*)( (?:to|and) )?(\d[\d,]*)? kcal\b/g;

/** A sentence that was stored with `kcal`, as its reader measures energy. */
export function withEnergyUnit(sentence: string, unit: EnergyUnit): string {
  if (unit === 'kcal') return sentence;
  const converted = (kcal: string) => energyText(Number(kcal.replaceAll(',', '')), unit).replace(` ${unit}`, '');
  return sentence.replace(IN_TEXT, (_, first: string, between = '', second?: string) =>
    second === undefined
      ? `${converted(first)}${between} ${unit}`
      : `${converted(first)}${between}${converted(second)} ${unit}`,
  );
}
