import { defineFeature } from '../../core/feature.ts';
import { clientProcedure, coachProcedure } from '../../core/procedures.ts';
import { getNutritionWeek, getOwnNutritionWeek, listNutritionShares } from './nutrition.service.ts';

const nutritionProcedures = {
  getNutritionWeek: coachProcedure.nutrition.getNutritionWeek.handler(({ context: { scope, db, now }, input }) =>
    db.read(scope, (tx) => getNutritionWeek(tx, input, now)),
  ),

  getOwnNutritionWeek: clientProcedure.nutrition.getOwnNutritionWeek.handler(
    ({ context: { scope, db, today }, input }) =>
      db.readAtOnce(scope, (tx) => getOwnNutritionWeek(tx, input.day, today)),
  ),
};

export const nutrition = defineFeature({
  name: 'nutrition',
  procedures: { nutrition: nutritionProcedures },
  nutritionShares: listNutritionShares,
});
