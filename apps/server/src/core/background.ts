import type { Tx } from '../platform/db/database.ts';
import type { Job } from '../platform/queue/queue.ts';
import { registryOf } from './registry.ts';

/** Enqueues work that runs only if the transaction commits. */
export const enqueue = <Data extends object>(
  tx: Tx,
  job: Job<Data>,
  data: Data,
  options?: { startAfterSeconds: number },
): Promise<void> => registryOf(tx).queue.send(job, data, tx, options);
