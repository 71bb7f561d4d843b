import { clientProcedure, coachProcedure, personProcedure } from '../../core/procedures.ts';
import { correctCheckIn } from './checkins.correct.service.ts';
import { selectOwnDrafts } from './checkins.drafts.data.ts';
import { deleteCheckInDraft, getCheckInForm, listOwnCheckIns, saveCheckInDraft } from './checkins.drafts.service.ts';
import { assignForm, getCheckInPlan, listDueClients, setCheckInPlan } from './checkins.plan.service.ts';
import { getReview, listCheckInsToReview, reviewCheckIn, saveQuickReplies } from './checkins.review.service.ts';
import { getClientCheckInForm, listCheckIns } from './checkins.service.ts';
import { logCheckIn, submitCheckIn } from './checkins.submit.service.ts';
import { selectTemplates } from './checkins.templates.data.ts';
import { saveTemplate, updateTemplate } from './checkins.templates.service.ts';

const ofClient = clientProcedure.checkins;
const ofPerson = personProcedure.checkins;
const ofCoach = coachProcedure.checkins;

export const checkinsProcedures = {
  getCheckInForm: ofClient.getCheckInForm.handler(async ({ context: { scope, db, now, relationship } }) => {
    const form = await db.readAtOnce(scope, (tx) => getCheckInForm(tx, now));
    return { coachName: relationship.coachName, ...form };
  }),

  submitCheckIn: ofClient.submitCheckIn.handler(({ context: { scope, db, now }, input, errors }) => {
    const { coachId: _, ...checkIn } = input;
    return db.write(scope, (tx) => submitCheckIn(tx, checkIn, now), errors);
  }),

  correctCheckIn: ofClient.correctCheckIn.handler(({ context: { scope, db, now }, input, errors }) =>
    db.write(scope, (tx) => correctCheckIn(tx, input, now), errors),
  ),

  saveCheckInDraft: ofClient.saveCheckInDraft.handler(({ context: { scope, db, now }, input, errors }) => {
    const { coachId: _, ...draft } = input;
    return db.write(scope, (tx) => saveCheckInDraft(tx, draft, now), errors);
  }),

  listOwnDrafts: ofPerson.listOwnDrafts.handler(async ({ context: { scope, db } }) => ({
    drafts: await db.readAtOnce(scope, selectOwnDrafts),
  })),

  deleteCheckInDraft: ofPerson.deleteCheckInDraft.handler(async ({ context: { scope, db }, input: { draftId } }) => {
    await db.write(scope, (tx) => deleteCheckInDraft(tx, draftId));
    return { draftId };
  }),

  listOwnCheckIns: ofClient.listOwnCheckIns.handler(({ context: { scope, db, now } }) =>
    db.readAtOnce(scope, (tx) => listOwnCheckIns(tx, now)),
  ),

  listCheckIns: ofCoach.listCheckIns.handler(({ context: { scope, db }, input }) =>
    db.readAtOnce(scope, (tx) => listCheckIns(tx, input.clientId)),
  ),

  getClientCheckInForm: ofCoach.getClientCheckInForm.handler(({ context: { scope, db, now }, input }) =>
    db.readAtOnce(scope, (tx) => getClientCheckInForm(tx, input.clientId, now)),
  ),

  logCheckIn: ofCoach.logCheckIn.handler(({ context: { scope, db, now }, input, errors }) =>
    db.write(scope, (tx) => logCheckIn(tx, input, now), errors),
  ),

  listDueClients: ofCoach.listDueClients.handler(async ({ context: { scope, db, now }, input }) => ({
    clients: await db.readAtOnce(scope, (tx) => listDueClients(tx, input.q, now)),
  })),

  listTemplates: ofCoach.listTemplates.handler(async ({ context: { scope, db } }) => ({
    templates: await db.readAtOnce(scope, selectTemplates),
  })),

  saveTemplate: ofCoach.saveTemplate.handler(({ context: { scope, db }, input, errors }) =>
    db.write(scope, (tx) => saveTemplate(tx, input), errors),
  ),

  updateTemplate: ofCoach.updateTemplate.handler(({ context: { scope, db }, input, errors }) =>
    db.write(scope, (tx) => updateTemplate(tx, input.templateId, input), errors),
  ),

  getCheckInPlan: ofCoach.getCheckInPlan.handler(({ context: { scope, db, now }, input }) =>
    db.readAtOnce(scope, (tx) => getCheckInPlan(tx, input.clientId, now)),
  ),

  setCheckInPlan: ofCoach.setCheckInPlan.handler(async ({ context: { scope, db, now }, input, errors }) => {
    await db.write(scope, (tx) => setCheckInPlan(tx, input, now), errors);
    return { clientId: input.clientId };
  }),

  assignForm: ofCoach.assignForm.handler(async ({ context: { scope, db }, input }) => ({
    results: await db.write(scope, (tx) => assignForm(tx, input)),
  })),

  listCheckInsToReview: ofCoach.listCheckInsToReview.handler(({ context: { scope, db, now } }) =>
    db.readAtOnce(scope, (tx) => listCheckInsToReview(tx, now)),
  ),

  getReview: ofCoach.getReview.handler(({ context: { scope, db, now }, input }) =>
    db.readAtOnce(scope, (tx) => getReview(tx, input.checkInId, now)),
  ),

  reviewCheckIn: ofCoach.reviewCheckIn.handler(({ context: { scope, db, now }, input, errors }) =>
    db.write(scope, (tx) => reviewCheckIn(tx, input, now), errors),
  ),

  saveQuickReplies: ofCoach.saveQuickReplies.handler(async ({ context: { scope, db }, input: { quickReplies } }) => {
    await db.write(scope, (tx) => saveQuickReplies(tx, quickReplies));
    return { quickReplies };
  }),
};
