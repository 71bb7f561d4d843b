import { sql } from 'drizzle-orm';
import { fromDrizzle, type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss';
import type { z } from 'zod';
import { statementCounter, type Tx } from '../db/database.ts';
import type { Logger } from '../logger.ts';
import type { QueueDefinition } from './migrate.ts';

/** A kind of background work. `Deps` is what its handler needs; the data is checked again when the job runs. */
export type Job<Data extends object, Deps> = {
  queue: QueueDefinition;
  schema: z.ZodType<Data>;
  handle: (data: Data, deps: Deps) => Promise<void>;
};

const HOUR = 3600;

export const defineQueue = (name: string, options: Partial<Omit<QueueDefinition, 'name'>> = {}): QueueDefinition => ({
  name,
  retryLimit: 5,
  retryDelay: 10,
  retryBackoff: true,
  expireInSeconds: 120,
  deleteAfterSeconds: HOUR,
  ...options,
});

/** The job queue. Has a pool of its own: pg-boss must not share pipelined connections. */
export class Queue {
  readonly #boss: PgBoss;
  readonly #log: Logger;

  constructor(options: { connectionString: string; log: Logger; worker: boolean; byTheClock: boolean }) {
    this.#log = options.log;
    this.#boss = new PgBoss({
      connectionString: options.connectionString,
      max: 4,
      migrate: false,
      createSchema: false,
      useListenNotify: options.worker,
      supervise: options.worker,
      schedule: options.worker && options.byTheClock,
      reindex: false,
      monitorVacuum: false,
    });
    this.#boss.on('error', (error) => this.#log.error({ err: error }, 'queue error'));
    this.#boss.on('warning', (warning) => this.#log.warn({ warning: warning.message }, 'queue warning'));
  }

  async start(): Promise<void> {
    await this.#boss.start();
  }

  /** Waits for running jobs. */
  async stop(): Promise<void> {
    await this.#boss.stop({ graceful: true, timeout: 10_000 });
  }

  /** Throws when the queue cannot be reached. */
  async ping(): Promise<void> {
    await this.#boss.getQueues();
  }

  /** Enqueues; with `tx` the job exists if and only if that transaction commits. */
  async send<Data extends object>(
    job: Pick<Job<Data, never>, 'queue' | 'schema'>,
    data: Data,
    tx?: Tx,
    { startAfterSeconds = 0 }: { startAfterSeconds?: number } = {},
  ): Promise<void> {
    await this.#boss.send(job.queue.name, job.schema.parse(data), {
      ...(tx ? { db: fromDrizzle(tx, sql) } : {}),
      ...(startAfterSeconds > 0 ? { startAfter: startAfterSeconds } : {}),
    });
  }

  /** Enqueues a job without data every five minutes, once for all processes together. */
  async repeatOften(job: { queue: QueueDefinition }): Promise<void> {
    await this.#boss.schedule(job.queue.name, '*/5 * * * *', {});
  }

  /** Enqueues a job without data at every full hour, once for all processes together. */
  async repeatHourly(job: { queue: QueueDefinition }): Promise<void> {
    await this.#boss.schedule(job.queue.name, '0 * * * *', {});
  }

  /** The same at every full minute. */
  async repeatEachMinute(job: { queue: QueueDefinition }): Promise<void> {
    await this.#boss.schedule(job.queue.name, '* * * * *', {});
  }

  /**
   * Runs jobs of one kind, one at a time in this process, and writes one log line for each. A backlog is taken in
   * batches without a pause; a job that fails is retried alone.
   */
  async work<Data extends object, Deps>(job: Job<Data, Deps>, deps: Deps): Promise<void> {
    const options = {
      pollingIntervalSeconds: 5,
      batchSize: 10,
      burstWhenBatchFull: true,
      includeMetadata: true,
      perJobResults: true,
    } as const;
    await this.#boss.work<object, JobResult[], typeof options>(job.queue.name, options, async (jobs) => {
      const results: JobResult[] = [];
      for (const one of jobs) results.push(await this.#run(job, deps, one));
      return results;
    });
  }

  async #run<Data extends object, Deps>(
    job: Job<Data, Deps>,
    deps: Deps,
    { id, data, retryCount, createdOn }: JobWithMetadata<object>,
  ): Promise<JobResult> {
    const started = performance.now();
    const counter = { statements: 0 };
    const event = { job: job.queue.name, jobId: id, retry: retryCount, waitedMs: Date.now() - createdOn.getTime() };
    try {
      await statementCounter.run(counter, async () => job.handle(job.schema.parse(data), deps));
      this.#log.info({ ...event, ...counter, ms: Math.round(performance.now() - started) }, 'job done');
      return { id, status: 'completed' };
    } catch (error) {
      this.#log.error({ ...event, ...counter, err: error }, 'job failed');
      return { id, status: 'failed', output: { message: error instanceof Error ? error.message : String(error) } };
    }
  }
}
