import { exportOfTenant, keepOut } from '../../core/exports.ts';
import { defineFeature } from '../../core/feature.ts';
import { foodsProcedures, recipesProcedures } from './foods.procedures.ts';
import {
  coachFoods,
  coachFoodWords,
  foodImportRows,
  foodImports,
  foods as foodRows,
  foodUses,
  foodWordRows,
} from './foods.table.ts';

const OF_PLATFORM = 'It belongs to the platform and is the same for everyone.';

export const foods = defineFeature({
  name: 'foods',
  procedures: { foods: foodsProcedures, recipes: recipesProcedures },
  exports: [
    exportOfTenant(coachFoods, {
      file: 'foods',
      about: 'Own foods and recipes, and changes of the foods of all coaches.',
      coach: { but: ['version', 'nameKey'] },
      client: 'Foods are the work of the coach.',
    }),
    keepOut(coachFoodWords, 'They repeat the names of the foods, for search.'),
    exportOfTenant(foodUses, {
      file: 'food-uses',
      about: 'How often foods were put into plans and recipes. Earlier uses count less.',
      coach: { but: [] },
      client: 'They say how the coach works.',
    }),
    ...[foodRows, foodWordRows, foodImports, foodImportRows].map((table) => keepOut(table, OF_PLATFORM)),
  ],
});
