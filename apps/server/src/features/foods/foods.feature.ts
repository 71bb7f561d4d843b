import { exportOfTenant, keepOut } from '../../core/exports.ts';
import { defineFeature } from '../../core/feature.ts';
import { foodsProcedures } from './foods.procedures.ts';
import {
  coachFoods,
  coachFoodWords,
  foodImportRows,
  foodImports,
  foods as foodRows,
  foodWordRows,
} from './foods.table.ts';

const OF_PLATFORM = 'It belongs to the platform and is the same for everyone.';

export const foods = defineFeature({
  name: 'foods',
  procedures: { foods: foodsProcedures },
  exports: [
    exportOfTenant(coachFoods, {
      file: 'foods',
      about: 'Own foods, and changes of the foods of all coaches.',
      coach: { but: ['version', 'nameKey'] },
      client: 'Foods are the work of the coach.',
    }),
    keepOut(coachFoodWords, 'They repeat the names of the foods, for search.'),
    ...[foodRows, foodWordRows, foodImports, foodImportRows].map((table) => keepOut(table, OF_PLATFORM)),
  ],
});
