import type { Plan } from '@stridewell/contract/billing/billing.rules';
import type { DraftEvent } from '@stridewell/contract/planner/planner';
import { dayInZone } from '@stridewell/contract/time';
import type { RequestContext } from '../../core/context.ts';
import { requireRate } from '../../core/limits.ts';
import { askModel, spentMicros } from '../../core/models/models.ts';
import { coachProcedure } from '../../core/procedures.ts';
import type { Services } from '../../core/services.ts';
import type { RateLimit } from '../../platform/rate-limits/rate-limits.ts';
import { getPlannerRecord } from './planner.client.service.ts';
import { draftProgram, readBasis } from './planner.draft.service.ts';
import { getProvenance, openDraft, saveDraft } from './planner.service.ts';

/** Drafts of one coach. */
const DRAFT_LIMIT: RateLimit = { windowSeconds: 60, max: 30 };
/** Drafts that ask a model, which take long and cost money. */
const MODEL_LIMIT: RateLimit = { windowSeconds: 60, max: 6 };
const DAY_SECONDS = 86_400;

/** Counts a draft that asks a model. @returns false when the coach has used up those of the day */
async function takeDailyDraft(
  { limiter, settings }: Pick<Services, 'limiter' | 'settings'>,
  coachId: string,
  plan: Plan,
): Promise<boolean> {
  const { ai } = await settings.current();
  const max = ai.value.draftsPerDay[plan];
  return (await limiter.consume(`daily-drafts:${coachId}`, { windowSeconds: DAY_SECONDS, max })) === null;
}

/** After the first step, a failure no longer fails the request, so it is logged here. */
async function* withFailuresLogged(
  events: AsyncGenerator<DraftEvent, void, void>,
  { services, requestId }: RequestContext,
): AsyncGenerator<DraftEvent, void, void> {
  try {
    yield* events;
  } catch (error) {
    services.log.error({ err: error, requestId }, 'drafting a program failed');
    throw error;
  }
}

const { planner } = coachProcedure;

export const plannerProcedures = {
  getPlanner: planner.getPlanner.handler(async ({ context: { scope, db, now, services } }) => {
    const { env, model } = services;
    const spent = await db.readAtOnce(scope, (tx) => spentMicros(tx, now));
    return { model: model?.name ?? null, spentMicros: spent, capMicros: env.aiMonthlyMicros };
  }),

  getPlannerRecord: planner.getPlannerRecord.handler(({ context: { scope, db, now }, input }) =>
    db.read(scope, (tx) => getPlannerRecord(tx, input.clientId, now)),
  ),

  draftProgram: planner.draftProgram.handler(async ({ context, input, signal }) => {
    const { scope, db, actor, coach, services } = context;
    const { limiter, model } = services;
    await requireRate(limiter, `drafts:${coach.id}`, DRAFT_LIMIT);
    const basis = await db.read(scope, (tx) => readBasis(tx, input, context.now));
    if (model && !basis.stored) await requireRate(limiter, `model-drafts:${coach.id}`, MODEL_LIMIT);
    const isOverDaily = model && !basis.stored && !(await takeDailyDraft(services, coach.id, actor.plan.plan));
    const events = draftProgram(input, basis, {
      ask: async (request) =>
        isOverDaily
          ? { outcome: 'daily_limit' }
          : askModel(services, scope, { ...request, purpose: 'planner', signal }),
      model: model?.name ?? null,
      units: actor.unitSystem,
      // Asking a model takes long, so each step has its own moment.
      now: services.now,
      signal,
      save: (draft, present) => db.write(scope, (tx) => saveDraft(tx, draft, present)),
    });
    return withFailuresLogged(events, context);
  }),

  openDraft: planner.openDraft.handler(async ({ context: { scope, db, now, coach }, input, errors }) => {
    const clock = { now, today: dayInZone(now, coach.timeZone) };
    return { programId: await db.write(scope, (tx) => openDraft(tx, input, clock), errors) };
  }),

  getProvenance: planner.getProvenance.handler(async ({ context: { scope, db }, input }) => ({
    provenance: await db.read(scope, (tx) => getProvenance(tx, input.programId)),
  })),
};
