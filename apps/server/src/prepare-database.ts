import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Env } from './env.ts';
import { queues } from './jobs.ts';
import { migrateDatabase } from './platform/db/migrate.ts';
import { readSecret, type StartedDatabase, startDatabase } from './platform/db/start.ts';
import type { Logger } from './platform/logger.ts';

/** `apps/server`, from the sources as well as from the bundle. */
export function findServerFolder(here: string): string {
  const parts = path.dirname(fileURLToPath(here)).split(path.sep);
  const index = parts.lastIndexOf('server');
  return parts.slice(0, index + 1).join(path.sep);
}

/**
 * Starts the database of this installation and brings it to this version. The caller stops it.
 * @param onGivenUp called when the embedded database died and cannot be started again
 */
export async function prepareDatabase(
  env: Env,
  log: Logger,
  serverFolder: string,
  onGivenUp?: (error: unknown) => void,
): Promise<StartedDatabase & { secret: string }> {
  const database = await startDatabase(env, log, onGivenUp);
  try {
    const secret = await readSecret(env);
    const migrationsFolder = path.join(serverFolder, 'migrations');
    await migrateDatabase({ ownerUrl: database.ownerUrl, secret, migrationsFolder, queues });
    return { ...database, secret };
  } catch (error) {
    await database.stop();
    throw error;
  }
}
