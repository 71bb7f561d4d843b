import { readEnv } from '../env.ts';
import { createLogger } from '../platform/logger.ts';
import { findServerFolder, prepareDatabase } from '../prepare-database.ts';

/** Brings the database to this version without starting the server. */
const env = readEnv();
const log = createLogger({ level: env.LOG_LEVEL });
const database = await prepareDatabase(env, log, findServerFolder(import.meta.url));
await database.stop();
log.info('the database is up to date');
