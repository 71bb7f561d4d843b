import { dayInZone } from '@stridewell/contract/time';
import { clientProcedure, coachProcedure } from '../../core/procedures.ts';
import { findClientZones } from '../../core/relationships/relationships.data.ts';
import { commentOnFoodDay } from './foodlogs.comments.service.ts';
import { setFavoriteFood } from './foodlogs.favorites.service.ts';
import { deleteOwnFood, getClientFood, listOwnFoods, saveOwnFood } from './foodlogs.foods.service.ts';
import { importFood, undoFoodImport } from './foodlogs.imports.service.ts';
import {
  findFoodByBarcode,
  findLoggableFoods,
  getOwnFoodDay,
  getOwnFoodLog,
  listClientFoodDays,
} from './foodlogs.service.ts';
import { syncFoodDay } from './foodlogs.sync.service.ts';

const ofClient = clientProcedure.foodlogs;
const ofCoach = coachProcedure.foodlogs;

export const foodlogsProcedures = {
  getOwnFoodLog: ofClient.getOwnFoodLog.handler(({ context: { scope, db, now, actor } }) =>
    db.read(scope, (tx) => getOwnFoodLog(tx, dayInZone(now, actor.timeZone))),
  ),

  getOwnFoodDay: ofClient.getOwnFoodDay.handler(({ context: { scope, db }, input }) =>
    db.readAtOnce(scope, (tx) => getOwnFoodDay(tx, input.day)),
  ),

  findLoggableFoods: ofClient.findLoggableFoods.handler(async ({ context: { scope, db, now, actor }, input }) => ({
    foods: await db.read(scope, (tx) => findLoggableFoods(tx, input.q, dayInZone(now, actor.timeZone))),
  })),

  findFoodByBarcode: ofClient.findFoodByBarcode.handler(({ context: { scope, db, now, actor }, input }) =>
    db.read(scope, (tx) => findFoodByBarcode(tx, input.barcode, dayInZone(now, actor.timeZone))),
  ),

  setFavoriteFood: ofClient.setFavoriteFood.handler(({ context: { scope, db, now }, input, errors }) =>
    db.write(scope, (tx) => setFavoriteFood(tx, input, now), errors),
  ),

  syncFoodDay: ofClient.syncFoodDay.handler(({ context: { scope, db, today }, input, errors }) =>
    db.write(scope, (tx) => syncFoodDay(tx, input.log, today), errors),
  ),

  listClientFoodDays: ofCoach.listClientFoodDays.handler(({ context: { scope, db }, input }) =>
    db.read(scope, (tx) => listClientFoodDays(tx, input)),
  ),

  commentOnFoodDay: ofCoach.commentOnFoodDay.handler(({ context: { scope, db, now, coach }, input, errors }) =>
    db.write(scope, (tx) => commentOnFoodDay(tx, input, { now, coach }), errors),
  ),
};

export const ownFoodsProcedures = {
  listOwnFoods: clientProcedure.ownFoods.listOwnFoods.handler(async ({ context: { scope, db } }) => ({
    foods: await db.read(scope, (tx) => listOwnFoods(tx)),
  })),

  saveOwnFood: clientProcedure.ownFoods.saveOwnFood.handler(({ context: { scope, db, now }, input, errors }) =>
    db.write(scope, (tx) => saveOwnFood(tx, input, now), errors),
  ),

  deleteOwnFood: clientProcedure.ownFoods.deleteOwnFood.handler(async ({ context: { scope, db }, input }) => {
    await db.write(scope, (tx) => deleteOwnFood(tx, input.foodId));
    return { foodId: input.foodId };
  }),

  getClientFood: coachProcedure.ownFoods.getClientFood.handler(({ context: { scope, db }, input }) =>
    db.read(scope, (tx) => getClientFood(tx, input)),
  ),
};

export const foodImportsProcedures = {
  importOwnFood: clientProcedure.foodImports.importOwnFood.handler(({ context: { scope, db, today }, input, errors }) =>
    db.write(scope, (tx) => importFood(tx, scope.clientId, input, today), errors),
  ),

  undoOwnFoodImport: clientProcedure.foodImports.undoOwnFoodImport.handler(({ context: { scope, db, now }, input }) =>
    db.write(scope, (tx) => undoFoodImport(tx, { clientId: scope.clientId, importId: input.importId }, now)),
  ),

  importClientFood: coachProcedure.foodImports.importClientFood.handler(({ context, input, errors }) =>
    context.db.write(
      context.scope,
      async (tx) => {
        const zones = await findClientZones(tx, input.clientId);
        const timeZone = zones.get(input.clientId) ?? context.coach.timeZone;
        return importFood(tx, input.clientId, input, { now: context.now, timeZone });
      },
      errors,
    ),
  ),

  undoClientFoodImport: coachProcedure.foodImports.undoClientFoodImport.handler(({ context, input }) =>
    context.db.write(context.scope, (tx) => undoFoodImport(tx, input, context.now)),
  ),
};
