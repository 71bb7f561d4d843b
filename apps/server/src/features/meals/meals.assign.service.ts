import { isDeepStrictEqual } from 'node:util';
import { readAllergies } from '@stridewell/contract/meals/meals.allergies.rules';
import { MEAL_BOUNDS } from '@stridewell/contract/meals/meals.parts.rules';
import { mealPlan } from '@stridewell/contract/meals/meals.plan';
import type { MealPlan } from '@stridewell/contract/meals/meals.plan.rules';
import { addDays, dayInZone, dayLabel } from '@stridewell/contract/time';
import { record } from '../../core/events/events.ts';
import { refuse } from '../../core/refusals.ts';
import { isOpenRelationship } from '../../core/relationships/relationships.data.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { notify } from '../notifications/notifications.service.ts';
import { readAllergiesOf } from '../records/records.service.ts';
import {
  countOfClients,
  deletePlan,
  findPlan,
  insertPlan,
  keepVersion,
  lockClients,
  lockPlan,
  selectCopies,
  selectFrom,
  selectOwners,
  updateBase,
  updateContent,
  updateDates,
} from './meals.data.ts';
import { mergeMealPlan } from './meals.merge.rules.ts';
import { holdTemplate, readOpenTemplate, readPlanFoods, warningsIn } from './meals.service.ts';

const emptyMealDays = (plan: MealPlan) =>
  plan.days.filter(({ meals }) => meals.every(({ options: [first] }) => !first || first.foods.length === 0));

/** @throws EMPTY_MEAL_DAYS */
function requireFood(tx: Tx<CoachScope, 'EMPTY_MEAL_DAYS'>, plan: MealPlan): void {
  const days = emptyMealDays(plan);
  if (days.length > 0) throw refuse(tx, 'EMPTY_MEAL_DAYS', { data: { days: days.map(({ name }) => name) } });
}

type AssignResult = {
  clientId: string;
  outcome: 'assigned' | 'not_a_client' | 'too_many';
  warnings: ReturnType<typeof warningsIn>;
};
type Assignment = { id: string; clientId: string };
type AssignDeps = { now: Date; coach: { fullName: string; timeZone: string } };
type LockedClient = Awaited<ReturnType<typeof lockClients>>[number];

/** Names no plan: its name may hold numbers that are hidden from the client. */
async function notifyClient(
  tx: Tx<CoachScope>,
  { clientId, personId }: LockedClient,
  { startDay, now, coach }: AssignDeps & { startDay: string },
): Promise<void> {
  if (!personId) return;
  await notify(tx, {
    userId: personId,
    type: 'meal_plan_assigned',
    title: `New meal plan from ${coach.fullName}`,
    message: `From ${dayLabel(startDay, dayInZone(now, coach.timeZone))}`,
    metadata: { client_id: clientId, coach_id: tx.scope.coachId },
  });
}

type Dates = { startDay: string; endDay: string | null };

/**
 * Ends earlier plans the day before one that has no end starts. One with an end only comes before them on its days, so
 * that a plan for a holiday leaves the usual plan in place.
 */
async function makeRoom(tx: Tx<CoachScope>, clientId: string, { startDay, endDay }: Dates): Promise<void> {
  if (endDay !== null) return;
  for (const earlier of await selectFrom(tx, clientId, startDay)) {
    if (earlier.startDay === null || earlier.startDay > startDay) continue;
    if (earlier.startDay === startDay) await deletePlan(tx, earlier.id);
    else await updateDates(tx, earlier.id, { endDay: addDays(startDay, -1) });
  }
}

/**
 * A template as it would be assigned to a client, with what they may not be able to eat; null when it is gone, archived
 * or has days without food.
 */
export async function previewMealPlan(tx: Tx<CoachScope>, { planId, clientId }: { planId: string; clientId: string }) {
  const plan = await readOpenTemplate(tx, planId);
  if (!plan || emptyMealDays(plan).length > 0) return null;
  const [foods, allergies] = await Promise.all([readPlanFoods(tx, [plan]), readAllergiesOf(tx, [clientId])]);
  return { plan, warnings: warningsIn(plan, foods, readAllergies(allergies.get(clientId) ?? [])) };
}

/**
 * Gives each client a copy of a template. Skips existing assignments.
 * @returns outcomes in the order of `assignments`, with what each client may not be able to eat
 * @throws NOT_FOUND for an unknown template, EMPTY_MEAL_DAYS, BAD_REQUEST for the id of another plan
 */
export async function assignMealPlan(
  tx: Tx<CoachScope, 'EMPTY_MEAL_DAYS'>,
  { planId, assignments, startDay, endDay }: { planId: string; assignments: readonly Assignment[] } & Dates,
  { now, coach }: AssignDeps,
): Promise<AssignResult[]> {
  const { plan } = await holdTemplate(tx, planId);
  requireFood(tx, plan);
  const clientIds = assignments.map(({ clientId }) => clientId);
  const clients = new Map((await lockClients(tx, clientIds)).map((client) => [client.clientId, client]));
  const ids = assignments.map(({ id }) => id);
  const [owners, counts, allergies, foods] = await Promise.all([
    selectOwners(tx, ids),
    countOfClients(tx, clientIds),
    readAllergiesOf(tx, clientIds),
    readPlanFoods(tx, [plan]),
  ]);
  const results: AssignResult[] = [];
  for (const { id, clientId } of assignments) {
    const owner = owners.get(id);
    if (owner !== undefined && owner !== clientId) throw refuse('BAD_REQUEST');
    const client = clients.get(clientId);
    const isPossible = owner !== undefined || (client !== undefined && isOpenRelationship(client) && client.covered);
    const isFull = owner === undefined && (counts.get(clientId) ?? 0) >= MEAL_BOUNDS.ofClient;
    const done = isFull ? 'too_many' : 'assigned';
    const outcome = isPossible ? done : 'not_a_client';
    const warnings = isPossible ? warningsIn(plan, foods, readAllergies(allergies.get(clientId) ?? [])) : [];
    results.push({ clientId, outcome, warnings });
    if (outcome !== 'assigned' || owner !== undefined) continue;
    await makeRoom(tx, clientId, { startDay, endDay });
    const copy = { clientId, templateId: planId, template: plan, startDay, endDay };
    await insertPlan(tx, { id, plan, owner: copy, now });
    await keepVersion(tx, id, { version: 1, content: plan, now });
    await record(tx, { type: 'meal_plan.assigned', clientId, subjectId: id, occurredAt: now, data: { startDay } });
    if (client) await notifyClient(tx, client, { startDay, now, coach });
  }
  return results;
}

/**
 * Changes the days on which a client follows a plan. Idempotent.
 * @throws NOT_FOUND
 */
export async function rescheduleMealPlan(tx: Tx<CoachScope>, { planId, startDay, endDay }: { planId: string } & Dates) {
  const row = await findPlan(tx, planId);
  if (row?.clientId == null) throw refuse('NOT_FOUND');
  await updateDates(tx, planId, { startDay, endDay });
  const { clientId, clientName, templateId } = row;
  return { clientId, clientName: clientName ?? '', startDay, endDay, templateId };
}

type PushInput = { planId: string; version: number; preview: boolean };
type Pushed = { planId: string; clientId: string; clientName: string; outcome: PushOutcome; kept: string[] };
type PushOutcome = 'updated' | 'merged' | 'unchanged' | 'finished';

/**
 * Brings the latest version of a template to the clients who follow it. Days that were changed for a client stay.
 * @throws NOT_FOUND, MEAL_PLAN_CHANGED when `version` is not the latest
 */
export async function pushMealPlan(
  tx: Tx<CoachScope, 'MEAL_PLAN_CHANGED'>,
  { planId, version, preview }: PushInput,
  { now, today }: { now: Date; today: string },
): Promise<Pushed[]> {
  const held = await holdTemplate(tx, planId);
  if (held.version !== version) throw refuse(tx, 'MEAL_PLAN_CHANGED');
  const copies = await selectCopies(tx, planId, today);
  const clients: Pushed[] = [];
  for (const { id, clientId, clientName } of copies) {
    if (clientId === null) continue;
    // Locked, because the coach may be changing this plan in another tab.
    const row = await lockPlan(tx, id);
    const base = row?.template;
    if (!row || !base) continue;
    const { plan, kept } = mergeMealPlan({ base, own: row.content, template: held.plan });
    const isValid = mealPlan.safeParse(plan).success;
    const outcome = outcomeOf({ base, own: row.content, template: held.plan, merged: isValid ? plan : row.content });
    clients.push({
      planId: id,
      clientId,
      clientName,
      outcome,
      kept: isValid ? kept : row.content.days.map((day) => day.name),
    });
    if (preview || outcome === 'unchanged') continue;
    if (isDeepStrictEqual(plan, row.content) || !isValid) {
      await updateBase(tx, id, held.plan);
      continue;
    }
    const next = row.version + 1;
    await updateContent(tx, id, { plan, version: next, template: held.plan, now });
    await keepVersion(tx, id, { version: next, content: plan, now });
  }
  return clients;
}

function outcomeOf({
  base,
  own,
  template,
  merged,
}: Record<'base' | 'own' | 'template' | 'merged', MealPlan>): PushOutcome {
  if (isDeepStrictEqual(base, template) || isDeepStrictEqual(own, merged)) return 'unchanged';
  return isDeepStrictEqual(merged, template) ? 'updated' : 'merged';
}
