import { v7 as uuidv7 } from 'uuid';
import type { ModelAnswer, ModelRequest } from '../../platform/ai/model.ts';
import { costMicros } from '../../platform/ai/prices.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Services } from '../services.ts';
import type { CoachScope } from '../tenancy/scope.ts';
import { insertCall, lockCalls, type NewCall, sumCost, updateCall } from './models.data.ts';

type ModelServices = Pick<Services, 'db' | 'env' | 'log' | 'model' | 'now'>;

/** Months of the cap are those of UTC, the same for all coaches. */
const monthStart = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));

/** What the coach's calls of this month cost, in micro-dollars. */
export const spentMicros = (tx: Tx<CoachScope>, now: Date): Promise<number> => sumCost(tx, monthStart(now));

/** Reserves the most that the call can cost. @returns false when the month's cap is used up */
async function reserve(
  { db, env, now }: ModelServices,
  scope: CoachScope,
  call: { id: string; purpose: NewCall['purpose']; model: string; costMicros: number },
): Promise<boolean> {
  return db.write(scope, async (tx) => {
    await lockCalls(tx);
    if ((await sumCost(tx, monthStart(now()))) >= env.aiMonthlyMicros) return false;
    await insertCall(tx, { ...call, at: now(), outcome: 'running', inputTokens: 0, outputTokens: 0 });
    return true;
  });
}

/**
 * Asks the model for a coach. Counts the cost of every call, answered or not. Two calls at once are counted one after the
 * other, so the cap is passed by one call at most.
 * @returns `no_model` where none is configured, `cap_reached` when the month's cap is used up, else the model's answer
 */
export async function askModel<Value>(
  services: ModelServices,
  scope: CoachScope,
  { purpose, ...request }: ModelRequest<Value> & { purpose: NewCall['purpose'] },
): Promise<ModelAnswer<Value> | { outcome: 'no_model' | 'cap_reached' }> {
  const { model, db, log } = services;
  if (!model) return { outcome: 'no_model' };
  const id = uuidv7();
  const reserved = { id, purpose, model: model.name, costMicros: model.mostMicros(request) };
  if (!(await reserve(services, scope, reserved))) return { outcome: 'cap_reached' };
  const answer = await model.ask(request);
  const { outcome, usage } = answer;
  await db.write(scope, (tx) => updateCall(tx, id, { outcome, ...usage, costMicros: costMicros(model.name, usage) }));
  if (outcome !== 'ok') log.warn({ purpose, model: model.name, outcome }, 'the model gave no usable answer');
  return answer;
}
