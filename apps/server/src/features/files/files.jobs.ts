import { z } from 'zod';
import { defineQueue, type Job } from '../../platform/queue/queue.ts';
import { type FileDeps, sweepFiles } from './files.service.ts';

/** Every hour: what was uploaded and used by nothing within a week goes, from the store as well. */
export const sweepFilesJob: Job<object, FileDeps> = {
  queue: defineQueue('files.sweep'),
  schema: z.object({}),
  handle: (_data, deps) => sweepFiles(deps),
};
