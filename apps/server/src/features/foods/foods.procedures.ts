import { coachProcedure, operatorProcedure } from '../../core/procedures.ts';
import {
  deleteCoachFood,
  getCoachFood,
  listCoachFoods,
  markCoachFood,
  mergeCoachFoods,
  saveCoachFood,
} from './foods.coach.service.ts';
import { importFoods, listFoodImports, stageFoods, undoFoodImport } from './foods.import.service.ts';
import { getRecipe, saveRecipe } from './foods.recipes.service.ts';
import { getFood, listFoods, saveFood } from './foods.service.ts';
import { historyOf } from './foods.uses.service.ts';

const { foods } = operatorProcedure;
const ofCoach = coachProcedure.foods;
const ofRecipes = coachProcedure.recipes;

export const foodsProcedures = {
  listFoods: foods.listFoods.handler(({ context: { scope, db }, input }) =>
    db.read(scope, (tx) => listFoods(tx, input)),
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

  listFoodImports: foods.listFoodImports.handler(({ context: { scope, db, now } }) =>
    db.readAtOnce(scope, (tx) => listFoodImports(tx, now)),
  ),

  undoFoodImport: foods.undoFoodImport.handler(({ context: { scope, db, now }, input }) =>
    db.write(scope, (tx) => undoFoodImport(tx, input.importId, now)),
  ),

  listCoachFoods: ofCoach.listCoachFoods.handler(({ context: { scope, db, now }, input: { coachId: _, ...input } }) =>
    db.read(scope, (tx) => listCoachFoods(tx, input, historyOf(tx, now))),
  ),

  getCoachFood: ofCoach.getCoachFood.handler(({ context: { scope, db }, input }) =>
    db.read(scope, (tx) => getCoachFood(tx, input.foodId)),
  ),

  saveCoachFood: ofCoach.saveCoachFood.handler(({ context: { scope, db }, input, errors }) =>
    db.write(scope, (tx) => saveCoachFood(tx, input), errors),
  ),

  markCoachFood: ofCoach.markCoachFood.handler(({ context: { scope, db }, input, errors }) =>
    db.write(scope, (tx) => markCoachFood(tx, input.foodId, input), errors),
  ),

  mergeCoachFoods: ofCoach.mergeCoachFoods.handler(({ context: { scope, db }, input, errors }) =>
    db.write(scope, (tx) => mergeCoachFoods(tx, input), errors),
  ),

  deleteCoachFood: ofCoach.deleteCoachFood.handler(async ({ context: { scope, db }, input, errors }) => {
    await db.write(scope, (tx) => deleteCoachFood(tx, input.foodId), errors);
    return { foodId: input.foodId };
  }),
};

export const recipesProcedures = {
  getRecipe: ofRecipes.getRecipe.handler(({ context: { scope, db }, input }) =>
    db.read(scope, (tx) => getRecipe(tx, input.foodId)),
  ),

  saveRecipe: ofRecipes.saveRecipe.handler(({ context: { scope, db, now }, input, errors }) =>
    db.write(scope, (tx) => saveRecipe(tx, input, now), errors),
  ),
};
