import { ORPCError } from '@orpc/server';
import { os } from '../../core/procedures.ts';
import { requireClient, requireCoach, requireUser } from '../../core/tenancy/access.ts';
import type { Actor } from '../../core/tenancy/actor.ts';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import {
  deleteCheckInDraft,
  listDrafts,
  readDraft,
  readHistory,
  saveDraft,
  sendCheckIn,
} from './checkins.own.service.ts';
import { listDueClients, readPlan, setPlan } from './checkins.plan.service.ts';
import { keepQuickReplies, listCheckInsToReview, readReview, reviewCheckIn } from './checkins.review.service.ts';
import { listCheckIns, logCheckIn, readClientForm, readFormFor, readOwnCheckIns } from './checkins.service.ts';
import { listTemplates, saveTemplate, setTemplate } from './checkins.templates.service.ts';

const isWritingClient = (status: string) => status === 'active' || status === 'paused';

/**
 * The client who may write to the coach whom something was written for.
 * @throws FORBIDDEN once the coaching has ended, NOT_FOUND when the coach is another one by now.
 */
function requireWriter(actor: Actor | null, writtenFor: string | undefined): ClientScope {
  const { relationship, scope } = requireClient(actor);
  if (writtenFor !== undefined && writtenFor !== scope.coachId) {
    throw new ORPCError('NOT_FOUND', { message: 'This was written for a coach whom you do not train with now.' });
  }
  if (!isWritingClient(relationship.status)) {
    throw new ORPCError('FORBIDDEN', { message: 'You are not working together at the moment.' });
  }
  return scope;
}

export const checkinsProcedures = {
  getCheckInForm: os.checkins.getCheckInForm.handler(async ({ context }) => {
    const { relationship, scope } = requireClient(await context.actor());
    const { db, now } = context.services;
    const [own, form, draft] = await db.readAtOnce(scope, (tx) =>
      Promise.all([readOwnCheckIns(tx, now(), 1), readFormFor(tx, scope.clientId), readDraft(tx)]),
    );
    const { today, status, checkIns, readOnly } = own;
    return { coachName: relationship.coachName, today, status, last: checkIns[0] ?? null, form, draft, readOnly };
  }),

  submitCheckIn: os.checkins.submitCheckIn.handler(async ({ context, input, errors }) => {
    const { coachId, ...checkIn } = input;
    const scope = requireWriter(await context.actor(), coachId);
    const { db, now } = context.services;
    return db.write(scope, async (tx) => {
      const result = await sendCheckIn(tx, checkIn, now());
      if (result.kind === 'stored') return result.checkIn;
      if (result.kind === 'newer') throw errors.DRAFT_NEWER({ data: { draft: result.draft } });
      if (result.kind === 'sent_before') throw errors.SENT_BEFORE();
      if (result.kind === 'not_covered') throw errors.COACH_PLAN_FULL();
      // Thrown inside, so that nothing of a check-in without its photos stays.
      if (result.kind === 'invalid') throw errors.ANSWERS_INVALID({ data: { problems: result.problems } });
      throw errors.NOT_FOUND();
    });
  }),

  saveCheckInDraft: os.checkins.saveCheckInDraft.handler(async ({ context, input, errors }) => {
    const { coachId, ...draft } = input;
    const scope = requireWriter(await context.actor(), coachId);
    const { db, now } = context.services;
    const result = await db.write(scope, (tx) => saveDraft(tx, draft, now()));
    if (result.kind === 'newer') throw errors.DRAFT_NEWER({ data: { draft: result.draft } });
    return { savedAt: result.savedAt };
  }),

  listOwnDrafts: os.checkins.listOwnDrafts.handler(async ({ context }) => {
    const { scope } = requireUser(await context.actor());
    return { drafts: await context.services.db.readAtOnce(scope, listDrafts) };
  }),

  deleteCheckInDraft: os.checkins.deleteCheckInDraft.handler(async ({ context, input: { draftId } }) => {
    const { scope } = requireUser(await context.actor());
    await context.services.db.write(scope, (tx) => deleteCheckInDraft(tx, draftId));
    return { draftId };
  }),

  listOwnCheckIns: os.checkins.listOwnCheckIns.handler(async ({ context }) => {
    const { scope } = requireClient(await context.actor());
    const { db, now } = context.services;
    return db.readAtOnce(scope, (tx) => readHistory(tx, now()));
  }),

  listCheckIns: os.checkins.listCheckIns.handler(async ({ context, input }) => {
    const { scope } = requireCoach(await context.actor(), input.coachId);
    return context.services.db.readAtOnce(scope, (tx) => listCheckIns(tx, input.clientId));
  }),

  getClientCheckInForm: os.checkins.getClientCheckInForm.handler(async ({ context, input, errors }) => {
    const { scope } = requireCoach(await context.actor(), input.coachId);
    const { db, now } = context.services;
    const found = await db.readAtOnce(scope, (tx) => readClientForm(tx, input.clientId, now()));
    if (!found) throw errors.NOT_FOUND();
    return found;
  }),

  logCheckIn: os.checkins.logCheckIn.handler(async ({ context, input, errors }) => {
    const { scope } = requireCoach(await context.actor(), input.coachId);
    const { db, now } = context.services;
    return db.write(scope, async (tx) => {
      const result = await logCheckIn(tx, input, now());
      if (result.kind === 'stored') return result.checkIn;
      // Thrown inside, so that nothing of a check-in without its photos stays.
      if (result.kind === 'invalid') throw errors.ANSWERS_INVALID({ data: { problems: result.problems } });
      if (result.kind === 'ahead') throw errors.DAY_AHEAD();
      if (result.kind === 'not_current') throw errors.NOT_A_CLIENT();
      throw errors.NOT_FOUND();
    });
  }),

  listDueClients: os.checkins.listDueClients.handler(async ({ context, input }) => {
    const { scope } = requireCoach(await context.actor(), input.coachId);
    const { db, now } = context.services;
    return { clients: await db.readAtOnce(scope, (tx) => listDueClients(tx, input.q, now())) };
  }),

  listTemplates: os.checkins.listTemplates.handler(async ({ context, input }) => {
    const { scope } = requireCoach(await context.actor(), input.coachId);
    return { templates: await context.services.db.readAtOnce(scope, listTemplates) };
  }),

  saveTemplate: os.checkins.saveTemplate.handler(async ({ context, input, errors }) => {
    const { scope } = requireCoach(await context.actor(), input.coachId);
    const result = await context.services.db.write(scope, (tx) => saveTemplate(tx, input));
    if (result.kind === 'saved') return result.template;
    if (result.kind === 'changed') throw errors.TEMPLATE_CHANGED();
    if (result.kind === 'too_many') throw errors.TOO_MANY_TEMPLATES();
    throw errors.NOT_FOUND();
  }),

  updateTemplate: os.checkins.updateTemplate.handler(async ({ context, input, errors }) => {
    const { scope } = requireCoach(await context.actor(), input.coachId);
    const result = await context.services.db.write(scope, (tx) => setTemplate(tx, input.templateId, input));
    if (result.kind === 'saved') return result.template;
    if (result.kind === 'archived') throw errors.TEMPLATE_ARCHIVED();
    throw errors.NOT_FOUND();
  }),

  getCheckInPlan: os.checkins.getCheckInPlan.handler(async ({ context, input, errors }) => {
    const { scope } = requireCoach(await context.actor(), input.coachId);
    const { db, now } = context.services;
    const plan = await db.readAtOnce(scope, (tx) => readPlan(tx, input.clientId, now()));
    if (!plan) throw errors.NOT_FOUND();
    return plan;
  }),

  setCheckInPlan: os.checkins.setCheckInPlan.handler(async ({ context, input, errors }) => {
    const { scope } = requireCoach(await context.actor(), input.coachId);
    const result = await context.services.db.write(scope, (tx) => setPlan(tx, input));
    if (result === 'unknown') throw errors.NOT_FOUND();
    if (result === 'not_accepted') throw errors.NOT_A_CLIENT();
    return { clientId: input.clientId };
  }),

  listCheckInsToReview: os.checkins.listCheckInsToReview.handler(async ({ context, input }) => {
    const { scope } = requireCoach(await context.actor(), input.coachId);
    const { db, now } = context.services;
    return db.readAtOnce(scope, (tx) => listCheckInsToReview(tx, now()));
  }),

  getReview: os.checkins.getReview.handler(async ({ context, input, errors }) => {
    const { scope } = requireCoach(await context.actor(), input.coachId);
    const { db, now } = context.services;
    const review = await db.readAtOnce(scope, (tx) => readReview(tx, input.checkInId, now()));
    if (!review) throw errors.NOT_FOUND();
    return review;
  }),

  reviewCheckIn: os.checkins.reviewCheckIn.handler(async ({ context, input, errors }) => {
    const { scope } = requireCoach(await context.actor(), input.coachId);
    const { db, now } = context.services;
    const work = async (tx: Tx<CoachScope, 'CONVERSATION_CLOSED'>) => {
      const result = await reviewCheckIn(tx, input, now());
      if (result.kind === 'unknown') throw errors.NOT_FOUND();
      return { id: input.checkInId, reviewedAt: result.reviewedAt };
    };
    return db.write(scope, work, errors);
  }),

  saveQuickReplies: os.checkins.saveQuickReplies.handler(async ({ context, input }) => {
    const { scope } = requireCoach(await context.actor(), input.coachId);
    await context.services.db.write(scope, (tx) => keepQuickReplies(tx, input.quickReplies));
    return { quickReplies: input.quickReplies };
  }),
};
