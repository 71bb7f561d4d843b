import { z } from 'zod';
import type { Database } from '../../platform/db/database.ts';
import { defineQueue, type Job, type Queue } from '../../platform/queue/queue.ts';
import { remindOfCheckIns } from './checkins.reminders.service.ts';

type ReminderDeps = { db: Database; now: () => Date };

/** Every hour, because it is morning somewhere: reminders of check-ins that are due. */
export const remindOfCheckInsJob: Job<object, ReminderDeps> = {
  queue: defineQueue('checkins.remind', { expireInSeconds: 900 }),
  schema: z.object({}),
  handle: (_data, deps) => remindOfCheckIns(deps),
};

/** Does the background work of check-ins in this process. */
export async function workOnCheckIns(queue: Queue, deps: ReminderDeps): Promise<void> {
  await queue.work(remindOfCheckInsJob, deps);
  await queue.repeatHourly(remindOfCheckInsJob);
}
