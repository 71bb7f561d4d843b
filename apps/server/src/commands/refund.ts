import { refundCoach } from '../features/billing/billing.support.service.ts';
import { PlainError } from '../platform/plain-error.ts';
import { runCommand } from '../run-command.ts';
import { createServices } from '../services.ts';

/** Refusals the command can answer. Their codes are clear enough for the command line. */
const answers = { NO_SUBSCRIPTION: null, REFUND_TOO_LATE: null };

/** The money-back guarantee: `refund <email>` refunds every payment and ends the subscription. */
await runCommand(async ({ env, log, database }) => {
  const [email] = process.argv.slice(2);
  if (!email) throw new PlainError('Give the email address of the account to refund.');
  const services = await createServices({ env, log, databaseUrl: database.url, secret: database.secret });
  try {
    const cents = await refundCoach({ ...services, answers }, email);
    log.info({ cents }, 'payments refunded');
  } finally {
    await services.close();
  }
});
