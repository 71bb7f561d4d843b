import { REFERENCE_TABLES, TENANT_KEY } from '../core/tenancy/placement.ts';
import { readEnv } from '../env.ts';
import { DistributeError, distributeTables } from '../platform/db/distribute.ts';
import { withConnection } from '../platform/db/pool.ts';
import { APP_ROLE } from '../platform/db/roles.ts';
import { createLogger } from '../platform/logger.ts';
import { findServerFolder, prepareDatabase } from '../prepare-database.ts';

/** Spreads the tenants over the machines of the Citus cluster whose coordinator is at DATABASE_URL. */
const env = readEnv();
const log = createLogger({ level: env.LOG_LEVEL });
const database = await prepareDatabase(env, log, findServerFolder(import.meta.url));
try {
  const placed = await withConnection(database.ownerUrl, (owner) =>
    distributeTables(owner, { key: TENANT_KEY, reference: REFERENCE_TABLES, appRole: APP_ROLE }),
  );
  for (const { table, placed: how, before } of placed) {
    process.stdout.write(`${table}: ${before ? `was ${how} already` : how}\n`);
  }
} catch (error) {
  if (!(error instanceof DistributeError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  await database.stop();
}
