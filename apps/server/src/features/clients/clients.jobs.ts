import { z } from 'zod';
import { defineQueue, type Job, type Queue } from '../../platform/queue/queue.ts';
import { type LabelDeps, renewEngagement } from './clients.labels.service.ts';

/** Every minute, because a new check-in may change a label. */
export const renewEngagementJob: Job<object, LabelDeps> = {
  queue: defineQueue('clients.labels', { expireInSeconds: 900 }),
  schema: z.object({}),
  handle: (_data, deps) => renewEngagement(deps),
};

/** Does the background work of clients in this process. */
export async function workOnClients(queue: Queue, deps: LabelDeps): Promise<void> {
  await queue.work(renewEngagementJob, deps);
  await queue.repeatEachMinute(renewEngagementJob);
}
