import type { Tx } from '../platform/db/database.ts';
import type { Job, Queue } from '../platform/queue/queue.ts';

let queue: Pick<Queue, 'send'> | undefined;

/** Names the queue of this process once at start-up. Services that have only a transaction enqueue through it. */
export function connectQueue(connected: Pick<Queue, 'send'>): void {
  queue = connected;
}

/** Enqueues work that exists if and only if the transaction commits. */
export async function enqueue<Data extends object>(tx: Tx, job: Job<Data>, data: Data): Promise<void> {
  if (!queue) throw new Error(`${job.queue.name} needs a queue, and none is connected`);
  await queue.send(job, data, tx);
}
