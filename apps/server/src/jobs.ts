import { handleEventInJob, handleEventJob } from './core/events/handlers.ts';
import { type Feature, handleJob, type JobHandler } from './core/feature.ts';
import { tellOperators } from './core/operator-events.ts';
import type { Services } from './core/services.ts';
import { features } from './features.ts';
import type { Tx } from './platform/db/database.ts';
import { deliverMail, type MailTransport, sendMailJob } from './platform/mail/mail.ts';
import type { QueueDefinition } from './platform/queue/migrate.ts';

const manifests: readonly Feature[] = features;
export const handlers: readonly JobHandler[] = [
  ...manifests.flatMap(({ jobs = [] }) => jobs),
  handleJob(handleEventJob, handleEventInJob),
];
export const mails = manifests.flatMap((feature) => feature.mails ?? []);

/** The queue of every job; the owner creates them when it migrates. */
export const queues: readonly QueueDefinition[] = [sendMailJob, ...handlers.map(({ job }) => job)].map(
  ({ queue }) => queue,
);

/** Runs the background jobs of all features in this process. */
export async function startJobs(services: Services, transport: MailTransport): Promise<void> {
  const { queue, db, log, seal, renderMail: render } = services;
  const onFailed = (tx: Tx) => tellOperators(tx, 'jobs');
  await queue.work(sendMailJob, (data, job) => deliverMail(data, job, { seal, transport, db, log, render, onFailed }));
  for (const { job, run } of handlers) await queue.work(job, (data, tried) => run(services, data as never, tried));
}
