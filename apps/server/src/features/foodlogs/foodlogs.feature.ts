import { eq } from 'drizzle-orm';
import { exportOfTenant } from '../../core/exports.ts';
import { defineFeature } from '../../core/feature.ts';
import { registerFoodLogs } from './foodlogs.http.ts';
import { foodImportsProcedures, foodlogsProcedures, ownFoodsProcedures } from './foodlogs.procedures.ts';
import { clientFoodFavorites, clientFoods, foodComments, foodDays, foodEntries } from './foodlogs.table.ts';
import { foodCommentLine, foodPhotosLine } from './foodlogs.timeline.data.ts';

const isKept = () => eq(foodEntries.deleted, false);

export const foodlogs = defineFeature({
  name: 'foodlogs',
  exports: [
    exportOfTenant(foodDays, {
      file: 'food-days',
      hasNumbers: true,
      about: 'Days of food logs with their sums. Energy is in kcal, nutrients are in g, water is in ml.',
      csv: true,
      coach: { but: [] },
      client: { but: ['clientId'] },
    }),
    exportOfTenant(foodEntries, {
      file: 'food-entries',
      hasNumbers: true,
      about: 'What was eaten and drunk. Energy is in kcal, nutrients are in g.',
      csv: true,
      coach: { but: ['deleted'] },
      client: { but: ['clientId', 'deleted'] },
      where: { coach: isKept, client: isKept },
    }),
    exportOfTenant(clientFoods, {
      file: 'own-foods',
      hasNumbers: true,
      about: 'Foods that clients added. Values are for 100 g or 100 ml: energy in kcal, nutrients in g.',
      coach: { but: [] },
      client: { but: ['clientId'] },
    }),
    exportOfTenant(clientFoodFavorites, {
      file: 'favorite-foods',
      about: 'Foods that clients marked as favorites, by their ids.',
      coach: { but: [] },
      client: { but: ['clientId'] },
    }),
    exportOfTenant(foodComments, {
      file: 'food-comments',
      about: 'Comments of the coach on food logs.',
      coach: { but: [] },
      client: { but: ['clientId'] },
    }),
  ],
  http: registerFoodLogs,
  procedures: { foodlogs: foodlogsProcedures, ownFoods: ownFoodsProcedures, foodImports: foodImportsProcedures },
  timeline: { 'food.photographed': foodPhotosLine, 'food.commented': foodCommentLine },
});
