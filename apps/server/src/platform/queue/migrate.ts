import { PgBoss } from 'pg-boss';
import { withConnection } from '../db/pool.ts';
import { APP_ROLE } from '../db/roles.ts';

/** Settings of a queue. Times are in seconds. */
export type QueueDefinition = {
  name: string;
  retryLimit: number;
  retryDelay: number;
  retryBackoff: boolean;
  /** When a try counts as failed. The work stops earlier. */
  expireInSeconds: number;
  /** For long jobs: a job without a heartbeat from its worker for this time counts as dead. */
  heartbeatSeconds?: number;
  /** How long a finished job is kept. */
  deleteAfterSeconds: number;
  /** How many jobs one process runs at once. One by default. */
  parallel?: number;
  /** Jobs wait up to this long and are processed together. Without it, each job is processed at once. */
  collectSeconds?: number;
};

/** The queue for jobs that failed on every try. */
export const DEAD_LETTERS = 'dead-letters';

/** Installs pg-boss and creates the queues as the owner, so that the application role needs no DDL at run time. */
export async function migrateQueue(ownerUrl: string, queues: readonly QueueDefinition[]): Promise<void> {
  const boss = new PgBoss({ connectionString: ownerUrl, max: 2, supervise: false, schedule: false });
  let failure: Error | undefined;
  boss.on('error', (error) => {
    failure = error;
  });
  await boss.start();
  try {
    if (!(await boss.getQueue(DEAD_LETTERS))) await boss.createQueue(DEAD_LETTERS, { retentionSeconds: 30 * 86_400 });
    for (const { name, collectSeconds, parallel: _, ...options } of queues) {
      const settings = { ...options, deadLetter: DEAD_LETTERS, notify: collectSeconds === undefined };
      if (await boss.getQueue(name)) await boss.updateQueue(name, settings);
      else await boss.createQueue(name, settings);
    }
  } finally {
    await boss.stop({ graceful: false });
  }
  if (failure) throw failure;
  await grantQueue(ownerUrl);
}

async function grantQueue(ownerUrl: string): Promise<void> {
  await withConnection(ownerUrl, async (owner) => {
    await owner.query(`GRANT USAGE ON SCHEMA pgboss TO ${APP_ROLE};
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA pgboss TO ${APP_ROLE};
      GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA pgboss TO ${APP_ROLE};
      GRANT USAGE ON ALL SEQUENCES IN SCHEMA pgboss TO ${APP_ROLE};`);
  });
}
