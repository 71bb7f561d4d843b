import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { PLACEMENT } from './core/tenancy/placement.ts';
import type { Env } from './env.ts';
import { carryOver, createAuditKeys } from './features/audit/audit.check.service.ts';
import { applyBuiltInFoods } from './features/foods/foods.built-in.service.ts';
import { queues } from './jobs.ts';
import { ensureDataDir } from './platform/data-dir.ts';
import { migrateDatabase } from './platform/db/migrate.ts';
import { readSecret, type StartedDatabase, type StartOptions, startDatabase } from './platform/db/start.ts';
import type { Logger } from './platform/logger.ts';

/** `apps/server`, from the sources as well as from the bundle. */
export function findServerFolder(here: string): string {
  const parts = path.dirname(fileURLToPath(here)).split(path.sep);
  const index = parts.lastIndexOf('server');
  return parts.slice(0, index + 1).join(path.sep);
}

export type PrepareOptions = StartOptions & {
  /** False does not update the database. */
  migrate?: boolean;
};

/** Starts the database of this installation and updates it to this version. The caller stops it. */
export async function prepareDatabase(
  env: Env,
  log: Logger,
  serverFolder: string,
  { migrate = true, ...options }: PrepareOptions,
): Promise<StartedDatabase & { secret: string }> {
  if (!env.DATABASE_URL || !env.FILES_S3_BUCKET) await ensureDataDir(env.dataDir);
  const database = await startDatabase(env, log, options);
  try {
    const secret = await readSecret(env);
    if (!migrate) return { ...database, secret };
    await migrateDatabase({
      ownerUrl: database.ownerUrl,
      secret,
      migrationsFolder: path.join(serverFolder, 'migrations'),
      functionsFolder: path.join(serverFolder, 'functions'),
      placement: PLACEMENT,
      queues,
      async afterwards(owner) {
        await carryOver(owner, createAuditKeys([secret, ...env.AUDIT_FORMER_SECRETS]), log);
        await applyBuiltInFoods(owner);
      },
    });
    return { ...database, secret };
  } catch (error) {
    await database.stop();
    throw error;
  }
}
