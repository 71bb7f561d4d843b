import { defineFeature } from '../../core/feature.ts';
import { foodExports } from './foods.copy.ts';
import { foodsProcedures } from './foods.procedures.ts';

export const foods = defineFeature({
  name: 'foods',
  procedures: { foods: foodsProcedures },
  exports: foodExports,
});
