import { os } from '../../core/procedures.ts';
import { requireClient, requireCoach, requireUser, requireWriter } from '../../core/tenancy/access.ts';
import { correctCheckIn } from './checkins.correct.service.ts';
import { selectOwnDrafts } from './checkins.drafts.data.ts';
import { deleteCheckInDraft, getCheckInForm, listOwnCheckIns, saveCheckInDraft } from './checkins.drafts.service.ts';
import { assignForm, getCheckInPlan, listDueClients, setCheckInPlan } from './checkins.plan.service.ts';
import { getReview, listCheckInsToReview, reviewCheckIn, saveQuickReplies } from './checkins.review.service.ts';
import { getClientCheckInForm, listCheckIns } from './checkins.service.ts';
import { logCheckIn, submitCheckIn } from './checkins.submit.service.ts';
import { selectTemplates } from './checkins.templates.data.ts';
import { saveTemplate, updateTemplate } from './checkins.templates.service.ts';

export const checkinsProcedures = {
  getCheckInForm: os.checkins.getCheckInForm.handler(async ({ context }) => {
    const { relationship, scope } = requireClient(await context.findActor());
    const { db, now } = context.services;
    const form = await db.readAtOnce(scope, (tx) => getCheckInForm(tx, now()));
    return { coachName: relationship.coachName, ...form };
  }),

  submitCheckIn: os.checkins.submitCheckIn.handler(async ({ context, input, errors }) => {
    const { coachId, ...checkIn } = input;
    const scope = requireWriter(await context.findActor(), coachId);
    const { db, now } = context.services;
    return db.write(scope, (tx) => submitCheckIn(tx, checkIn, now()), errors);
  }),

  correctCheckIn: os.checkins.correctCheckIn.handler(async ({ context, input, errors }) => {
    const scope = requireWriter(await context.findActor(), undefined);
    const { db, now } = context.services;
    return db.write(scope, (tx) => correctCheckIn(tx, input, now()), errors);
  }),

  saveCheckInDraft: os.checkins.saveCheckInDraft.handler(async ({ context, input, errors }) => {
    const { coachId, ...draft } = input;
    const scope = requireWriter(await context.findActor(), coachId);
    const { db, now } = context.services;
    return db.write(scope, (tx) => saveCheckInDraft(tx, draft, now()), errors);
  }),

  listOwnDrafts: os.checkins.listOwnDrafts.handler(async ({ context }) => {
    const { scope } = requireUser(await context.findActor());
    return { drafts: await context.services.db.readAtOnce(scope, selectOwnDrafts) };
  }),

  deleteCheckInDraft: os.checkins.deleteCheckInDraft.handler(async ({ context, input: { draftId } }) => {
    const { scope } = requireUser(await context.findActor());
    await context.services.db.write(scope, (tx) => deleteCheckInDraft(tx, draftId));
    return { draftId };
  }),

  listOwnCheckIns: os.checkins.listOwnCheckIns.handler(async ({ context }) => {
    const { scope } = requireClient(await context.findActor());
    const { db, now } = context.services;
    return db.readAtOnce(scope, (tx) => listOwnCheckIns(tx, now()));
  }),

  listCheckIns: os.checkins.listCheckIns.handler(async ({ context, input }) => {
    const { scope } = requireCoach(await context.findActor(), input.coachId);
    return context.services.db.readAtOnce(scope, (tx) => listCheckIns(tx, input.clientId));
  }),

  getClientCheckInForm: os.checkins.getClientCheckInForm.handler(async ({ context, input }) => {
    const { scope } = requireCoach(await context.findActor(), input.coachId);
    const { db, now } = context.services;
    return db.readAtOnce(scope, (tx) => getClientCheckInForm(tx, input.clientId, now()));
  }),

  logCheckIn: os.checkins.logCheckIn.handler(async ({ context, input, errors }) => {
    const { scope } = requireCoach(await context.findActor(), input.coachId);
    const { db, now } = context.services;
    return db.write(scope, (tx) => logCheckIn(tx, input, now()), errors);
  }),

  listDueClients: os.checkins.listDueClients.handler(async ({ context, input }) => {
    const { scope } = requireCoach(await context.findActor(), input.coachId);
    const { db, now } = context.services;
    return { clients: await db.readAtOnce(scope, (tx) => listDueClients(tx, input.q, now())) };
  }),

  listTemplates: os.checkins.listTemplates.handler(async ({ context, input }) => {
    const { scope } = requireCoach(await context.findActor(), input.coachId);
    return { templates: await context.services.db.readAtOnce(scope, selectTemplates) };
  }),

  saveTemplate: os.checkins.saveTemplate.handler(async ({ context, input, errors }) => {
    const { scope } = requireCoach(await context.findActor(), input.coachId);
    return context.services.db.write(scope, (tx) => saveTemplate(tx, input), errors);
  }),

  updateTemplate: os.checkins.updateTemplate.handler(async ({ context, input, errors }) => {
    const { scope } = requireCoach(await context.findActor(), input.coachId);
    return context.services.db.write(scope, (tx) => updateTemplate(tx, input.templateId, input), errors);
  }),

  getCheckInPlan: os.checkins.getCheckInPlan.handler(async ({ context, input }) => {
    const { scope } = requireCoach(await context.findActor(), input.coachId);
    const { db, now } = context.services;
    return db.readAtOnce(scope, (tx) => getCheckInPlan(tx, input.clientId, now()));
  }),

  setCheckInPlan: os.checkins.setCheckInPlan.handler(async ({ context, input, errors }) => {
    const { scope } = requireCoach(await context.findActor(), input.coachId);
    const { db, now } = context.services;
    await db.write(scope, (tx) => setCheckInPlan(tx, input, now()), errors);
    return { clientId: input.clientId };
  }),

  assignForm: os.checkins.assignForm.handler(async ({ context, input }) => {
    const { scope } = requireCoach(await context.findActor(), input.coachId);
    return { results: await context.services.db.write(scope, (tx) => assignForm(tx, input)) };
  }),

  listCheckInsToReview: os.checkins.listCheckInsToReview.handler(async ({ context, input }) => {
    const { scope } = requireCoach(await context.findActor(), input.coachId);
    const { db, now } = context.services;
    return db.readAtOnce(scope, (tx) => listCheckInsToReview(tx, now()));
  }),

  getReview: os.checkins.getReview.handler(async ({ context, input }) => {
    const { scope } = requireCoach(await context.findActor(), input.coachId);
    const { db, now } = context.services;
    return db.readAtOnce(scope, (tx) => getReview(tx, input.checkInId, now()));
  }),

  reviewCheckIn: os.checkins.reviewCheckIn.handler(async ({ context, input, errors }) => {
    const { scope } = requireCoach(await context.findActor(), input.coachId);
    const { db, now } = context.services;
    return db.write(scope, (tx) => reviewCheckIn(tx, input, now()), errors);
  }),

  saveQuickReplies: os.checkins.saveQuickReplies.handler(async ({ context, input: { coachId, quickReplies } }) => {
    const { scope } = requireCoach(await context.findActor(), coachId);
    await context.services.db.write(scope, (tx) => saveQuickReplies(tx, quickReplies));
    return { quickReplies };
  }),
};
