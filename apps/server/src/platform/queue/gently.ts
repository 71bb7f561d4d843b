import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as rest } from 'node:timers/promises';
import { describeError } from '../describe-error.ts';

/** Aborts when the current job should end between two items: its time is nearly over, or the process stops. */
export const stopSignal = new AsyncLocalStorage<AbortSignal>();

/** Work that stopped before it was complete. The next run continues. */
export class WorkStopped extends Error {
  override readonly name = 'WorkStopped';
}

/** Some items failed. All others are done. */
export class ItemsFailed extends Error {
  override readonly name = 'ItemsFailed';
}

/**
 * Does background work item by item and rests after each for as long as the item took, so that a long list leaves at
 * least half of the database and of the event loop to requests.
 * @throws WorkStopped when the job should end
 */
async function eachGently<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const signal = stopSignal.getStore();
  for (const item of items) {
    if (signal?.aborted) throw new WorkStopped(`stopped early: ${reasonOf(signal)}`, { cause: signal.reason });
    const start = performance.now();
    await work(item);
    if (!signal?.aborted) await rest(performance.now() - start);
  }
}

const reasonOf = ({ reason }: AbortSignal): string => (reason instanceof Error ? reason.message : String(reason));

type DueItems<Item> = {
  /** At most `size` items, those that follow `last` in an order that does not change. */
  read: (last: Item | undefined) => Promise<Item[]>;
  size: number;
  work: (item: Item) => Promise<unknown>;
  /** Reports an item that failed. */
  report: (error: unknown, item: Item) => void;
};

/**
 * Works gently through everything that is due, batch by batch. An item that fails does not hold up the others, and is
 * due again for the next run.
 * @throws WorkStopped when the job should end
 * @throws ItemsFailed at the end, with their number and the first failure
 */
export async function eachDueGently<Item>({ read, size, work, report }: DueItems<Item>): Promise<void> {
  let [done, failed] = [0, 0];
  let first: unknown;
  let items: Item[];
  let last: Item | undefined;
  do {
    items = await read(last);
    await eachGently(items, async (item) => {
      try {
        await work(item);
        done += 1;
      } catch (error) {
        report(error, item);
        if (failed === 0) first = error;
        failed += 1;
      }
    });
    last = items.at(-1);
  } while (items.length === size);
  if (failed === 0) return;
  const reason = String(describeError(first).message);
  throw new ItemsFailed(`${failed} of ${done + failed} failed, the first one with: ${reason}`, { cause: first });
}
