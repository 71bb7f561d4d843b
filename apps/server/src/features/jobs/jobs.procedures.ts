import { os } from '../../core/procedures.ts';
import { requireOperator } from '../../core/tenancy/access.ts';
import { listWebhooks, replayWebhook } from '../billing/billing.webhooks.service.ts';
import { listAlerts, setAlertThreshold } from './jobs.alerts.service.ts';
import { discardMail, listMails, sendMailAgain } from './jobs.mails.service.ts';
import { discardJobs, listFailedJobs, listQueues, retryJobs } from './jobs.queues.service.ts';

export const jobsProcedures = {
  listQueues: os.jobs.listQueues.handler(async ({ context }) => {
    requireOperator(await context.findActor(), 'jobs');
    return { queues: await listQueues(context.services.queue) };
  }),

  listFailedJobs: os.jobs.listFailedJobs.handler(async ({ context, input }) => {
    requireOperator(await context.findActor(), 'jobs');
    return listFailedJobs(context.services.queue, input);
  }),

  retryJobs: os.jobs.retryJobs.handler(async ({ context, input }) => {
    const { scope } = requireOperator(await context.findActor(), 'jobs');
    const { db, queue } = context.services;
    return { count: await db.write(scope, (tx) => retryJobs(tx, queue, input)) };
  }),

  discardJobs: os.jobs.discardJobs.handler(async ({ context, input }) => {
    const { scope } = requireOperator(await context.findActor(), 'jobs');
    const { db, queue } = context.services;
    return { count: await db.write(scope, (tx) => discardJobs(tx, queue, input)) };
  }),

  listMails: os.jobs.listMails.handler(async ({ context, input }) => {
    requireOperator(await context.findActor(), 'jobs');
    return listMails(context.services.db, input);
  }),

  sendMailAgain: os.jobs.sendMailAgain.handler(async ({ context, input, errors }) => {
    const { scope } = requireOperator(await context.findActor(), 'jobs');
    const { db, queue } = context.services;
    await db.write(scope, (tx) => sendMailAgain(tx, queue, input.mailId), errors);
    return { done: true };
  }),

  discardMail: os.jobs.discardMail.handler(async ({ context, input, errors }) => {
    const { scope } = requireOperator(await context.findActor(), 'jobs');
    await context.services.db.write(scope, (tx) => discardMail(tx, input.mailId), errors);
    return { done: true };
  }),

  listAlerts: os.jobs.listAlerts.handler(async ({ context }) => {
    const { scope } = requireOperator(await context.findActor(), 'jobs');
    return { alerts: await context.services.db.readAtOnce(scope, listAlerts) };
  }),

  setAlertThreshold: os.jobs.setAlertThreshold.handler(async ({ context, input, errors }) => {
    const { scope } = requireOperator(await context.findActor(), 'jobs');
    await context.services.db.write(scope, (tx) => setAlertThreshold(tx, input), errors);
    return { done: true };
  }),

  listWebhooks: os.jobs.listWebhooks.handler(async ({ context, input }) => {
    requireOperator(await context.findActor(), 'jobs');
    return listWebhooks(context.services.db, input);
  }),

  replayWebhook: os.jobs.replayWebhook.handler(async ({ context, input, errors }) => {
    const { scope } = requireOperator(await context.findActor(), 'jobs');
    const { db, queue } = context.services;
    await db.write(scope, (tx) => replayWebhook(tx, queue, input.webhookId), errors);
    return { done: true };
  }),
};
