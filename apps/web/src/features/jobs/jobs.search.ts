import { QUEUE_NAME } from '@stridewell/contract/jobs.rules';

/** The search parameters of the page, without default values. */
export type JobsSearch = {
  /** The queue whose failed jobs are open. */
  queue?: string;
};

/** Reads untrusted search parameters and drops invalid ones. */
export const readJobsSearch = ({ queue }: Record<string, unknown>): JobsSearch =>
  typeof queue === 'string' && QUEUE_NAME.test(queue) ? { queue } : {};
