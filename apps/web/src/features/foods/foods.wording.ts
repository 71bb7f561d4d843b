import type { Nutrients } from '@stridewell/contract/foods/foods.rules';
import { numberText } from '../../lib/format.ts';

/** A number stays with its unit where a line breaks. */
const NO_BREAK = '\u00a0';
const withUnit = (value: number, unit: string): string => `${numberText(value)}${NO_BREAK}${unit}`;

/** Energy and macronutrients of 100 g or 100 ml in one line. */
export const nutrientsText = ({ kcal, protein, carbohydrate, fat }: Nutrients): string =>
  [
    withUnit(kcal, 'kcal'),
    `protein ${withUnit(protein, 'g')}`,
    `carbs ${withUnit(carbohydrate, 'g')}`,
    `fat ${withUnit(fat, 'g')}`,
  ].join(', ');
