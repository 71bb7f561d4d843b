import type { Diet } from '@stridewell/contract/foods/foods.rules';
import { DIETS } from '@stridewell/contract/foods/foods.rules';
import { isUuid } from '@stridewell/contract/identity/identity.rules';
import { nameHas, readAllergies, withAllergens } from '@stridewell/contract/meals/meals.allergies.rules';
import type { PlanAim } from '@stridewell/contract/meals/meals.plan.rules';
import type { FoodsById } from '@stridewell/contract/meals/meals.totals.rules';
import type { MealDraft } from '@stridewell/contract/planner/planner.meals';
import type { ClientRecord } from '@stridewell/contract/records/records.fields';
import type { Activity } from '@stridewell/contract/targets/targets.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import type { RecordingScope } from '../../core/events/handlers.ts';
import { refuse } from '../../core/refusals.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { readKeptFoods } from '../foods/foods.coach.service.ts';
import {
  readFollowedMealPlan,
  readPlanFoods,
  readTemplateId,
  readTemplatePlan,
  saveMealPlan,
} from '../meals/meals.service.ts';
import { getClientRecord } from '../records/records.service.ts';
import { readTargetClient } from '../targets/targets.client.service.ts';
import { getTargets } from '../targets/targets.service.ts';
import { describeMealChanges } from './planner.changes.rules.ts';
import { DISH_FOOD_IDS, DISHES } from './planner.dishes.content.ts';
import { type MealClientFacts, screenMeals, toScreening } from './planner.eligibility.rules.ts';
import {
  deleteMealDraft,
  deleteUnusedMeals,
  findMealDraft,
  followsDraftedMealPlan,
  insertMealDraft,
  lockMealDraft,
  type MealDraftRow,
  updateMealDraft,
} from './planner.meals.data.ts';

export { followsDraftedMealPlan };

/** Days after which an unused draft is deleted [K]. */
const UNUSED_DAYS = 7;
const DAY_MS = 86_400_000;

export type MealRequest = { units: UnitSystem; now: Date; prescribes: boolean };

const listed = ({ dietaryRestrictions }: ClientRecord) => dietaryRestrictions.map((one) => one.toLowerCase().trim());

/** The strictest diet among a client's restrictions that foods have answers about. */
const dietOf = (record: ClientRecord): Diet | null => DIETS.find((diet) => listed(record).includes(diet)) ?? null;

/** Allergies and the restrictions that stand for allergens, such as gluten-free. The others are no food's answer. */
function restrictionsOf(record: ClientRecord): { names: string[]; unchecked: string[] } {
  const others = record.dietaryRestrictions.filter((one) => !DIETS.some((diet) => diet === one.toLowerCase().trim()));
  const asAllergies = others.filter((one) => readAllergies([one]).known.length > 0);
  const unchecked = others.filter((one) => !asAllergies.includes(one));
  return { names: [...record.allergies, ...asAllergies], unchecked };
}

/** Words after which a client names foods that they do not eat. */
const DISLIKE =
  /\b(?:no|not|don['’]t like|dislikes?|hates?|avoids?|without)\s+([a-z][a-z ]{2,30}?)(?=[,.;!\n]|\band\b|\bor\b|$)/gi;

const isPlanned = (food: string): boolean => DISHES.some(({ foods }) => foods.some(({ name }) => nameHas(name, food)));

/** Foods of the planner that a client's preferences rule out, for the coach to correct. */
const dislikesOf = ({ diet }: ClientRecord): string[] => {
  const named = [...diet.matchAll(DISLIKE)].map(([, food = '']) => food.trim().toLowerCase());
  return [...new Set(named)].filter(isPlanned);
};

/** The client of a draft, with what decides about food. */
export type MealClient = MealClientFacts & {
  name: string;
  record: ClientRecord;
  target: (PlanAim & { fibre: number }) | null;
  isFormer: boolean;
  present: Awaited<ReturnType<typeof readFollowedMealPlan>>;
};

/** @throws NOT_FOUND */
export async function readMealClient(tx: Tx<CoachScope>, clientId: string, request: MealRequest): Promise<MealClient> {
  const [{ facts, fullName, isFormer }, targets, { record }, present] = await Promise.all([
    readTargetClient(tx, clientId, request),
    // Drafts and adaptive targets need the same plan feature.
    getTargets(tx, clientId, { ...request, adapts: true }),
    getClientRecord(tx, clientId),
    readFollowedMealPlan(tx, clientId, request.now),
  ]);
  const current = targets.current;
  const activity: Activity = current?.basis?.activity ?? targets.defaults.activity;
  const target = current?.target ?? null;
  return {
    facts,
    activity,
    override: current?.source === 'override',
    name: fullName,
    record,
    target: target && {
      kcal: target.kcal,
      protein: target.protein,
      carbohydrate: target.carbohydrate,
      fat: target.fat,
      fibre: target.fibre,
    },
    isFormer,
    present,
  };
}

const FORMER = 'You no longer coach this client. Restore the client to draft a meal plan.';
const NOT_PRESCRIBING = 'Meal plans are outside your scope of practice. You can change that in Settings.';

/** Screens a client for a meal plan. A target that the coach set by hand counts for its own energy alone. */
export function screenMealClient(client: MealClient, aim: PlanAim, { prescribes }: Pick<MealRequest, 'prescribes'>) {
  const isOwnTarget = client.target !== null && client.target.kcal === aim.kcal;
  const screened = screenMeals({ ...client, override: client.override && isOwnTarget }, aim);
  const { blocks, cautions } = toScreening(screened);
  const { unchecked } = restrictionsOf(client.record);
  const own = [...(client.isFormer ? [FORMER] : []), ...(prescribes ? [] : [NOT_PRESCRIBING])];
  const notChecked = unchecked.map((one) => `Foods have no answers about “${one}”. Check the plan yourself.`);
  return { ...screened, sentences: { blocks: [...own, ...blocks], cautions: [...cautions, ...notChecked] } };
}

/** An energy that no rule about the energy of a plan refuses, to screen a client before there is an aim. */
const aimBefore = (client: MealClient): PlanAim =>
  client.target ?? { kcal: 2500, protein: null, carbohydrate: null, fat: null };

/** @throws NOT_FOUND */
export async function getMealRecord(tx: Tx<CoachScope>, clientId: string, request: MealRequest) {
  const client = await readMealClient(tx, clientId, request);
  const { name, record, target, present } = client;
  const aim = target && {
    kcal: target.kcal,
    protein: target.protein,
    carbohydrate: target.carbohydrate,
    fat: target.fat,
  };
  return {
    clientId,
    name,
    target: aim,
    allergies: restrictionsOf(record).names,
    diet: dietOf(record),
    dislikes: dislikesOf(record),
    screening: screenMealClient(client, aimBefore(client), request).sentences,
    present,
  };
}

/** Facts of the foods of all dishes, as the coach's collection has them. A hidden food takes its dishes along. */
export async function readDishFoods(tx: Tx<CoachScope>): Promise<FoodsById> {
  const found = await readKeptFoods(tx, DISH_FOOD_IDS);
  return new Map([...found].flatMap(([id, food]) => (food.hidden ? [] : [[id, { ...food, id }]])));
}

/** The allergies of a draft: those of the record, whatever the form says, and those that the coach adds. */
export const allergiesOf = (client: MealClient | null, allergens: Parameters<typeof withAllergens>[1]) =>
  withAllergens(readAllergies(client ? restrictionsOf(client.record).names : []), allergens);

/** Null once the draft was approved. */
export async function toMealDraft(tx: Tx<CoachScope>, row: MealDraftRow): Promise<MealDraft | null> {
  const { id, clientId, content, reasons } = row;
  if (!content || !reasons) return null;
  const foods = [...(await readPlanFoods(tx, [content])).values()];
  return { id, clientId, plan: content, foods, reasons, provenance: provenanceOf(row) };
}

const provenanceOf = (row: MealDraftRow) => ({
  draftedBy: row.draftedBy,
  model: row.model,
  rulesVersion: row.rulesVersion,
  promptHash: row.promptHash,
  violations: row.violations,
  repairs: row.repairs,
  fallback: row.fallback,
  draftedAt: row.at.toISOString(),
});

/** Stores a draft. Of two requests with the same id, the first wins, and both return its draft. */
export async function saveMealDraft(tx: Tx<CoachScope>, draft: MealDraft): Promise<MealDraft> {
  const { id, clientId, plan, reasons, provenance } = draft;
  const { draftedAt, ...facts } = provenance;
  const at = new Date(draftedAt);
  await deleteUnusedMeals(tx, new Date(at.getTime() - UNUSED_DAYS * DAY_MS));
  await insertMealDraft(tx, { id, clientId, at, content: plan, reasons, ...facts });
  const row = await findMealDraft(tx, id);
  return (row && (await toMealDraft(tx, row))) ?? draft;
}

/**
 * Opens a draft as a template. Idempotent.
 * @throws NOT_FOUND, TOO_MANY_MEAL_PLANS
 */
export async function openMealDraft(
  tx: Tx<CoachScope, 'TOO_MANY_MEAL_PLANS' | 'MEAL_PLAN_CHANGED'>,
  draftId: string,
  now: Date,
): Promise<string> {
  const row = await lockMealDraft(tx, draftId);
  if (!row) throw refuse('NOT_FOUND');
  if (row.usedAs) return row.usedAs;
  if (!row.content) throw refuse('NOT_FOUND');
  await saveMealPlan(tx, { planId: draftId, basedOn: 0, plan: row.content }, now);
  await updateMealDraft(tx, draftId, { usedAs: draftId });
  return draftId;
}

/** Deletes a draft that is not in use. Idempotent. */
export const dismissMealDraft = (tx: Tx<CoachScope>, draftId: string): Promise<void> => deleteMealDraft(tx, draftId);

/** How a template, or a client's plan that was copied from it, was drafted and changed; null when the coach wrote it. */
export async function getMealProvenance(tx: Tx<CoachScope>, planId: string) {
  const template = await findTemplateId(tx, planId);
  const row = template === null ? undefined : await findMealDraft(tx, template);
  return row?.usedAs ? { ...provenanceOf(row), edits: await editsOf(tx, row) } : null;
}

/** The coach's changes of a draft, in sentences: until the approval, or up to now. */
async function editsOf(tx: Tx<CoachScope>, { usedAs, edits, content }: MealDraftRow): Promise<string[]> {
  if (edits) return edits;
  const present = content && usedAs ? await readTemplatePlan(tx, usedAs) : null;
  return content && present ? describeMealChanges(content, present) : [];
}

const isOfCoach = (tx: Tx<RecordingScope>): tx is Tx<CoachScope> => tx.scope.role === 'coach';

/** The first assignment of a drafted template approves it, stores the coach's changes, and deletes the reasons, which name allergies. */
export async function approveMeals(
  tx: Tx<RecordingScope>,
  { subjectId, occurredAt }: { subjectId: string; occurredAt: string },
): Promise<void> {
  if (!isOfCoach(tx)) return;
  const template = await findTemplateId(tx, subjectId);
  const row = template === null ? undefined : await findMealDraft(tx, template);
  if (!row?.usedAs || row.approvedAt) return;
  const edits = await editsOf(tx, row);
  await updateMealDraft(tx, row.id, { edits, approvedAt: new Date(occurredAt), content: null, reasons: null });
}

/** The template of a plan, itself included. Built-in templates have words as ids and were never drafted. */
async function findTemplateId(tx: Tx<CoachScope>, planId: string): Promise<string | null> {
  const found = await readTemplateId(tx, planId);
  return found !== null && isUuid(found) ? found : null;
}
