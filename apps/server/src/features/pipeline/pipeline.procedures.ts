import { dayInZone } from '@stridewell/contract/time';
import { requireRate } from '../../core/limits.ts';
import { type CoachContext, coachProcedure } from '../../core/procedures.ts';
import { refuse } from '../../core/refusals.ts';
import type { RateLimit } from '../../platform/rate-limits/rate-limits.ts';
import { getLeadForm, saveLeadForm } from './pipeline.capture.service.ts';
import { importLeads, undoImport } from './pipeline.import.service.ts';
import { getBoard, isCursorOf, listLeads } from './pipeline.list.service.ts';
import { createLead, deleteLead, editLead, getLead, mergeLead, moveLead } from './pipeline.service.ts';
import { convertLead, deleteLeadTask, mailLead, saveLeadTask } from './pipeline.work.service.ts';

/** Mails of one coach to leads, who have not asked for many. */
const MAIL_LIMIT: RateLimit = { windowSeconds: 86_400, max: 100 };

const clockOf = ({ now, coach: { timeZone, currency } }: CoachContext) => ({ now, timeZone, currency });
const dayOf = ({ now, coach }: CoachContext) => dayInZone(now, coach.timeZone);

const { pipeline } = coachProcedure;

export const pipelineProcedures = {
  getBoard: pipeline.getBoard.handler(async ({ context, input }) => {
    const { scope, db, coach } = context;
    const columns = await db.readAtOnce(scope, (tx) => getBoard(tx, input.q));
    return { columns, today: dayOf(context), currency: coach.currency };
  }),

  listLeads: pipeline.listLeads.handler(async ({ context, input }) => {
    const { scope, db } = context;
    const { coachId: _, ...selection } = input;
    if (selection.cursor !== undefined && !isCursorOf(selection.sort, selection.cursor)) {
      throw refuse('BAD_REQUEST', { message: 'This page of the list does not exist.' });
    }
    const page = await db.readAtOnce(scope, (tx) => listLeads(tx, selection));
    return { ...page, today: dayOf(context) };
  }),

  getLeadForm: pipeline.getLeadForm.handler(async ({ context: { scope, db, services } }) => ({
    ...(await db.readAtOnce(scope, getLeadForm)),
    appUrl: await services.hosts.addressOf(scope.coachId),
  })),

  saveLeadForm: pipeline.saveLeadForm.handler(({ context: { scope, db }, input, errors }) => {
    const { coachId: _, ...form } = input;
    return db.write(scope, (tx) => saveLeadForm(tx, form), errors);
  }),

  getLead: pipeline.getLead.handler(({ context, input }) => {
    const { scope, db } = context;
    const clock = clockOf(context);
    return db.read(scope, (tx) => getLead(tx, input.leadId, clock));
  }),

  createLead: pipeline.createLead.handler(({ context, input, errors }) => {
    const { scope, db } = context;
    const clock = clockOf(context);
    return db.write(scope, (tx) => createLead(tx, input, clock), errors);
  }),

  importLeads: pipeline.importLeads.handler(({ context, input, errors }) => {
    const { scope, db } = context;
    const clock = clockOf(context);
    return db.write(scope, (tx) => importLeads(tx, input, clock), errors);
  }),

  undoImport: pipeline.undoImport.handler(async ({ context: { scope, db }, input }) => ({
    deleted: await db.write(scope, (tx) => undoImport(tx, input.importId)),
  })),

  updateLead: pipeline.updateLead.handler(({ context, input, errors }) => {
    const { scope, db } = context;
    const clock = clockOf(context);
    return db.write(scope, (tx) => editLead(tx, input, clock), errors);
  }),

  moveLead: pipeline.moveLead.handler(({ context: { scope, db, now }, input, errors }) =>
    db.write(scope, (tx) => moveLead(tx, input, now), errors),
  ),

  deleteLead: pipeline.deleteLead.handler(async ({ context: { scope, db }, input }) => {
    await db.write(scope, (tx) => deleteLead(tx, input.leadId));
    return { leadId: input.leadId };
  }),

  mergeLead: pipeline.mergeLead.handler(({ context: { scope, db, now }, input, errors }) =>
    db.write(scope, (tx) => mergeLead(tx, input, now), errors),
  ),

  saveLeadTask: pipeline.saveLeadTask.handler(({ context: { scope, db, now }, input, errors }) =>
    db.write(scope, (tx) => saveLeadTask(tx, input, now), errors),
  ),

  deleteLeadTask: pipeline.deleteLeadTask.handler(async ({ context: { scope, db }, input }) => {
    await db.write(scope, (tx) => deleteLeadTask(tx, input));
    return { taskId: input.taskId };
  }),

  mailLead: pipeline.mailLead.handler(async ({ context, input, errors }) => {
    const { scope, db, services, actor, coach } = context;
    await requireRate(services.limiter, `lead_mails:${coach.id}`, MAIL_LIMIT);
    const sender = { ...clockOf(context), coachName: coach.fullName, coachEmail: actor.email };
    await db.write(scope, (tx) => mailLead(tx, services.mailer, input, sender), errors);
    return { mailId: input.mailId };
  }),

  convertLead: pipeline.convertLead.handler(async ({ context, input, errors }) => {
    const { scope, db, services, actor, coach } = context;
    const address = await services.hosts.addressOf(coach.id);
    const linking = { ...clockOf(context), plan: actor.plan.plan, coachName: coach.fullName, address };
    return db.write(scope, (tx) => convertLead(tx, services, input, linking), errors);
  }),
};
