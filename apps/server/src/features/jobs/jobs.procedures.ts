import { os } from '../../core/procedures.ts';
import { requireOperator } from '../../core/tenancy/access.ts';
import { discardJobs, listFailedJobs, listQueues, retryJobs } from './jobs.queues.service.ts';

export const jobsProcedures = {
  listQueues: os.jobs.listQueues.handler(async ({ context }) => {
    requireOperator(await context.actor(), 'jobs');
    return { queues: await listQueues(context.services.queue) };
  }),

  listFailedJobs: os.jobs.listFailedJobs.handler(async ({ context, input }) => {
    requireOperator(await context.actor(), 'jobs');
    return listFailedJobs(context.services.queue, input);
  }),

  retryJobs: os.jobs.retryJobs.handler(async ({ context, input }) => {
    const { scope } = requireOperator(await context.actor(), 'jobs');
    const { db, queue } = context.services;
    return { count: await db.write(scope, (tx) => retryJobs(tx, queue, input)) };
  }),

  discardJobs: os.jobs.discardJobs.handler(async ({ context, input }) => {
    const { scope } = requireOperator(await context.actor(), 'jobs');
    const { db, queue } = context.services;
    return { count: await db.write(scope, (tx) => discardJobs(tx, queue, input)) };
  }),
};
