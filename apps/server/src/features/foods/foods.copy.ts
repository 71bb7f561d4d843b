import { keepOut } from '../../core/exports.ts';
import { foodImportRows, foodImports, foods, foodWordRows } from './foods.table.ts';

const OF_PLATFORM = 'It belongs to the platform and is the same for everyone.';

/** Foods in copies of people's data. */
export const foodExports = [foods, foodWordRows, foodImports, foodImportRows].map((table) =>
  keepOut(table, OF_PLATFORM),
);
