import { defineFeature } from '../../core/feature.ts';
import { foodsProcedures } from './foods.procedures.ts';

export const foods = defineFeature({
  name: 'foods',
  procedures: { foods: foodsProcedures },
});
