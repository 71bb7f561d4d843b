import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../db/database.ts';
import type { Logger } from '../logger.ts';
import { countFailedDeliveries } from '../mail/deliveries.data.ts';
import type { Queue } from '../queue/queue.ts';

/** Readings stay fresh this long, so frequent scrapes do not load the database. */
const FRESH_MS = 15_000;
const COUNTED = 1000;

/** A count that a feature contributes to the metrics, up to `atMost`. */
export type CountGauge = { name: string; help: string; count: (db: Database, atMost: number) => Promise<number> };

type Sources = { queue: Queue; db: Database; log: Logger; counts: readonly CountGauge[] };

/** Prometheus gauges: jobs by queue and status, the wait of the oldest job, failed mails and the counts of features. */
export function registerQueueGauges(registry: Registry, { queue, db, log, counts }: Sources): void {
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> = Promise.resolve();
  /** Prometheus collects all gauges at once, so they share one reading. */
  const collect = (): Promise<void> => {
    if (performance.now() - readAt >= FRESH_MS) {
      readAt = performance.now();
      // The other metrics matter most while the database is away.
      reading = read().catch((error: unknown) => log.warn({ err: error }, 'queues could not be measured'));
    }
    return reading;
  };
  const registers = [registry];
  const jobs = new Gauge({
    name: 'queue_jobs',
    help: 'Jobs of a queue by status',
    labelNames: ['queue', 'status'],
    registers,
    collect,
  });
  const oldest = new Gauge({
    name: 'queue_oldest_wait_seconds',
    help: 'Wait of the oldest due job of a queue',
    labelNames: ['queue'],
    registers,
    collect,
  });
  const failedMails = new Gauge({ name: 'mails_failed', help: 'Failed mails, up to 1000', registers, collect });

  const counted = counts.map(({ count, ...gauge }) => ({ count, gauge: new Gauge({ ...gauge, registers, collect }) }));

  async function read(): Promise<void> {
    const [queues, failed] = await Promise.all([
      queue.status(),
      countFailedDeliveries(db, COUNTED),
      ...counted.map(async ({ count, gauge }) => gauge.set(await count(db, COUNTED))),
    ]);
    for (const { name, oldestWaitingAt, lastSuccessAt: _, schedule: __, ...byStatus } of queues) {
      for (const [status, count] of Object.entries(byStatus)) jobs.set({ queue: name, status }, count);
      const waited = oldestWaitingAt ? (Date.now() - oldestWaitingAt.getTime()) / 1000 : 0;
      oldest.set({ queue: name }, Math.max(0, waited));
    }
    failedMails.set(failed);
  }
}
