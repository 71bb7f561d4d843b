import type { Db } from 'pg-boss';
import { DEAD_LETTERS } from './migrate.ts';

/** The jobs of one queue by status. */
export type QueueCounts = {
  name: string;
  /** Due jobs that no process has taken yet. */
  waiting: number;
  /** Jobs that are not due yet. */
  planned: number;
  running: number;
  retrying: number;
  /** Jobs that failed on every try. */
  failed: number;
  oldestWaitingAt: Date | null;
  lastSuccessAt: Date | null;
};

/** A job that failed on every try. */
export type FailedJob = {
  id: string;
  createdAt: Date;
  /** When the last try failed, which orders the list. */
  at: Date;
  tries: number;
  error: string;
  data: object;
};

const ERROR_SHOWN = 500;

/** Counts the jobs of all queues. Reads every stored job, so call it rarely. */
export async function selectQueueCounts(db: Db): Promise<QueueCounts[]> {
  const { rows } = await db.executeSql(
    `with counts as (
       select name,
         count(*) filter (where state = 'created' and start_after <= now()) as waiting,
         count(*) filter (where state = 'created' and start_after > now()) as planned,
         count(*) filter (where state = 'active') as running,
         count(*) filter (where state = 'retry') as retrying,
         min(greatest(start_after, created_on)) filter (where state = 'created' and start_after <= now()) as oldest,
         max(completed_on) filter (where state = 'completed') as success
       from pgboss.job where name <> $1 group by name
     ), failures as (
       select source_name as name, count(*) as failed from pgboss.job
       where name = $1 and state < 'active' group by source_name
     )
     select q.name, coalesce(waiting, 0)::int as waiting, coalesce(planned, 0)::int as planned,
       coalesce(running, 0)::int as running, coalesce(retrying, 0)::int as retrying,
       coalesce(failed, 0)::int as failed, oldest as "oldestWaitingAt", success as "lastSuccessAt"
     from pgboss.queue q left join counts using (name) left join failures using (name)
     where q.name <> $1 and not starts_with(q.name, '__pgboss') order by q.name`,
    [DEAD_LETTERS],
  );
  return rows;
}

type Place = { at: Date; id: string };

/** Jobs of a queue that failed on every try, newest failure first. */
export async function selectFailedJobs(
  db: Db,
  { queue, after, limit }: { queue: string; after: Place | null; limit: number },
): Promise<FailedJob[]> {
  const { rows } = await db.executeSql(
    `select id, coalesce(source_created_on, created_on) as "createdAt", date_trunc('milliseconds', created_on) as at,
       coalesce(source_retry_count, 0) + 1 as tries, coalesce(data, '{}') as data,
       left(coalesce(source_output ->> 'message', 'No error was recorded.'), ${ERROR_SHOWN}) as error
     from pgboss.job
     where name = $1 and source_name = $2 and state < 'active'
       and ($3::timestamptz is null or (date_trunc('milliseconds', created_on), id) < ($3, $4::uuid))
     order by date_trunc('milliseconds', created_on) desc, id desc limit $5`,
    [DEAD_LETTERS, queue, after?.at ?? null, after?.id ?? null, limit],
  );
  return rows;
}

/** Selects failed jobs of a queue: these ids, or all. */
export type FailedJobChoice = { queue: string; ids?: readonly string[] | undefined };

/** Deletes failed jobs, at most as many as one retry takes. @returns the number of deleted jobs */
export async function deleteFailedJobs(db: Db, { queue, ids }: FailedJobChoice): Promise<number> {
  const { rows } = await db.executeSql(
    `with chosen as (
       select id from pgboss.job
       where name = $1 and source_name = $2 and state < 'active' and ($3::uuid[] is null or id = any($3))
       order by created_on limit 1000 for update skip locked
     )
     delete from pgboss.job where name = $1 and id in (select id from chosen) returning id`,
    [DEAD_LETTERS, queue, ids ?? null],
  );
  return rows.length;
}

/** Counts the failed jobs of all queues, up to `atMost`. */
export async function countFailedJobs(db: Db, atMost: number): Promise<number> {
  const { rows } = await db.executeSql(
    `select count(*)::int as count from (
       select 1 from pgboss.job where name = $1 and state < 'active' and source_name is not null limit $2
     ) as failed`,
    [DEAD_LETTERS, atMost],
  );
  return rows[0].count;
}
