import { v7 as uuidv7 } from 'uuid';
import type { ModelAnswer, ModelRequest } from '../../platform/ai/model.ts';
import { costMicros } from '../../platform/ai/prices.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Services } from '../services.ts';
import type { CoachScope, OperatorScope } from '../tenancy/scope.ts';
import { addSpending, findSpending, insertCall, lockCalls, type NewCall, sumCost, updateCall } from './models.data.ts';
import { type ModelInput, promptOf } from './models.input.rules.ts';

type ModelServices = Pick<Services, 'db' | 'env' | 'log' | 'model' | 'now' | 'settings'>;

/** Why a configured model is not called. */
export type ModelRefusal = 'turned_off' | 'cap_reached' | 'platform_cap' | 'daily_limit' | 'no_consent';

/** A request of a feature. Its prompt is made of the listed input alone. */
export type ModelQuestion<Value> = Omit<ModelRequest<Value>, 'prompt'> & { input: ModelInput };

const MICROS_A_CENT = 10_000;

/** The cap's months are in UTC, the same for all coaches. */
const monthStart = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));

/** Cost of the coach's calls this month, in micro-dollars. */
export const spentMicros = (tx: Tx<CoachScope>, now: Date): Promise<number> => sumCost(tx, monthStart(now));

const monthOf = (now: Date): string => monthStart(now).toISOString().slice(0, 10);

/** Model spending of all coaches this month, in cents. */
export const platformSpentCents = async (tx: Tx<OperatorScope>, now: Date): Promise<number> =>
  (await findSpending(tx, monthOf(now))) / MICROS_A_CENT;

/** Reserves the maximum cost of the call. @returns the reason to refuse the call, or null */
async function reserve(
  { db, env, now, settings }: ModelServices,
  scope: CoachScope,
  call: { id: string; purpose: NewCall['purpose']; model: string; costMicros: number },
): Promise<'cap_reached' | 'platform_cap' | null> {
  const { ai } = await settings.current();
  const { monthlyCents } = ai.value;
  const capMicros = monthlyCents === null ? null : monthlyCents * MICROS_A_CENT;
  return db.write(scope, async (tx) => {
    await lockCalls(tx);
    if ((await sumCost(tx, monthStart(now()))) >= env.aiMonthlyMicros) return 'cap_reached';
    const spending = { month: monthOf(now()), micros: call.costMicros, capMicros };
    if (!(await addSpending(tx, spending))) return 'platform_cap';
    await insertCall(tx, { ...call, at: now(), outcome: 'running', inputTokens: 0, outputTokens: 0 });
    return null;
  });
}

/**
 * Calls the model for a coach. Counts the cost of every call, answered or not. Concurrent calls are counted one after
 * another, so at most one call exceeds the cap.
 * @returns the model's answer; or `no_model` without a configured model, `turned_off` while an operator has turned
 *   drafting off, `cap_reached` or `platform_cap` when the monthly cap of the coach or of all coaches is used up
 */
export async function askModel<Value>(
  services: ModelServices,
  scope: CoachScope,
  { purpose, input, ...question }: ModelQuestion<Value> & { purpose: NewCall['purpose'] },
): Promise<ModelAnswer<Value> | { outcome: 'no_model' | ModelRefusal }> {
  const { model, db, log, now, settings } = services;
  if (!model) return { outcome: 'no_model' };
  if (await settings.isOff('ai_drafting')) return { outcome: 'turned_off' };
  const request = { ...question, prompt: promptOf(input) };
  const id = uuidv7();
  const reserved = { id, purpose, model: model.name, costMicros: model.mostMicros(request) };
  const month = monthOf(now());
  const refused = await reserve(services, scope, reserved);
  if (refused) return { outcome: refused };
  const answer = await model.ask(request);
  const { outcome, usage } = answer;
  const cost = costMicros(model.name, usage);
  await db.write(scope, async (tx) => {
    await updateCall(tx, id, { outcome, ...usage, costMicros: cost });
    await addSpending(tx, { month, micros: cost - reserved.costMicros, capMicros: null });
  });
  if (outcome !== 'ok') log.warn({ purpose, model: model.name, outcome }, 'the model gave no usable answer');
  return answer;
}
