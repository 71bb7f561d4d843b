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
