import { isDeepStrictEqual } from 'node:util';
import { compareNames } from '@stridewell/contract/exercises/exercises.rules';
import type { MealPlanSummary, StoredMealPlan } from '@stridewell/contract/meals/meals';
import { type Allergies, readAllergies } from '@stridewell/contract/meals/meals.allergies.rules';
import { withoutNumbers } from '@stridewell/contract/meals/meals.amounts.rules';
import { MEAL_BOUNDS } from '@stridewell/contract/meals/meals.parts.rules';
import {
  choicesOf,
  inVersion,
  type MealPlan,
  type MealPlanDay,
  mapChoices,
  type PlanAim,
} from '@stridewell/contract/meals/meals.plan.rules';
import {
  allergyWarnings,
  type FoodsById,
  type PlanFood,
  roundTotals,
} from '@stridewell/contract/meals/meals.totals.rules';
import { dayInZone } from '@stridewell/contract/time';
import { z } from 'zod';
import { refuse } from '../../core/refusals.ts';
import { findWay } from '../../core/relationships/coachings.data.ts';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { readCurrentFoods, readKeptFoods } from '../foods/foods.coach.service.ts';
import { recordFoodUses } from '../foods/foods.uses.service.ts';
import { readAllergiesOf } from '../records/records.service.ts';
import { targetOn } from '../targets/targets.day.service.ts';
import {
  countFollowers,
  countTemplates,
  deletePlan,
  findPlan,
  findVersion,
  followsMealPlan,
  insertPlan,
  keepVersion,
  lockPlan,
  lockTemplates,
  selectFollowedTemplates,
  selectOfClient,
  selectTemplates,
  selectVersions,
  updateArchived,
  updateContent,
} from './meals.data.ts';
import { BUILT_IN_PLANS, type BuiltInPlan } from './meals.examples.content.ts';
import { fitDay } from './meals.fit.rules.ts';

/** For other features. */
export { followsMealPlan, selectFollowedTemplates };

const builtIns: ReadonlyMap<string, BuiltInPlan> = new Map(BUILT_IN_PLANS.map((one) => [one.id, one]));

/** Built-in templates have words as ids; a coach's own plans have UUIDs. */
const isOwnId = (id: string): boolean => z.uuid().safeParse(id).success;

/** @throws NOT_FOUND */
function findBuiltIn(id: string): BuiltInPlan {
  const found = builtIns.get(id);
  if (!found) throw refuse('NOT_FOUND');
  return found;
}

/** The facts of all foods in a plan, by the ids that it has. */
export async function readPlanFoods(
  tx: Tx<CoachScope | ClientScope>,
  plans: readonly Pick<MealPlan, 'days'>[],
): Promise<FoodsById> {
  const ids = new Set(plans.flatMap((plan) => choicesOf(plan).map(({ foodId }) => foodId)));
  const found = await readKeptFoods(tx, [...ids]);
  return new Map([...found].map(([id, food]): [string, PlanFood] => [id, { ...food, id }]));
}

/**
 * A template with the latest versions of its recipes. Clients' plans keep the versions that they were given, until the
 * coach pushes the template again.
 */
async function withLatestRecipes(tx: Tx<CoachScope>, plan: MealPlan): Promise<MealPlan> {
  const ids = new Set(choicesOf(plan).map(({ foodId }) => foodId));
  const latest = await readCurrentFoods(tx, [...ids]);
  return mapChoices(plan, (choice) => {
    const food = latest.get(choice.foodId);
    return food?.recipe && food.id !== choice.foodId ? inVersion(choice, food) : choice;
  });
}

/** Foods of a plan that have, or may have, one of these allergens. */
export function warningsIn(plan: Pick<MealPlan, 'days'>, foods: FoodsById, allergies: Allergies) {
  const seen = new Map<string, { food: string; about: string; answer: 'yes' | 'unknown' }>();
  for (const { foodId } of choicesOf(plan)) {
    const food = foods.get(foodId);
    if (!food) continue;
    for (const one of allergyWarnings(food, allergies)) seen.set(`${foodId} ${one.about}`, { food: food.name, ...one });
  }
  return [...seen.values()];
}

type Row = Awaited<ReturnType<typeof selectTemplates>>[number];

const ownerOf = (row: Omit<Row, 'updatedAt'>, clientName: string | null): StoredMealPlan['owner'] =>
  row.clientId === null || row.startDay === null
    ? null
    : {
        clientId: row.clientId,
        clientName: clientName ?? '',
        startDay: row.startDay,
        endDay: row.endDay,
        templateId: row.templateId,
      };

type SummaryFacts = { clients?: number; clientName?: string; flagged?: boolean };

const summarize = (row: Row, { clients = 0, clientName = '', flagged = false }: SummaryFacts): MealPlanSummary => ({
  id: row.id,
  builtIn: false,
  name: row.name,
  days: row.days,
  archived: row.archived,
  clients,
  owner: ownerOf(row, clientName),
  flagged,
  updatedAt: row.updatedAt.toISOString(),
});

const summarizeBuiltIn = ({ id, plan }: BuiltInPlan, clients: number): MealPlanSummary => ({
  id,
  builtIn: true,
  name: plan.name,
  days: plan.days.length,
  archived: false,
  clients,
  owner: null,
  flagged: false,
  updatedAt: null,
});

/** Built-in templates and the coach's own, by name. */
export async function listTemplates(tx: Tx<CoachScope>, today: string): Promise<MealPlanSummary[]> {
  const [rows, followers] = await Promise.all([selectTemplates(tx), countFollowers(tx, today)]);
  const clientsOf = (id: string) => followers.get(id) ?? 0;
  const own = rows.map((row) => summarize(row, { clients: clientsOf(row.id) }));
  const examples = BUILT_IN_PLANS.map((example) => summarizeBuiltIn(example, clientsOf(example.id)));
  return [...own, ...examples].sort((a, b) => compareNames(a.name, b.name));
}

/** The plans of a client, the latest first. Those that are not over and have a food the client cannot eat are flagged. */
export async function listOfClient(
  tx: Tx<CoachScope>,
  clientId: string,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<MealPlanSummary[]> {
  const [rows, byClient] = await Promise.all([selectOfClient(tx, clientId), readAllergiesOf(tx, [clientId])]);
  // A plan is over when the client's day is, which can be another day than the coach's.
  const today = dayInZone(now, rows[0]?.timeZone ?? timeZone);
  const open = rows.filter(({ endDay }) => endDay === null || endDay >= today);
  const foods = await readPlanFoods(
    tx,
    open.map(({ content }) => content),
  );
  const allergies = readAllergies(byClient.get(clientId) ?? []);
  return rows.map((row) =>
    summarize(row, {
      clientName: row.clientName,
      flagged: open.includes(row) && warningsIn(row.content, foods, allergies).length > 0,
    }),
  );
}

const aimOf = ({ kcal, protein, carbohydrate, fat }: Required<PlanAim>): PlanAim => ({
  kcal: Math.round(kcal),
  protein: protein === null ? null : Math.round(protein),
  carbohydrate: carbohydrate === null ? null : Math.round(carbohydrate),
  fat: fat === null ? null : Math.round(fat),
});

/** @throws NOT_FOUND */
export async function getMealPlan(tx: Tx<CoachScope>, id: string, today: string): Promise<StoredMealPlan> {
  const row = isOwnId(id) ? await findPlan(tx, id) : null;
  if (row === undefined) throw refuse('NOT_FOUND');
  const stored = row?.content ?? findBuiltIn(id).plan;
  const plan = row?.clientId === null ? await withLatestRecipes(tx, stored) : stored;
  const owner = row && ownerOf(row, row.clientName);
  const clientId = owner?.clientId ?? null;
  const [foods, byClient, target] = await Promise.all([
    readPlanFoods(tx, [plan]),
    readAllergiesOf(tx, clientId === null ? [] : [clientId]),
    clientId === null ? null : targetOn(tx, { clientId, date: today }),
  ]);
  return {
    id,
    builtIn: row === null,
    archived: row?.archived ?? false,
    plan,
    version: row?.version ?? 1,
    owner,
    allergies: byClient.get(clientId ?? '') ?? [],
    target: target && aimOf(target),
    foods: [...foods.values()],
    updatedAt: row?.updatedAt.toISOString() ?? null,
  };
}

/**
 * A plan with the facts of its foods by id, for printing. The name of the client is null for a template. A client's plan
 * is printed for the client, so it shows numbers only where the client sees them.
 * @throws NOT_FOUND
 */
export async function readSheet(tx: Tx<CoachScope>, id: string, today: string) {
  const { plan, owner, foods } = await getMealPlan(tx, id, today);
  const way = owner ? await findWay(tx, owner.clientId) : undefined;
  const numbersOff = way?.by != null;
  return {
    plan: numbersOff ? withoutNumbers(plan) : plan,
    clientName: owner?.clientName ?? null,
    foods: new Map(foods.map((food) => [food.id, food])),
    numbersOff,
  };
}

/**
 * Reads a template and locks it against changes until the transaction ends.
 * @throws NOT_FOUND for an unknown one, or the plan of a client
 */
export async function holdTemplate(tx: Tx<CoachScope>, id: string): Promise<{ plan: MealPlan; version: number }> {
  if (!isOwnId(id)) return { plan: findBuiltIn(id).plan, version: 1 };
  const row = await lockPlan(tx, id, 'share');
  if (!row || row.clientId !== null) throw refuse('NOT_FOUND');
  return { plan: await withLatestRecipes(tx, row.content), version: row.version };
}

/**
 * Creates or changes a template, or changes the plan of a client. Idempotent.
 * @throws MEAL_PLAN_CHANGED when it was changed since version `basedOn`, TOO_MANY_MEAL_PLANS
 */
export async function saveMealPlan(
  tx: Tx<CoachScope, 'MEAL_PLAN_CHANGED' | 'TOO_MANY_MEAL_PLANS'>,
  { planId: id, basedOn, plan }: { planId: string; basedOn: number; plan: MealPlan },
  now: Date,
): Promise<{ version: number; updatedAt: string }> {
  if (basedOn === 0) await lockTemplates(tx);
  const stored = await lockPlan(tx, id);
  if (stored && isDeepStrictEqual(stored.content, plan)) {
    return { version: stored.version, updatedAt: stored.updatedAt.toISOString() };
  }
  if ((stored?.version ?? 0) !== basedOn) throw refuse(tx, 'MEAL_PLAN_CHANGED');
  const version = basedOn + 1;
  if (stored) {
    await updateContent(tx, id, { plan, version, now });
  } else {
    if ((await countTemplates(tx)) >= MEAL_BOUNDS.plans) throw refuse(tx, 'TOO_MANY_MEAL_PLANS');
    await insertPlan(tx, { id, plan, owner: null, now });
  }
  await keepVersion(tx, id, { version, content: plan, now });
  await recordFoodUses(tx, addedFoods(plan, stored?.content), now);
  return { version, updatedAt: now.toISOString() };
}

/** Foods that a plan has now and did not have before. */
function addedFoods(plan: MealPlan, before: MealPlan | undefined): string[] {
  const known = new Set(before ? choicesOf(before).map(({ foodId }) => foodId) : []);
  return choicesOf(plan).flatMap(({ foodId }) => (known.has(foodId) ? [] : foodId));
}

/** @throws NOT_FOUND for an unknown template, or the plan of a client */
export async function archiveMealPlan(tx: Tx<CoachScope>, id: string, archived: boolean): Promise<void> {
  if (!(await updateArchived(tx, id, archived))) throw refuse('NOT_FOUND');
}

/** Deletes a template, whose copies stay with their clients, or the plan of a client. Idempotent. */
export const deleteMealPlan = (tx: Tx<CoachScope>, id: string): Promise<void> => deletePlan(tx, id);

/**
 * Earlier versions of a plan, latest first.
 * @throws NOT_FOUND
 */
export async function listMealPlanVersions(tx: Tx<CoachScope>, id: string) {
  const [row, versions] = await Promise.all([findPlan(tx, id), selectVersions(tx, id)]);
  if (!row) throw refuse('NOT_FOUND');
  return versions
    .filter(({ version }) => version < row.version)
    .map(({ version, savedAt }) => ({ version, savedAt: savedAt.toISOString() }));
}

/** @throws NOT_FOUND */
export async function getMealPlanVersion(tx: Tx<CoachScope>, id: string, version: number) {
  const found = await findVersion(tx, id, version);
  if (!found) throw refuse('NOT_FOUND');
  const foods = await readPlanFoods(tx, [found.plan]);
  return { ...found, savedAt: found.savedAt.toISOString(), foods: [...foods.values()] };
}

/** The plan that a client follows on the day of `now`, or else the next one. For other features. */
export async function readFollowedMealPlan(tx: Tx<CoachScope>, clientId: string, now: Date) {
  const day = dayInZone(now, 'UTC');
  const open = (await selectOfClient(tx, clientId)).filter(({ endDay }) => endDay === null || endDay >= day);
  const found = open.find(({ startDay }) => startDay !== null && startDay <= day) ?? open.at(-1);
  return found ? { id: found.id, name: found.name, plan: found.content } : null;
}

/** The template of a client's plan; a template's own id; null for an unknown plan. For other features. */
export async function readTemplateId(tx: Tx<CoachScope>, id: string): Promise<string | null> {
  const row = await findPlan(tx, id);
  if (!row) return null;
  return row.clientId === null ? id : row.templateId;
}

/** A template as it is stored; null for an id without one. */
export async function readTemplatePlan(tx: Tx<CoachScope>, id: string): Promise<MealPlan | null> {
  const row = await findPlan(tx, id);
  return row?.clientId === null ? row.content : null;
}

/** A template that can be assigned, with its latest recipes; null when it is gone or archived. */
export async function readOpenTemplate(tx: Tx<CoachScope>, id: string): Promise<MealPlan | null> {
  if (!isOwnId(id)) return builtIns.get(id)?.plan ?? null;
  const row = await findPlan(tx, id);
  return row && row.clientId === null && !row.archived ? withLatestRecipes(tx, row.content) : null;
}

/** Portions of a day that come closest to an aim. */
export async function fitMealPlan(tx: Tx<CoachScope>, { day, aim }: { day: MealPlanDay; aim: PlanAim }) {
  const foods = await readPlanFoods(tx, [{ days: [day] }]);
  const fitted = fitDay(day, aim, foods);
  return { ...fitted, totals: roundTotals(fitted.totals) };
}
