import { z } from 'zod';
import { defineQueue, type Job } from '../../platform/queue/queue.ts';

type Run = { run: () => Promise<void> };
type Nothing = Record<string, never>;

const repeated = (name: string): Job<Nothing, Run> => ({
  queue: defineQueue(name, { retryLimit: 2 }),
  schema: z.object({}),
  handle: (_data, { run }) => run(),
});

/** Every five minutes: sessions that begin in a day or in an hour. */
export const remindOfSessionsJob = repeated('calendar.remind');
/** Every hour: series whose horizon has moved on. */
export const extendSeriesJob = repeated('calendar.extend');
