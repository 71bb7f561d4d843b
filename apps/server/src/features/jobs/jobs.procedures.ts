import { operatorProcedure } from '../../core/procedures.ts';
import { listWebhooks, replayWebhook } from '../billing/billing.webhooks.service.ts';
import { listAlerts, setAlertThreshold } from './jobs.alerts.service.ts';
import { discardMail, listMails, sendMailAgain } from './jobs.mails.service.ts';
import { discardJobs, listFailedJobs, listQueues, retryJobs } from './jobs.queues.service.ts';

const { jobs } = operatorProcedure;

export const jobsProcedures = {
  listQueues: jobs.listQueues.handler(async ({ context: { services } }) => ({
    queues: await listQueues(services.queue),
  })),

  listFailedJobs: jobs.listFailedJobs.handler(({ context: { services }, input }) =>
    listFailedJobs(services.queue, input),
  ),

  retryJobs: jobs.retryJobs.handler(async ({ context: { scope, db, services }, input }) => ({
    count: await db.write(scope, (tx) => retryJobs(tx, services.queue, input)),
  })),

  discardJobs: jobs.discardJobs.handler(async ({ context: { scope, db, services }, input }) => ({
    count: await db.write(scope, (tx) => discardJobs(tx, services.queue, input)),
  })),

  listMails: jobs.listMails.handler(({ context: { db }, input }) => listMails(db, input)),

  sendMailAgain: jobs.sendMailAgain.handler(async ({ context: { scope, db, services }, input, errors }) => {
    await db.write(scope, (tx) => sendMailAgain(tx, services.queue, input.mailId), errors);
    return { done: true };
  }),

  discardMail: jobs.discardMail.handler(async ({ context: { scope, db }, input, errors }) => {
    await db.write(scope, (tx) => discardMail(tx, input.mailId), errors);
    return { done: true };
  }),

  listAlerts: jobs.listAlerts.handler(async ({ context: { scope, db } }) => ({
    alerts: await db.readAtOnce(scope, listAlerts),
  })),

  setAlertThreshold: jobs.setAlertThreshold.handler(async ({ context: { scope, db }, input, errors }) => {
    await db.write(scope, (tx) => setAlertThreshold(tx, input), errors);
    return { done: true };
  }),

  listWebhooks: jobs.listWebhooks.handler(({ context: { db }, input }) => listWebhooks(db, input)),

  replayWebhook: jobs.replayWebhook.handler(async ({ context: { scope, db, services }, input, errors }) => {
    await db.write(scope, (tx) => replayWebhook(tx, services.queue, input.webhookId), errors);
    return { done: true };
  }),
};
