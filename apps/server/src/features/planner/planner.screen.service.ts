import type { MealPlan } from '@stridewell/contract/meals/meals.plan.rules';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type PlannedClient, readClient, screen } from './planner.client.service.ts';
import { factsOf } from './planner.facts.rules.ts';
import { type MealRequest, readMealClient, screenMealClient } from './planner.meals.service.ts';

const UNFINISHED = 'The onboarding with the health questions is not finished.';

/** Reasons against training, as for a drafted program; empty for a client who may train. */
export function programBlocks(client: PlannedClient): string[] {
  if (!client.onboarded || client.health === null) return [UNFINISHED];
  return screen(client, factsOf(client).goal.value).blocks;
}

/** Reasons against assigning a program to a client automatically. */
export async function listProgramBlocks(tx: Tx<CoachScope>, clientId: string, now: Date): Promise<string[]> {
  return programBlocks(await readClient(tx, clientId, now));
}

/** Reasons against assigning a meal plan to a client automatically, those against training included. */
export async function listMealBlocks(
  tx: Tx<CoachScope>,
  { clientId, plan }: { clientId: string; plan: Pick<MealPlan, 'aim'> },
  request: MealRequest,
): Promise<string[]> {
  const blocks = await listProgramBlocks(tx, clientId, request.now);
  if (blocks.length > 0) return blocks;
  const client = await readMealClient(tx, clientId, request);
  const aim = plan.aim ?? client.target;
  return aim
    ? screenMealClient(client, aim, request).sentences.blocks
    : ['Neither the client nor the plan has a target.'];
}
