import type { Nutrients } from '@stridewell/contract/foods.rules';
import { numberText } from '../../lib/format.ts';

/** Energy and macronutrients of 100 g or 100 ml in one line. */
export const nutrientsText = ({ kcal, protein, carbohydrate, fat }: Nutrients): string =>
  [
    `${numberText(kcal)} kcal`,
    `protein ${numberText(protein)} g`,
    `carbs ${numberText(carbohydrate)} g`,
    `fat ${numberText(fat)} g`,
  ].join(', ');
