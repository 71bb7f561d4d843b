import { keepOut } from '../../core/exports.ts';
import { defineFeature } from '../../core/feature.ts';
import { foodsProcedures } from './foods.procedures.ts';
import { foodImportRows, foodImports, foods as foodRows, foodWordRows } from './foods.table.ts';

const OF_PLATFORM = 'It belongs to the platform and is the same for everyone.';

export const foods = defineFeature({
  name: 'foods',
  procedures: { foods: foodsProcedures },
  exports: [foodRows, foodWordRows, foodImports, foodImportRows].map((table) => keepOut(table, OF_PLATFORM)),
});
