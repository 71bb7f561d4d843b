import { operatorProcedure } from '../../core/procedures.ts';
import { importFoods, stageFoods, undoFoodImport } from './foods.import.service.ts';
import { getFood, listFoods, saveFood } from './foods.service.ts';

const { foods } = operatorProcedure;

export const foodsProcedures = {
  listFoods: foods.listFoods.handler(({ context: { scope, db }, input }) =>
    db.readAtOnce(scope, (tx) => listFoods(tx, input)),
  ),

  getFood: foods.getFood.handler(({ context: { scope, db }, input }) =>
    db.readAtOnce(scope, (tx) => getFood(tx, input.foodId)),
  ),

  saveFood: foods.saveFood.handler(({ context: { scope, db, now }, input, errors }) =>
    db.write(scope, (tx) => saveFood(tx, input, now), errors),
  ),

  stageFoods: foods.stageFoods.handler(({ context: { scope, db, now }, input }) =>
    db.write(scope, (tx) => stageFoods(tx, input, now)),
  ),

  importFoods: foods.importFoods.handler(({ context: { scope, db, now }, input }) =>
    db.write(scope, (tx) => importFoods(tx, input.importId, now)),
  ),

  undoFoodImport: foods.undoFoodImport.handler(({ context: { scope, db, now }, input }) =>
    db.write(scope, (tx) => undoFoodImport(tx, input.importId, now)),
  ),
};
