import { readEnv } from '../env.ts';
import { refundCoach } from '../features/billing/billing.purchase.service.ts';
import { createLogger } from '../platform/logger.ts';
import { findServerFolder, prepareDatabase } from '../prepare-database.ts';
import { createServices } from '../services.ts';

/** The money-back guarantee: `refund <email>` gives every payment back and ends the subscription. */
const [email] = process.argv.slice(2);
if (!email) throw new Error('whose money? give the email address of the account');
const env = readEnv();
const log = createLogger({ level: env.LOG_LEVEL });
const database = await prepareDatabase(env, log, findServerFolder(import.meta.url));
const services = await createServices({ env, log, databaseUrl: database.url, secret: database.secret });
try {
  const result = await refundCoach(services, email);
  if (result.kind === 'none') throw new Error('there is no subscription for this address');
  if (result.kind === 'too_late') throw new Error('the first payment is more than 30 days ago');
  log.info({ cents: result.cents }, 'money given back');
} finally {
  await services.close();
  await database.stop();
}
