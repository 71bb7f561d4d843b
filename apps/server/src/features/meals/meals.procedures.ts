import { dayInZone } from '@stridewell/contract/time';
import { clientProcedure, coachProcedure } from '../../core/procedures.ts';
import { requirePrescribing } from '../../core/tenancy/access.ts';
import { assignMealPlan, pushMealPlan, rescheduleMealPlan } from './meals.assign.service.ts';
import { getOwnMealPlan, getOwnRecipe, getOwnShoppingList } from './meals.own.service.ts';
import {
  archiveMealPlan,
  deleteMealPlan,
  fitMealPlan,
  getMealPlan,
  getMealPlanVersion,
  listMealPlanVersions,
  listOfClient,
  listTemplates,
  saveMealPlan,
} from './meals.service.ts';

const ofCoach = coachProcedure.meals;
const ofClient = clientProcedure.meals;

const planProcedures = {
  listMealPlans: ofCoach.listMealPlans.handler(async ({ context: { scope, db, now, coach }, input: { clientId } }) => {
    const { timeZone } = coach;
    const plans = db.read(scope, (tx) =>
      clientId ? listOfClient(tx, clientId, { now, timeZone }) : listTemplates(tx, dayInZone(now, timeZone)),
    );
    return { plans: await plans };
  }),

  getMealPlan: ofCoach.getMealPlan.handler(({ context: { scope, db, now, coach }, input }) =>
    db.read(scope, (tx) => getMealPlan(tx, input.planId, dayInZone(now, coach.timeZone))),
  ),

  saveMealPlan: ofCoach.saveMealPlan.handler(({ context: { scope, db, now }, input, errors }) =>
    db.write(scope, (tx) => saveMealPlan(tx, input, now), errors),
  ),

  archiveMealPlan: ofCoach.archiveMealPlan.handler(
    async ({ context: { scope, db }, input: { planId, archived }, errors }) => {
      await db.write(scope, (tx) => archiveMealPlan(tx, planId, archived), errors);
      return { planId, archived };
    },
  ),

  deleteMealPlan: ofCoach.deleteMealPlan.handler(async ({ context: { scope, db }, input: { planId }, errors }) => {
    await db.write(scope, (tx) => deleteMealPlan(tx, planId), errors);
    return { planId };
  }),

  listMealPlanVersions: ofCoach.listMealPlanVersions.handler(async ({ context: { scope, db }, input }) => ({
    versions: await db.readAtOnce(scope, (tx) => listMealPlanVersions(tx, input.planId)),
  })),

  getMealPlanVersion: ofCoach.getMealPlanVersion.handler(({ context: { scope, db }, input }) =>
    db.read(scope, (tx) => getMealPlanVersion(tx, input.planId, input.version)),
  ),

  fitMealPlan: ofCoach.fitMealPlan.handler(({ context: { scope, db }, input }) =>
    db.read(scope, (tx) => fitMealPlan(tx, input)),
  ),
};

const assignmentProcedures = {
  assignMealPlan: ofCoach.assignMealPlan.handler(
    async ({ context: { scope, db, now, actor, coach }, input, errors }) => {
      requirePrescribing(actor);
      return { results: await db.write(scope, (tx) => assignMealPlan(tx, input, { now, coach }), errors) };
    },
  ),

  rescheduleMealPlan: ofCoach.rescheduleMealPlan.handler(({ context: { scope, db }, input, errors }) =>
    db.write(scope, (tx) => rescheduleMealPlan(tx, input), errors),
  ),

  pushMealPlan: ofCoach.pushMealPlan.handler(async ({ context: { scope, db, now, coach, actor }, input, errors }) => {
    requirePrescribing(actor);
    const today = dayInZone(now, coach.timeZone);
    return { clients: await db.write(scope, (tx) => pushMealPlan(tx, input, { now, today }), errors) };
  }),

  getOwnMealPlan: ofClient.getOwnMealPlan.handler(async ({ context: { scope, db, now, actor }, input }) => {
    const date = input.date ?? dayInZone(now, actor.timeZone);
    const reader = { units: actor.unitSystem, numbersOff: scope.numbersOff };
    return { date, plan: await db.read(scope, (tx) => getOwnMealPlan(tx, date, reader)) };
  }),

  getOwnRecipe: ofClient.getOwnRecipe.handler(({ context: { scope, db, actor }, input }) => {
    const reader = { units: actor.unitSystem, numbersOff: scope.numbersOff };
    return db.read(scope, (tx) => getOwnRecipe(tx, input.foodId, reader));
  }),

  getOwnShoppingList: ofClient.getOwnShoppingList.handler(async ({ context: { scope, db, now, actor }, input }) => {
    const from = input.from ?? dayInZone(now, actor.timeZone);
    const reader = { units: actor.unitSystem, numbersOff: scope.numbersOff };
    return { from, aisles: await db.read(scope, (tx) => getOwnShoppingList(tx, { ...input, from }, reader)) };
  }),
};

export const mealsProcedures = { ...planProcedures, ...assignmentProcedures };
