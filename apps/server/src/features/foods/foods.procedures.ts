import { os } from '../../core/procedures.ts';
import { requireOperator } from '../../core/tenancy/access.ts';
import { importFoods, stageFoods, undoFoodImport } from './foods.import.service.ts';
import { getFood, listFoods, saveFood } from './foods.service.ts';

export const foodsProcedures = {
  listFoods: os.foods.listFoods.handler(async ({ context, input }) => {
    const { scope } = requireOperator(await context.findActor(), 'settings');
    return context.services.db.readAtOnce(scope, (tx) => listFoods(tx, input));
  }),

  getFood: os.foods.getFood.handler(async ({ context, input }) => {
    const { scope } = requireOperator(await context.findActor(), 'settings');
    return context.services.db.readAtOnce(scope, (tx) => getFood(tx, input.foodId));
  }),

  saveFood: os.foods.saveFood.handler(async ({ context, input, errors }) => {
    const { scope } = requireOperator(await context.findActor(), 'settings');
    const { db, now } = context.services;
    return db.write(scope, (tx) => saveFood(tx, input, now()), errors);
  }),

  stageFoods: os.foods.stageFoods.handler(async ({ context, input }) => {
    const { scope } = requireOperator(await context.findActor(), 'settings');
    const { db, now } = context.services;
    return db.write(scope, (tx) => stageFoods(tx, input, now()));
  }),

  importFoods: os.foods.importFoods.handler(async ({ context, input }) => {
    const { scope } = requireOperator(await context.findActor(), 'settings');
    const { db, now } = context.services;
    return db.write(scope, (tx) => importFoods(tx, input.importId, now()));
  }),

  undoFoodImport: os.foods.undoFoodImport.handler(async ({ context, input }) => {
    const { scope } = requireOperator(await context.findActor(), 'settings');
    const { db, now } = context.services;
    return db.write(scope, (tx) => undoFoodImport(tx, input.importId, now()));
  }),
};
