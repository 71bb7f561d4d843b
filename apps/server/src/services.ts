import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Env } from './env.ts';
import {
  attachPurchase,
  attachWaitingPurchases,
  type BillingDeps,
  problemWithPurchase,
} from './features/billing/billing.purchase.service.ts';
import { workOnCalendar } from './features/calendar/calendar.reminders.service.ts';
import { workOnCheckIns } from './features/checkins/checkins.jobs.ts';
import { workOnClients } from './features/clients/clients.jobs.ts';
import { sweepFilesJob } from './features/files/files.jobs.ts';
import { authSchema } from './features/identity/identity.data.ts';
import { nameProblem } from './core/tenancy/access.ts';
import {
  completeSignIn,
  completeSignUp,
  completeVerification,
  type IdentityDeps,
  spreadPerson,
} from './features/identity/identity.service.ts';
import { deliverBroadcastJob, mailNotificationsJob } from './features/notifications/notifications.jobs.ts';
import { renderMail, type TemplateName } from './mails.ts';
import { createPayments, workOnBilling } from './payments.ts';
import { type Accounts, createAccounts } from './core/auth/accounts.ts';
import { type Auth, createAuth } from './core/auth/auth.ts';
import { Database } from './platform/db/database.ts';
import { APP_ROLE, AUTH_ROLE, urlOfRole } from './platform/db/roles.ts';
import { createFileStore, type FileStore } from './platform/files/store.ts';
import { createOriginCheck, type OriginCheck } from './platform/http/origin.ts';
import type { Logger } from './platform/logger.ts';
import { createMailer, type Mailer, sendMailJob } from './platform/mail/mail.ts';
import { outboxTransport, smtpTransport } from './platform/mail/transport.ts';
import type { Sandbox } from './core/payments/sandbox.ts';
import { Queue } from './platform/queue/queue.ts';
import { createRateLimiter, type RateLimiter } from './platform/rate-limits/rate-limits.ts';
import { Live } from './platform/realtime/live.ts';
import { createSeal } from './platform/seal.ts';

/** What the parts of the server share. Made once per process, and closed in the reverse order. */
export type Services = {
  env: Env;
  log: Logger;
  now: () => Date;
  db: Database;
  queue: Queue;
  mailer: Mailer<TemplateName>;
  files: FileStore;
  limiter: RateLimiter;
  live: Live;
  auth: Auth;
  accounts: Accounts;
  identity: IdentityDeps;
  isOwnOrigin: OriginCheck;
  secret: string;
  billing: BillingDeps;
  /** The payment provider of an installation that has none. */
  sandbox: Sandbox | null;
  close(): Promise<void>;
};

export type ServiceOptions = {
  env: Env;
  log: Logger;
  /** Of the database's owner or anybody else; the login roles replace its user. */
  databaseUrl: string;
  secret: string;
  now?: () => Date;
  /** Whether jobs begin by the clock; tests begin them themselves. */
  byTheClock?: boolean;
};

export async function createServices({
  env,
  log,
  databaseUrl,
  secret,
  now = () => new Date(),
  byTheClock = true,
}: ServiceOptions): Promise<Services> {
  const appUrl = urlOfRole(databaseUrl, APP_ROLE, secret);
  const onIdleError = (error: Error) => log.warn({ err: error }, 'idle database connection lost');
  const db = new Database(appUrl, { onIdleError });
  const authPool = new pg.Pool({ connectionString: urlOfRole(databaseUrl, AUTH_ROLE, secret), max: 5 });
  authPool.on('error', onIdleError);
  const runsJobs = env.APP_ROLE !== 'web';
  const queue = new Queue({ connectionString: appUrl, log, worker: runsJobs, byTheClock });
  const seal = createSeal(secret);
  const mailer = createMailer<TemplateName>(queue, seal);
  const limiter = createRateLimiter(db, now);
  const files = createFileStore(env);
  const live = new Live({ connectionString: appUrl, log });
  const isOwnOrigin = createOriginCheck(env.appUrl, env.appUrlIsDefault);
  const { gateway, sandbox } = createPayments({ env, db, now, queue, secret });
  const billing: BillingDeps = { db, queue, gateway, mailer, log, now, env };
  const identity: IdentityDeps = {
    db,
    log,
    now,
    demo: env.demo,
    autoApproveBase: env.autoApproveBase,
    operatorEmails: env.OPERATOR_EMAILS,
  };
  const link = (path: string, token: string) => `${env.appUrl}/links/${path}?token=${encodeURIComponent(token)}`;
  const auth = createAuth({
    appName: env.PRODUCT_NAME,
    appUrl: env.appUrl,
    secret,
    isOwnOrigin,
    db: drizzle(authPool),
    schema: authSchema,
    limiter,
    log,
    sendVerification: ({ email, name }, token) =>
      mailer.send({ to: email, template: 'verification', props: { name, url: link('verify-email', token) } }),
    sendEmailChange: ({ email, name }, token) =>
      mailer.send({ to: email, template: 'email_change', props: { name, url: link('verify-email', token) } }),
    tellOwner: ({ email, name }, event) =>
      mailer.send({ to: email, template: 'security_notice', props: { name, event, url: `${env.appUrl}/auth` } }),
    onPersonChanged: (person) => spreadPerson(identity, person),
    sendReset: ({ email, name }, token) =>
      mailer.send({ to: email, template: 'reset', props: { name, url: link('reset-password', token) } }),
    async onSignUp(person) {
      await completeSignUp(identity, person);
      if (person.checkoutSessionId) await attachPurchase(billing, person.checkoutSessionId, person.id);
    },
    async onSignIn(userId) {
      await completeSignIn(identity, userId);
      // Whoever paid is let in even while the payment provider does not answer; the next sign-in tries again.
      await attachWaitingPurchases(billing, userId).catch((error: unknown) =>
        log.error({ err: error, userId }, 'waiting purchases not attached'),
      );
    },
    problemWithPurchase: (wanted) => problemWithPurchase(billing, wanted),
    onVerified: (person) => completeVerification(identity, person),
    problemWithName: nameProblem,
  });

  await queue.start();
  if (env.APP_ROLE !== 'worker') await live.start();
  if (runsJobs) {
    const transport = env.SMTP_URL
      ? smtpTransport(env.SMTP_URL, env.MAIL_FROM ?? `${env.PRODUCT_NAME} <${env.CONTACT_EMAIL}>`)
      : outboxTransport(db, log);
    const render = (template: string, props: Record<string, string>) => renderMail(template, props, env.PRODUCT_NAME);
    await queue.work(sendMailJob, { seal, render, transport });
    await queue.work(deliverBroadcastJob, { db, now });
    await queue.work(mailNotificationsJob, { db, mailer, env, now });
    await queue.repeatEachMinute(mailNotificationsJob);
    await workOnBilling(queue, billing, sandbox, secret);
    await workOnCalendar(queue, { db, now, log, mailer, env });
    await queue.work(sweepFilesJob, { db, files, now });
    await queue.repeatHourly(sweepFilesJob);
    await workOnCheckIns(queue, { db, now });
    await workOnClients(queue, { db, now });
  }

  return {
    env,
    log,
    now,
    db,
    queue,
    mailer,
    files,
    limiter,
    live,
    auth,
    accounts: createAccounts(auth),
    identity,
    isOwnOrigin,
    secret,
    billing,
    sandbox,
    async close() {
      await live.stop();
      await queue.stop();
      await Promise.all([db.close(), authPool.end()]);
    },
  };
}
