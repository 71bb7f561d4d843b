import type { Plan } from '@stridewell/contract/billing/billing.rules';
import { dayInZone } from '@stridewell/contract/time';
import type { RequestContext } from '../../core/context.ts';
import { requireRate } from '../../core/limits.ts';
import { askModel, spentMicros } from '../../core/models/models.ts';
import { clientProcedure, coachProcedure } from '../../core/procedures.ts';
import type { Services } from '../../core/services.ts';
import { mayPrescribe, requirePrescribing } from '../../core/tenancy/access.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { RateLimit } from '../../platform/rate-limits/rate-limits.ts';
import { getPlannerRecord } from './planner.client.service.ts';
import { getOwnModelConsent, hasModelConsent, setOwnModelConsent } from './planner.consents.service.ts';
import { draftProgram, readBasis } from './planner.draft.service.ts';
import { draftMealPlan, readMealBasis } from './planner.mealdraft.service.ts';
import {
  dismissMealDraft,
  getMealProvenance,
  getMealRecord,
  openMealDraft,
  saveMealDraft,
} from './planner.meals.service.ts';
import type { Ask } from './planner.model.service.ts';
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
async function* withFailuresLogged<Event>(
  events: AsyncGenerator<Event, void, void>,
  { services, requestId }: RequestContext,
): AsyncGenerator<Event, void, void> {
  try {
    yield* events;
  } catch (error) {
    services.log.error({ err: error, requestId }, 'drafting failed');
    throw error;
  }
}

type Asking = {
  services: Services;
  scope: CoachScope;
  clientId: string | null;
  isOverDaily: boolean;
  signal: AbortSignal | undefined;
};

/** Asks the model for a draft. The client's consent is read before each call, so that a withdrawal counts at once. */
const asking = ({ services, scope, clientId, isOverDaily, signal }: Asking): Ask => {
  const isAllowed = async () =>
    clientId === null || (await services.db.readAtOnce(scope, (tx) => hasModelConsent(tx, clientId)));
  return async (question) => {
    if (services.model && !(await isAllowed())) return { outcome: 'no_consent' };
    if (isOverDaily) return { outcome: 'daily_limit' };
    return askModel(services, scope, { ...question, purpose: 'planner', signal });
  };
};

/** Counts a new draft against the coach's limits. @returns whether those of the day with a model are used up */
async function takeDraft(services: Services, { id, plan }: { id: string; plan: Plan }): Promise<boolean> {
  const { limiter, model } = services;
  if (!model) return false;
  await requireRate(limiter, `model-drafts:${id}`, MODEL_LIMIT);
  return !(await takeDailyDraft(services, id, plan));
}

const { planner } = coachProcedure;
const ofClient = clientProcedure.planner;

const mealProcedures = {
  getMealRecord: planner.getMealRecord.handler(({ context: { scope, db, now, actor }, input }) => {
    const request = { units: actor.unitSystem, now, prescribes: mayPrescribe(actor) };
    return db.read(scope, (tx) => getMealRecord(tx, input.clientId, request));
  }),

  draftMealPlan: planner.draftMealPlan.handler(async ({ context, input, signal }) => {
    const { scope, db, actor, coach, services, now } = context;
    requirePrescribing(actor);
    await requireRate(services.limiter, `drafts:${coach.id}`, DRAFT_LIMIT);
    const request = { units: actor.unitSystem, now, prescribes: true };
    const basis = await db.read(scope, (tx) => readMealBasis(tx, input, request));
    const isOverDaily = !basis.stored && (await takeDraft(services, { id: coach.id, plan: actor.plan.plan }));
    const events = draftMealPlan(input, basis, {
      ask: asking({ services, scope, clientId: input.clientId, isOverDaily, signal }),
      model: services.model?.name ?? null,
      now: services.now,
      signal,
      save: (draft) => db.write(scope, (tx) => saveMealDraft(tx, draft)),
    });
    return withFailuresLogged(events, context);
  }),

  openMealDraft: planner.openMealDraft.handler(async ({ context: { scope, db, now, actor }, input, errors }) => {
    requirePrescribing(actor);
    return { planId: await db.write(scope, (tx) => openMealDraft(tx, input.draftId, now), errors) };
  }),

  dismissMealDraft: planner.dismissMealDraft.handler(async ({ context: { scope, db }, input: { draftId } }) => {
    await db.write(scope, (tx) => dismissMealDraft(tx, draftId));
    return { draftId };
  }),

  getMealProvenance: planner.getMealProvenance.handler(async ({ context: { scope, db }, input }) => ({
    provenance: await db.read(scope, (tx) => getMealProvenance(tx, input.planId)),
  })),
};

const consentProcedures = {
  getOwnModelConsent: ofClient.getOwnModelConsent.handler(({ context: { scope, db } }) =>
    db.readAtOnce(scope, getOwnModelConsent),
  ),

  setOwnModelConsent: ofClient.setOwnModelConsent.handler(({ context: { scope, db, now }, input }) =>
    db.write(scope, (tx) => setOwnModelConsent(tx, input.allowed, now)),
  ),
};

export const plannerProcedures = {
  ...mealProcedures,
  ...consentProcedures,

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
    await requireRate(services.limiter, `drafts:${coach.id}`, DRAFT_LIMIT);
    const basis = await db.read(scope, (tx) => readBasis(tx, input, context.now));
    const isOverDaily = !basis.stored && (await takeDraft(services, { id: coach.id, plan: actor.plan.plan }));
    const events = draftProgram(input, basis, {
      ask: asking({ services, scope, clientId: input.clientId, isOverDaily, signal }),
      model: services.model?.name ?? null,
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
