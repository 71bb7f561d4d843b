import { drizzle } from 'drizzle-orm/node-postgres';
import { readEnv } from '../env.ts';
import { verifyAudit } from '../features/audit/audit.verify.service.ts';
import { withConnection } from '../platform/db/pool.ts';
import { createLogger } from '../platform/logger.ts';
import { findServerFolder, prepareDatabase } from '../prepare-database.ts';

/** Checks that no entry of the audit log was changed or removed. Ends with 1 when one was. */
const env = readEnv();
const log = createLogger({ level: env.LOG_LEVEL });
const database = await prepareDatabase(env, log, findServerFolder(import.meta.url));
try {
  const report = await withConnection(database.ownerUrl, (owner) => verifyAudit(drizzle(owner)));
  for (const { chainId, seq, problem } of report.problems) {
    process.stdout.write(`${chainId} entry ${seq}: ${problem}\n`);
  }
  process.stdout.write(`${report.entries} entries in ${report.chains} chains, ${report.problems.length} problems\n`);
  if (report.problems.length > 0) process.exitCode = 1;
} finally {
  await database.stop();
}
