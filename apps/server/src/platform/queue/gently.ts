import { setTimeout as rest } from 'node:timers/promises';

/**
 * Does background work item by item and rests after each for as long as the item took, so that a long list leaves at
 * least half of the database and of the event loop to requests.
 */
export async function eachGently<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  for (const item of items) {
    const start = performance.now();
    await work(item);
    await rest(performance.now() - start);
  }
}

type DueItems<Item> = {
  /** At most `size` items, those that follow `last` in their order. */
  read: (last: Item | undefined) => Promise<Item[]>;
  size: number;
  work: (item: Item) => Promise<unknown>;
  /** Reports an item that failed. */
  report: (error: unknown, item: Item) => void;
};

/**
 * Works gently through everything that is due, batch by batch. An item that fails does not hold up the others.
 * @throws the first failure, at the end
 */
export async function eachDueGently<Item>({ read, size, work, report }: DueItems<Item>): Promise<void> {
  const failures: unknown[] = [];
  let items: Item[];
  let last: Item | undefined;
  do {
    items = await read(last);
    await eachGently(items, async (item) => {
      try {
        await work(item);
      } catch (error) {
        report(error, item);
        failures.push(error);
      }
    });
    last = items.at(-1);
  } while (items.length === size);
  if (failures.length > 0) throw failures[0];
}
