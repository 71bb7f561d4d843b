import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as rest } from 'node:timers/promises';
import { z } from 'zod';
import { describeError } from '../describe-error.ts';
import type { Logger } from '../logger.ts';

/** The ids of an item, and the value that orders the items. Logged, and kept across restarts. */
type Place = Readonly<Record<string, string>>;

const sweepSchema = z.object({
  after: z.record(z.string(), z.string()),
  done: z.int(),
  failed: z.int(),
  reason: z.string().nullable(),
});

/** Where the sweeps of a job stopped, by name. The queue keeps it for the next try. */
export const sweepsSchema = z.record(z.string(), sweepSchema);
export type StoppedSweeps = z.infer<typeof sweepsSchema>;

/** One try of a job. */
export type JobRun = {
  /** Aborts when the job should stop before the next item: its time is nearly over, or the process stops. */
  stop: AbortSignal;
  stopped: StoppedSweeps;
};

export const currentRun = new AsyncLocalStorage<JobRun>();

/** Work that stopped before it was complete. The next try continues. */
export class WorkStopped extends Error {
  override readonly name = 'WorkStopped';
}

/** Some items failed. All others are done. */
export class ItemsFailed extends Error {
  override readonly name = 'ItemsFailed';
}

/**
 * Stops long work between two steps when its job should end.
 * @throws WorkStopped
 */
export function requireTime(): void {
  const stop = currentRun.getStore()?.stop;
  if (stop?.aborted) throw new WorkStopped(`stopped early: ${reasonOf(stop)}`, { cause: stop.reason });
}

const reasonOf = ({ reason }: AbortSignal): string => (reason instanceof Error ? reason.message : String(reason));

/**
 * Shorter than the time between the stop signal and the job's expiry, so that a hanging item does not expire the job.
 */
const ITEM_SECONDS = 60;

type Sweep<Item, At extends Place> = {
  /** Names the sweep within its job. Null when the result needs all items, so that the next try starts over. */
  name: string | null;
  log: Logger;
  /** Log message for a failed item. */
  failure: string;
  /** At most `size` items after `after`, in a stable order. */
  read: (after: At | undefined) => Promise<Item[]>;
  size: number;
  /** The place of an item in the order of `read`. */
  place: (item: Item) => At;
  work: (item: Item) => Promise<unknown>;
  /** How long one item may take. */
  itemSeconds?: number;
};

/**
 * Processes all due tenants or rows, batch by batch. An item that fails or hangs does not hold up the others: it is
 * logged, counted, and due again in the next run. A job rests after each item for as long as the item took, so that
 * requests get at least half of the database. An operator's command, which someone waits for, does not rest. When the job
 * runs out of time, the next try continues after the last item.
 * @throws WorkStopped when the job should end
 * @throws ItemsFailed at the end, with their number and the first failure
 */
export async function eachDue<Item, At extends Place>(sweep: Sweep<Item, At>): Promise<void> {
  const { name, log, failure, read, size, place, work, itemSeconds = ITEM_SECONDS } = sweep;
  const run = currentRun.getStore();
  const before = name === null ? undefined : run?.stopped[name];
  let { done, failed, reason } = before ?? { done: 0, failed: 0, reason: null };
  // The same sweep wrote it in an earlier try.
  let after = before?.after as At | undefined;
  let first: unknown;
  let items: Item[];
  try {
    do {
      items = await read(after);
      for (const item of items) {
        requireTime();
        const start = performance.now();
        try {
          await inTime(work(item), itemSeconds);
          done += 1;
        } catch (error) {
          if (error instanceof WorkStopped) throw error;
          const ids: Place = place(item);
          log.error({ err: error, ...ids }, failure);
          first ??= error;
          reason ??= String(describeError(error).message);
          failed += 1;
        }
        after = place(item);
        if (run && !run.stop.aborted) await rest(performance.now() - start);
      }
    } while (items.length === size);
  } catch (error) {
    if (run && after && name !== null) run.stopped[name] = { after, done, failed, reason };
    log.warn({ sweep: name, done, failed, after }, 'a sweep ended early, and continues with the next try');
    throw error;
  }
  if (run && name !== null) delete run.stopped[name];
  if (failed === 0) return;
  throw new ItemsFailed(`${failed} of ${done + failed} failed, the first one with: ${reason}`, { cause: first });
}

/** Waits for an item at most `seconds`. Work that continues afterwards has a separate transaction and does no harm. */
async function inTime(work: Promise<unknown>, seconds: number): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`took longer than ${seconds} s`)), seconds * 1000);
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
