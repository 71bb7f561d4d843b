import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { migrateQueue, type QueueDefinition } from '../queue/migrate.ts';
import { setUpLogin } from './distribute.ts';
import { applyFunctions } from './functions.ts';
import { withConnection } from './pool.ts';
import { ensureRoles } from './roles.ts';

/** Any constant will do; it only has to be the same in every process. */
const MIGRATION_LOCK = 7_274_110;

/**
 * Brings the database to this version: roles, tables, functions, queue. Runs as the owner. Of processes that start
 * together, one does the work while the others wait.
 */
export async function migrateDatabase(options: {
  ownerUrl: string;
  secret: string;
  migrationsFolder: string;
  functionsFolder: string;
  queues: readonly QueueDefinition[];
  /** Work of features on the migrated database, before other processes may continue. */
  afterwards?: (owner: NodePgDatabase) => Promise<void>;
}): Promise<void> {
  await withConnection(options.ownerUrl, async (owner) => {
    await owner.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await ensureRoles(owner, options.secret);
    await setUpLogin(owner, options.secret);
    await migrate(drizzle(owner), { migrationsFolder: options.migrationsFolder });
    await applyFunctions(owner, options.functionsFolder);
    await migrateQueue(options.ownerUrl, options.queues);
    await options.afterwards?.(drizzle(owner));
  });
}
