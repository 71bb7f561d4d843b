import { readEnv } from '../env.ts';
import { refundCoach } from '../features/billing/billing.support.service.ts';
import { createLogger } from '../platform/logger.ts';
import { findServerFolder, prepareDatabase } from '../prepare-database.ts';
import { createServices } from '../services.ts';

/** The money-back guarantee: `refund <email>` refunds every payment and ends the subscription. */
const [email] = process.argv.slice(2);
if (!email) throw new Error('give the email address of the account to refund');
/** The codes of refusals. Their names are clear enough for the command line. */
const answers = { NO_SUBSCRIPTION: null, REFUND_TOO_LATE: null };
const env = readEnv();
const log = createLogger({ level: env.LOG_LEVEL });
const database = await prepareDatabase(env, log, findServerFolder(import.meta.url));
const services = await createServices({ env, log, databaseUrl: database.url, secret: database.secret });
try {
  const cents = await refundCoach({ ...services, answers }, email);
  log.info({ cents }, 'payments refunded');
} finally {
  await services.close();
  await database.stop();
}
