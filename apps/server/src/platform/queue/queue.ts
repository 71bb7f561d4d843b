import { createHash } from 'node:crypto';
import { type Db, type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { Tx } from '../db/database.ts';
import { databaseUse } from '../db/failures.ts';
import { queryPrepared } from '../db/prepared.ts';
import { errorMessage } from '../describe-error.ts';
import type { Logger } from '../logger.ts';
import { currentRun, sweepsSchema, WorkStopped } from './each-due.ts';
import { DEAD_LETTERS, type QueueDefinition } from './migrate.ts';
import {
  countFailedJobs,
  deleteFailedJobs,
  type FailedJob,
  type FailedJobChoice,
  type QueueCounts,
  selectFailedJobs,
  selectQueueCounts,
} from './queue-status.ts';

/** A kind of background work. Its data is checked when it is enqueued and again when it runs. */
export type Job<Data extends object> = {
  queue: QueueDefinition;
  schema: z.ZodType<Data>;
  /** Cron expression in UTC, for a job without data. One process of the installation runs each occurrence. */
  schedule?: string;
};

/** A job that fails on its last try waits for an operator. */
export type JobTry = { isLastTry: boolean };
/** The work of a job. */
type Run<Data> = (data: Data, tried: JobTry) => Promise<unknown>;

const HOUR_SECONDS = 3600;
/** How long finished jobs are kept that run hourly or less often, so that operators see the last success. */
const RARE_JOB_SECONDS = 3 * 24 * HOUR_SECONDS;
const isRare = (schedule: string) => /^\d+ /.test(schedule);
/** Share of the time after which work on all tenants stops, so that its next try never runs beside it. */
const TIME_USED = 0.9;

/** Output of a failed try, for the next try. */
const outputSchema = z.object({ stopped: sweepsSchema }).catch({ stopped: {} });

/** How often a scheduled job runs. */
export const EVERY_MINUTE = '* * * * *';
export const EVERY_FIVE_MINUTES = '*/5 * * * *';
export const EVERY_HOUR = '0 * * * *';

/** @param name `<feature>.<work>`, the name of its queue */
export function defineJob<Data extends object>(
  name: string,
  { schema, schedule, ...options }: Omit<Job<Data>, 'queue'> & Partial<Omit<QueueDefinition, 'name'>>,
): Job<Data> {
  const queue: QueueDefinition = {
    name,
    retryLimit: 5,
    retryDelay: 10,
    retryBackoff: true,
    expireInSeconds: 120,
    deleteAfterSeconds: HOUR_SECONDS,
    ...options,
  };
  return { queue, schema, ...(schedule && { schedule }) };
}

/**
 * A job that only the schedule starts. It may work through all tenants, so it has a long time limit, and heartbeats let
 * another process take it over soon after a crash. A job that runs every few minutes has few retries, because the next
 * run does the same work.
 */
export const defineScheduledJob = (
  name: string,
  options: { schedule: string } & Partial<Omit<QueueDefinition, 'name'>>,
): Job<Record<string, never>> =>
  defineJob(name, {
    schema: z.object({}),
    heartbeatSeconds: 60,
    ...(isRare(options.schedule)
      ? { expireInSeconds: 3000, deleteAfterSeconds: RARE_JOB_SECONDS }
      : { expireInSeconds: 900, retryLimit: 2 }),
    ...options,
  });

/** Names by text. pg-boss repeats a few long statements, so the server prepares them. */
const statementNames = new Map<string, string>();

function nameOf(text: string): string {
  const name = statementNames.get(text) ?? `queue_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
  statementNames.set(text, name);
  return name;
}

const withinTransaction = (tx: Tx): Db => ({
  executeSql: async (text: string, values: unknown[] = []) => ({
    rows: await queryPrepared(tx, { name: nameOf(text), text, values }),
  }),
});

/** The job queue. Uses a separate pool, because pg-boss must not share pipelined connections. */
export class Queue {
  readonly #boss: PgBoss;
  readonly #log: Logger;
  readonly #byTheClock: boolean;
  readonly #worked = new Set<string>();
  #pausing = new AbortController();

  constructor(options: { connectionString: string; log: Logger; worker: boolean; byTheClock: boolean }) {
    this.#log = options.log;
    this.#byTheClock = options.byTheClock;
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
    this.#boss.on('error', (error: Error & { queue?: string }) =>
      this.#log.error({ err: error, queue: error.queue }, 'queue error'),
    );
    this.#boss.on('warning', (warning) => this.#log.warn({ warning: warning.message }, 'queue warning'));
  }

  async start(): Promise<void> {
    await this.#boss.start();
  }

  /** Stops taking jobs and waits for running ones; long ones stop early. Jobs can still be enqueued. */
  async pause(): Promise<void> {
    this.#pausing.abort(new WorkStopped('the process stops'));
    await Promise.all([...this.#worked].map((name) => this.#boss.offWork(name)));
    this.#pausing = new AbortController();
  }

  /** The next process retries jobs that are still running. */
  async stop(): Promise<void> {
    await this.#boss.stop({ graceful: false });
  }

  /** @throws when the queue cannot be reached */
  async ping(): Promise<void> {
    await this.#boss.getQueues();
  }

  /** Enqueues a job. With `tx` it exists only if that transaction commits. */
  async send<Data extends object>(
    job: Job<Data>,
    data: Data,
    tx?: Tx,
    { startAfterSeconds = 0 }: { startAfterSeconds?: number } = {},
  ): Promise<void> {
    await this.#boss.send(job.queue.name, job.schema.parse(data), {
      ...(tx ? { db: withinTransaction(tx) } : {}),
      ...(startAfterSeconds > 0 ? { startAfter: startAfterSeconds } : {}),
    });
  }

  /** All queues with their jobs by status, and the cron expressions that start them. */
  async status(): Promise<(QueueCounts & { schedule: string | null })[]> {
    const [counts, schedules] = await Promise.all([selectQueueCounts(this.#boss.getDb()), this.#boss.getSchedules()]);
    const cronOf = new Map(schedules.map(({ name, cron }) => [name, cron]));
    return counts.map((queue) => ({ ...queue, schedule: cronOf.get(queue.name) ?? null }));
  }

  /** Counts the jobs of all queues that failed on every try, up to `atMost`. */
  countFailed(atMost: number): Promise<number> {
    return countFailedJobs(this.#boss.getDb(), atMost);
  }

  /** Jobs of a queue that failed on every try, newest failure first. */
  listFailed(of: { queue: string; after: { at: Date; id: string } | null; limit: number }): Promise<FailedJob[]> {
    return selectFailedJobs(this.#boss.getDb(), of);
  }

  /** Returns up to 1000 failed jobs to their queue. @returns the number of jobs that were still failed */
  retryFailed(tx: Tx, { queue, ids }: FailedJobChoice): Promise<number> {
    return this.#boss.redrive(DEAD_LETTERS, {
      sourceName: queue,
      ...(ids && { ids: [...ids] }),
      db: withinTransaction(tx),
    });
  }

  /** Deletes up to 1000 failed jobs. @returns the number of jobs that were still failed */
  discardFailed(tx: Tx, choice: FailedJobChoice): Promise<number> {
    return deleteFailedJobs(withinTransaction(tx), choice);
  }

  /**
   * Runs jobs of one kind, as many at once in this process as the queue allows, and logs one line for each. A job is
   * fetched only when it can start, so none expires while it waits for others. Starts the job's schedule
   * where the clock starts jobs.
   */
  async work<Data extends object>(job: Job<Data>, run: Run<Data>): Promise<void> {
    const { name, collectSeconds, parallel = 1 } = job.queue;
    this.#worked.add(name);
    if (collectSeconds !== undefined) await this.#collect(job, run, collectSeconds);
    else for (let worker = 0; worker < parallel; worker += 1) await this.#workSingly(job, run);
    if (job.schedule && this.#byTheClock) await this.#boss.schedule(name, job.schedule, {});
  }

  async #workSingly<Data extends object>(job: Job<Data>, run: Run<Data>): Promise<void> {
    const options = { pollingIntervalSeconds: 5, batchSize: 1, includeMetadata: true, perJobResults: true } as const;
    const id: string = await this.#boss.work<object, JobResult[], typeof options>(
      job.queue.name,
      options,
      async (jobs) => {
        const results: JobResult[] = [];
        for (const one of jobs) results.push({ id: one.id, ...(await this.#run(job, run, one)) });
        // With a backlog, the next job starts without a pause.
        this.#boss.notifyWorker(id);
        return results;
      },
    );
  }

  /** Fetches many jobs at once. Jobs with the same data run once. */
  async #collect<Data extends object>(job: Job<Data>, run: Run<Data>, seconds: number): Promise<void> {
    const options = {
      pollingIntervalSeconds: seconds,
      batchSize: 100,
      burstWhenBatchFull: true,
      includeMetadata: true,
      perJobResults: true,
    } as const;
    await this.#boss.work<object, JobResult[], typeof options>(job.queue.name, options, async (jobs) => {
      const results: JobResult[] = [];
      for (const same of Map.groupBy(jobs, ({ data }) => JSON.stringify(data)).values()) {
        const [first] = same;
        // The queue has already planned their next try.
        if (!first || first.signal.aborted) continue;
        const outcome = await this.#run(job, run, first);
        results.push(...same.map(({ id }) => ({ id, ...outcome })));
      }
      return results;
    });
  }

  async #run<Data extends object>(
    job: Job<Data>,
    run: Run<Data>,
    { id, data, output, retryCount, retryLimit, createdOn, expireInSeconds, signal }: JobWithMetadata<object>,
  ): Promise<Outcome> {
    const started = performance.now();
    const use = { statements: 0 };
    const event = { job: job.queue.name, jobId: id, retry: retryCount, waitedMs: Date.now() - createdOn.getTime() };
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new WorkStopped('its time is over')), expireInSeconds * TIME_USED * 1000);
    const stop = AbortSignal.any([signal, late.signal, this.#pausing.signal]);
    const { stopped } = outputSchema.parse(output);
    try {
      await databaseUse.run(use, () =>
        currentRun.run({ stop, stopped }, async () =>
          run(job.schema.parse(data), { isLastTry: retryCount >= retryLimit }),
        ),
      );
      this.#log.info({ ...event, statements: use.statements, ms: Math.round(performance.now() - started) }, 'job done');
      return { status: 'completed' };
    } catch (error) {
      const level = error instanceof WorkStopped ? 'warn' : 'error';
      this.#log[level]({ ...event, statements: use.statements, err: error }, 'job failed');
      return { status: 'failed', output: { message: errorMessage(error), stopped } };
    } finally {
      clearTimeout(timer);
    }
  }
}

type Outcome = { status: 'completed' } | { status: 'failed'; output: object };
