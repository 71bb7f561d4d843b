import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Env, EnvError, readEnv } from '../env.ts';
import { queues } from '../jobs.ts';
import { EmbeddedPostgresError } from '../platform/db/embedded.ts';
import { migrateDatabase } from '../platform/db/migrate.ts';
import { readSecret, startDatabase } from '../platform/db/start.ts';
import { createLogger } from '../platform/logger.ts';

/** `src/commands` and the bundle's `dist/commands` lie equally deep. */
const migrationsFolder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../migrations');

/** What the person at the keyboard can set right; shown without a stack. */
export class UsageError extends Error {}

/**
 * Runs `work` on the migrated database of the environment and stops what it started. A failure goes to standard error
 * and makes the exit code 1.
 */
export async function runCommand(work: (database: { env: Env; ownerUrl: string }) => Promise<void>): Promise<void> {
  try {
    const env = readEnv();
    const database = await startDatabase(env, createLogger({ level: 'warn' }));
    try {
      const { ownerUrl } = database;
      await migrateDatabase({ ownerUrl, secret: await readSecret(env), migrationsFolder, queues });
      await work({ env, ownerUrl });
    } finally {
      await database.stop();
    }
  } catch (error) {
    const isExpected =
      error instanceof EnvError || error instanceof EmbeddedPostgresError || error instanceof UsageError;
    console.error(isExpected ? error.message : error);
    process.exitCode = 1;
  }
}
