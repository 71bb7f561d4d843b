import { dayInZone } from '@stridewell/contract/time';
import { requireRate } from '../../core/limits.ts';
import { os } from '../../core/procedures.ts';
import { refuse } from '../../core/refusals.ts';
import type { Services } from '../../core/services.ts';
import { type ActiveCoach, requireCoach, requireVerifiedEmail } from '../../core/tenancy/access.ts';
import type { RateLimit } from '../../platform/rate-limits/rate-limits.ts';
import { getLeadForm, saveLeadForm } from './pipeline.capture.service.ts';
import { importLeads, undoImport } from './pipeline.import.service.ts';
import { getBoard, isCursorOf, listLeads } from './pipeline.list.service.ts';
import { createLead, deleteLead, editLead, getLead, mergeLead, moveLead } from './pipeline.service.ts';
import { convertLead, deleteLeadTask, mailLead, saveLeadTask } from './pipeline.work.service.ts';

/** Mails of one coach to leads, who have not asked for many. */
const MAIL_LIMIT: RateLimit = { windowSeconds: 86_400, max: 100 };

const clockOf = ({ coach: { timeZone, currency } }: ActiveCoach, { now }: Services) => ({
  now: now(),
  timeZone,
  currency,
});
const todayOf = ({ coach }: ActiveCoach, { now }: Services) => dayInZone(now(), coach.timeZone);

export const pipelineProcedures = {
  getBoard: os.pipeline.getBoard.handler(async ({ context, input }) => {
    const active = requireCoach(await context.findActor(), input.coachId);
    const { db } = context.services;
    const columns = await db.readAtOnce(active.scope, (tx) => getBoard(tx, input.q));
    return { columns, today: todayOf(active, context.services), currency: active.coach.currency };
  }),

  listLeads: os.pipeline.listLeads.handler(async ({ context, input }) => {
    const active = requireCoach(await context.findActor(), input.coachId);
    const { db } = context.services;
    const { coachId: _, ...selection } = input;
    if (selection.cursor !== undefined && !isCursorOf(selection.sort, selection.cursor)) {
      throw refuse('BAD_REQUEST', { message: 'This page of the list does not exist.' });
    }
    const page = await db.readAtOnce(active.scope, (tx) => listLeads(tx, selection));
    return { ...page, today: todayOf(active, context.services) };
  }),

  getLeadForm: os.pipeline.getLeadForm.handler(async ({ context, input }) => {
    const { scope } = requireCoach(await context.findActor(), input.coachId);
    const { db, env } = context.services;
    return { ...(await db.readAtOnce(scope, getLeadForm)), appUrl: env.appUrl };
  }),

  saveLeadForm: os.pipeline.saveLeadForm.handler(async ({ context, input, errors }) => {
    const { scope } = requireCoach(await context.findActor(), input.coachId);
    const { coachId: _, ...form } = input;
    return context.services.db.write(scope, (tx) => saveLeadForm(tx, form), errors);
  }),

  getLead: os.pipeline.getLead.handler(async ({ context, input }) => {
    const active = requireCoach(await context.findActor(), input.coachId);
    const clock = clockOf(active, context.services);
    return context.services.db.read(active.scope, (tx) => getLead(tx, input.leadId, clock));
  }),

  createLead: os.pipeline.createLead.handler(async ({ context, input, errors }) => {
    const active = requireCoach(await context.findActor(), input.coachId);
    const clock = clockOf(active, context.services);
    return context.services.db.write(active.scope, (tx) => createLead(tx, input, clock), errors);
  }),

  importLeads: os.pipeline.importLeads.handler(async ({ context, input, errors }) => {
    const active = requireCoach(await context.findActor(), input.coachId);
    const clock = clockOf(active, context.services);
    return context.services.db.write(active.scope, (tx) => importLeads(tx, input, clock), errors);
  }),

  undoImport: os.pipeline.undoImport.handler(async ({ context, input }) => {
    const { scope } = requireCoach(await context.findActor(), input.coachId);
    return { deleted: await context.services.db.write(scope, (tx) => undoImport(tx, input.importId)) };
  }),

  updateLead: os.pipeline.updateLead.handler(async ({ context, input, errors }) => {
    const active = requireCoach(await context.findActor(), input.coachId);
    const clock = clockOf(active, context.services);
    return context.services.db.write(active.scope, (tx) => editLead(tx, input, clock), errors);
  }),

  moveLead: os.pipeline.moveLead.handler(async ({ context, input, errors }) => {
    const { scope } = requireCoach(await context.findActor(), input.coachId);
    const { db, now } = context.services;
    return db.write(scope, (tx) => moveLead(tx, input, now()), errors);
  }),

  deleteLead: os.pipeline.deleteLead.handler(async ({ context, input }) => {
    const { scope } = requireCoach(await context.findActor(), input.coachId);
    await context.services.db.write(scope, (tx) => deleteLead(tx, input.leadId));
    return { leadId: input.leadId };
  }),

  mergeLead: os.pipeline.mergeLead.handler(async ({ context, input, errors }) => {
    const { scope } = requireCoach(await context.findActor(), input.coachId);
    const { db, now } = context.services;
    return db.write(scope, (tx) => mergeLead(tx, input, now()), errors);
  }),

  saveLeadTask: os.pipeline.saveLeadTask.handler(async ({ context, input, errors }) => {
    const { scope } = requireCoach(await context.findActor(), input.coachId);
    const { db, now } = context.services;
    return db.write(scope, (tx) => saveLeadTask(tx, input, now()), errors);
  }),

  deleteLeadTask: os.pipeline.deleteLeadTask.handler(async ({ context, input }) => {
    const { scope } = requireCoach(await context.findActor(), input.coachId);
    await context.services.db.write(scope, (tx) => deleteLeadTask(tx, input));
    return { taskId: input.taskId };
  }),

  mailLead: os.pipeline.mailLead.handler(async ({ context, input, errors }) => {
    const active = requireCoach(await context.findActor(), input.coachId);
    const { actor, coach, scope } = active;
    requireVerifiedEmail(actor);
    const { services } = context;
    await requireRate(services.limiter, `lead_mails:${coach.id}`, MAIL_LIMIT);
    const sender = { ...clockOf(active, services), coachName: coach.fullName, coachEmail: actor.email };
    await services.db.write(scope, (tx) => mailLead(tx, services.mailer, input, sender), errors);
    return { mailId: input.mailId };
  }),

  convertLead: os.pipeline.convertLead.handler(async ({ context, input, errors }) => {
    const active = requireCoach(await context.findActor(), input.coachId);
    const { actor, coach, scope } = active;
    requireVerifiedEmail(actor);
    const { services } = context;
    const inviting = { ...clockOf(active, services), plan: actor.plan.plan, coachName: coach.fullName };
    return services.db.write(scope, (tx) => convertLead(tx, services, input, inviting), errors);
  }),
};
