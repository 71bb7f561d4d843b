import { cmToFeetAndInches, type UnitSystem, weightForDisplay, weightUnit } from '@stridewell/contract/units';

const whole = (value: number): string => Math.round(value).toLocaleString('en-US');

/** Energy in a sentence, like `1,850 kcal`. Targets are multiples of ten, estimates are rounded to them. */
export const kcalText = (kcal: number): string => `${whole(Math.round(kcal / 10) * 10)} kcal`;

export const gramsText = (grams: number): string => `${whole(grams)} g`;

/** A weight in the coach's unit, like `80.5 kg`. */
export const weightText = (kg: number, units: UnitSystem): string =>
  `${weightForDisplay(kg, units)} ${weightUnit(units)}`;

/** A height in the coach's unit, like `172 cm` or `5 ft 8 in`. */
export function heightText(cm: number, units: UnitSystem): string {
  if (units === 'metric') return `${Math.round(cm)} cm`;
  const { feet, inches } = cmToFeetAndInches(cm);
  return `${feet} ft ${inches} in`;
}

/** A number with at most `decimals` digits, like `0.5`. */
export const numberText = (value: number, decimals: number): string => String(Number(value.toFixed(decimals)));

/** A share in a sentence, like `0.6 %` written as `0.6%`. */
export const percentText = (percent: number, decimals = 1): string => `${numberText(percent, decimals)}%`;
