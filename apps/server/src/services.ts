import { drizzle } from 'drizzle-orm/node-postgres';
import { createAccounts } from './core/auth/accounts.ts';
import { authSchema } from './core/auth/auth.data.ts';
import { createAuth } from './core/auth/auth.ts';
import { createBrands } from './core/brand.ts';
import { createConnect, createPayments } from './core/payments/provider.ts';
import { Registry } from './core/registry.ts';
import type { Infrastructure, Services } from './core/services.ts';
import { Settings } from './core/settings/settings.ts';
import type { Env } from './env.ts';
import { createHosts } from './features/domains/domains.hosts.service.ts';
import { createHooks, features } from './features.ts';
import { mails, startJobs } from './jobs.ts';
import { createModel } from './platform/ai/model.ts';
import { Database } from './platform/db/database.ts';
import { createNotedPool } from './platform/db/pool.ts';
import { APP_ROLE, AUTH_ROLE, urlOfRole } from './platform/db/roles.ts';
import { createResolver } from './platform/dns/resolver.ts';
import { createFileStore } from './platform/files/store.ts';
import { createOriginCheck } from './platform/http/origin.ts';
import { createOutbound } from './platform/http/outbound.ts';
import type { Logger } from './platform/logger.ts';
import { createMailer, createMailRenderer } from './platform/mail/mail.ts';
import { outboxTransport, smtpTransport } from './platform/mail/transport.ts';
import { createPushSender } from './platform/push/push.ts';
import { readVapidKeys } from './platform/push/vapid.ts';
import { Queue } from './platform/queue/queue.ts';
import { createRateLimiter } from './platform/rate-limits/rate-limits.ts';
import { Live } from './platform/realtime/live.ts';
import { createSeal } from './platform/seal.ts';

export type ServiceOptions = {
  env: Env;
  log: Logger;
  /** Address with any user, which the login roles replace. */
  databaseUrl: string;
  secret: string;
  now?: () => Date;
  /** Whether the clock starts scheduled jobs. Tests start them directly. */
  byTheClock?: boolean;
};

/** Creates all services of the server. Starts the jobs unless this process only serves the web. */
export async function createServices({
  env,
  log,
  databaseUrl,
  secret,
  now = () => new Date(),
  byTheClock = true,
}: ServiceOptions): Promise<Services> {
  const appUrl = urlOfRole(databaseUrl, APP_ROLE, secret);
  const onLost = (error: Error) => log.warn({ err: error }, 'database connection lost');
  const authUrl = urlOfRole(databaseUrl, AUTH_ROLE, secret);
  const authPool = createNotedPool({ connectionString: authUrl, max: 5 }, onLost);
  const runsJobs = env.APP_ROLE !== 'web';
  const queue = new Queue({ connectionString: appUrl, log, worker: runsJobs, byTheClock });
  const registry = new Registry(features, queue);
  const db = new Database(appUrl, { onLost, secrets: [secret, ...env.AUDIT_FORMER_SECRETS], carried: registry });
  const seal = createSeal(env.ENCRYPTION_KEY ?? secret, env.ENCRYPTION_FORMER_KEYS);
  const outbound = createOutbound({ allowPrivate: env.WEBHOOK_ALLOW_PRIVATE });
  const keys = await readVapidKeys(env);
  const subject = env.VAPID_SUBJECT ?? `mailto:${env.CONTACT_EMAIL}`;
  const live = new Live({ connectionString: appUrl, log });
  const settings = new Settings({ db, log, demos: env.demoAvailability, live });
  const infrastructure: Infrastructure = {
    env,
    log,
    now,
    db,
    queue,
    registry,
    mailer: createMailer(db, queue, seal),
    files: createFileStore(env),
    limiter: createRateLimiter(db, now),
    live,
    settings,
    renderMail: createMailRenderer(mails, env.PRODUCT_NAME, (name, values) => settings.mailWording(name, values)),
    ...createPayments({ env, db, now, queue, secret }),
    ...createConnect({ env, db, now, queue, secret }),
    model: env.ai && createModel(env.ai),
    brandOf: createBrands(env),
    isOwnOrigin: createOriginCheck(env.appUrl, env.appUrlIsDefault),
    hosts: createHosts({ db, env, live, now }),
    resolver: createResolver(env.DNS_SERVERS),
    seal,
    outbound,
    push: keys && createPushSender({ keys, subject, outbound, now }),
    secret,
  };
  const authDb = drizzle(authPool);
  const auth = createAuth({
    ...infrastructure,
    ...createHooks(infrastructure),
    appName: env.PRODUCT_NAME,
    appUrl: env.appUrl,
    db: authDb,
    schema: authSchema,
    providers: env.providers,
    sendsTexts: env.sms !== null,
  });
  const services: Services = {
    ...infrastructure,
    auth,
    accounts: createAccounts(auth, authDb, { providers: env.providers, phone: env.sms !== null }),
    async close() {
      await live.stop();
      await queue.stop();
      await Promise.all([db.close(), authPool.end(), outbound.close()]);
    },
  };

  await queue.start();
  await live.start();
  // Loads the settings, so that pages can be served even while the database is away.
  await settings.current();
  if (runsJobs) {
    const transport = env.SMTP_URL
      ? smtpTransport(env.SMTP_URL, env.MAIL_FROM ?? `${env.PRODUCT_NAME} <${env.CONTACT_EMAIL}>`)
      : outboxTransport(db);
    await startJobs(services, transport);
  }
  return services;
}
