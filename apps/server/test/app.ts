import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { hashPassword } from 'better-auth/crypto';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { Pool } from 'pg';
import type { OwnerDb } from '../seed/factories.ts';
import type { Services } from '../src/core/services.ts';
import { readEnv } from '../src/env.ts';
import { buildApp } from '../src/http/app.ts';
import { mayBeDeadlock } from '../src/platform/db/failures.ts';
import { createPool } from '../src/platform/db/pool.ts';
import { createLogger } from '../src/platform/logger.ts';
import type { RenderedMail } from '../src/platform/mail/mail.ts';
import { listOutbox } from '../src/platform/mail/outbox.data.ts';
import { createServices } from '../src/services.ts';
import { type Api, createApi } from './api.ts';
import { copyTemplate, TEST_SECRET } from './cluster.ts';

export const PASSWORD = 'correct-horse-1';
/** Hashing is slow on purpose, so all test accounts share one hash. */
let passwordHash: Promise<string> | undefined;
export const hashOfPassword = (): Promise<string> => {
  passwordHash ??= hashPassword(PASSWORD);
  return passwordHash;
};

export type Answer<Body = unknown> = { status: number; body: Body; cookies: string[]; location: string | undefined };

/** A client of the app under test, with the cookies of one person. */
export type Caller = {
  /** The Cookie header, for requests other than JSON. */
  cookie: string | undefined;
  /** The procedures as typed functions. Use HTTP only in tests about HTTP. */
  api: Api;
  get<Body = unknown>(url: string, headers?: Record<string, string>): Promise<Answer<Body>>;
  send<Body = unknown>(
    method: 'POST' | 'PATCH' | 'PUT' | 'DELETE',
    url: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<Answer<Body>>;
};

export type TestApp = {
  app: FastifyInstance;
  services: Services;
  /** A connection of the database's owner, which bypasses the policies. */
  owner: OwnerDb & { $client: Pool };
  databaseUrl: string;
  /** Moves the clock of the services. */
  setNow(now: Date | null): void;
  logLines: string[];
  /** All routes of the app. */
  routes: readonly { method: string | string[]; url: string }[];
  /** A caller without a session, from another address each time. */
  anonymous: Caller;
  /** A caller without a session, from one address. */
  from(address: string): Caller;
  /** The caller with these cookies. */
  withCookies(cookies: string): Caller;
  signIn(email: string, password?: string): Promise<Caller>;
  /** Waits until the jobs have delivered all sent notifications. */
  delivered(): Promise<void>;
  /** Waits for the newest mail to this address. */
  mailTo(
    email: string,
  ): Promise<Pick<RenderedMail, 'subject' | 'text' | 'html'> & Record<'senderName' | 'replyTo', string | null>>;
  close(): Promise<void>;
};

const ORIGIN = 'http://localhost:3000';

/** Where the databases of a run are, which of them is copied, and where the apps keep their files. */
type Cluster = { clusterUrl: string; template: string; folder: string };

/** The cluster of the test run. Imports the test runner lazily, because only its own processes can load it. */
async function clusterOfRun(): Promise<Cluster> {
  const { inject } = await import('vitest');
  return { clusterUrl: inject('clusterUrl'), template: inject('template'), folder: inject('folder') };
}

/** The whole server on a fresh copy of the migrated database. Only the network is simulated. */
export async function createTestApp(variables: Record<string, string> = {}, cluster?: Cluster): Promise<TestApp> {
  const { clusterUrl, template, folder } = cluster ?? (await clusterOfRun());
  const database = await copyTemplate(clusterUrl, template);
  const dataDir = await mkdtemp(path.join(folder, 'data-'));
  const env = readEnv({
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    AUTH_SECRET: TEST_SECRET,
    AUTO_APPROVE_BASE: 'true',
    DOMAIN_TARGET: 'clients.product.example',
    MAIL_SPF_INCLUDE: '_spf.product.example',
    // Answers at once that nothing is there.
    DNS_SERVERS: '127.0.0.1:9',
    GOOGLE_CALENDAR_CLIENT_ID: 'calendar-client',
    GOOGLE_CALENDAR_CLIENT_SECRET: 'calendar-secret',
    GOOGLE_CALENDAR_URL: 'http://127.0.0.1:9',
    HUBSPOT_CLIENT_ID: 'app',
    HUBSPOT_CLIENT_SECRET: 'hubspot-secret',
    HUBSPOT_URL: 'http://127.0.0.1:9',
    ...variables,
  });
  const logLines: string[] = [];
  const log = createLogger({ level: 'debug', destination: { write: (line) => void logLines.push(line) } });
  let fixed: Date | null = null;
  const now = () => fixed ?? new Date();
  const services = await createServices({
    env,
    log,
    databaseUrl: database.url,
    secret: TEST_SECRET,
    now,
    byTheClock: false,
  });
  const routes: { method: string | string[]; url: string }[] = [];
  const app = await buildApp(services, {
    // On a busy machine, loading the libraries blocks the event loop for seconds.
    maxEventLoopDelayMs: 0,
    onRoute: ({ method, url }) => void routes.push({ method, url }),
  });
  const pool = createPool({ connectionString: database.url, max: 2 }, (error) =>
    log.debug({ err: error }, 'owner lost'),
  );
  repeatAfterDeadlock(pool);

  let addresses = 0;
  const anyAddress = () => {
    addresses += 1;
    return `10.0.${addresses >> 8}.${addresses & 255}`;
  };

  const caller = (cookie?: string, address?: string): Caller => {
    const call = async <Body>(options: InjectOptions): Promise<Answer<Body>> => {
      const headers = { ...options.headers, origin: ORIGIN, ...(cookie ? { cookie } : {}) };
      const response = await app.inject({ ...options, headers, remoteAddress: address ?? anyAddress() });
      const isJson = String(response.headers['content-type'] ?? '').includes('json');
      return {
        status: response.statusCode,
        body: (isJson ? parse(response.body) : response.body) as Body,
        cookies: [response.headers['set-cookie'] ?? []].flat(),
        location: response.headers.location,
      };
    };
    return {
      cookie,
      api: createApi(services, cookie, () => address ?? anyAddress()),
      get: (url, headers = {}) => call({ method: 'GET', url, headers }),
      send: (method, url, body, headers = {}) => call({ method, url, headers, ...(body ? { payload: body } : {}) }),
    };
  };

  return {
    app,
    services,
    owner: drizzle(pool),
    databaseUrl: database.url,
    setNow: (value) => {
      fixed = value;
    },
    logLines,
    routes,
    anonymous: caller(),
    from: (address) => caller(undefined, address),
    withCookies: (cookies) => caller(cookies),
    async signIn(email, password = PASSWORD) {
      const answer = await caller().send('POST', '/auth/v1/sign-in/email', { email, password });
      if (answer.status !== 200) throw new Error(`sign-in answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      return caller(cookieOf(answer));
    },
    async delivered() {
      for (let tries = 0; tries < 1000; tries += 1) {
        const { rowCount } = await pool.query('SELECT FROM notification_outbox LIMIT 1');
        if (!rowCount) return;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      throw new Error('notifications were sent and did not arrive');
    },
    async mailTo(email) {
      for (let tries = 0; tries < 200; tries += 1) {
        const mail = (await listOutbox(services.db)).find(({ recipient }) => recipient === email);
        if (mail) return mail;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error(`no mail to ${email} arrived`);
    },
    async close() {
      await app.close();
      await services.close();
      await pool.end();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

let shared: Promise<TestApp> | undefined;

/**
 * The app that the test files of one worker share, one after another, because starting an app takes longer than most
 * tests. Tests in such a file use only their own tenants and addresses. Use `createTestApp` in files that count rows of
 * the whole platform, run a job over all tenants, use up a limit of one network, or change settings or tables.
 * `close` hands the app over to the next file. Its database is dropped at the end of the run.
 */
export async function shareTestApp(): Promise<TestApp> {
  shared ??= createTestApp();
  const test = await shared;
  return {
    ...test,
    async close() {
      test.setNow(null);
      test.logLines.length = 0;
    },
  };
}

/** The Cookie header that a browser would send after this answer. */
export const cookieOf = ({ cookies }: Pick<Answer, 'cookies'>): string =>
  cookies.map((cookie) => cookie.split(';')[0]).join('; ');

/** The first link of a mail. */
export function linkIn(text: string): URL {
  const [link] = text.match(/https?:\/\/\S+/) ?? [];
  if (!link) throw new Error('the mail has no link');
  return new URL(link);
}

const parse = (text: string): unknown => (text === '' ? null : JSON.parse(text));

/**
 * Runs a statement again after a deadlock, as the product does with its transactions. On a cluster a factory's insert into
 * a copied table locks it on every machine, and so do the jobs beside it.
 */
function repeatAfterDeadlock(pool: Pool): void {
  const query = pool.query.bind(pool) as (...statement: unknown[]) => Promise<unknown>;
  const repeated = (...statement: unknown[]) =>
    query(...statement).catch((error: unknown) => {
      if (!mayBeDeadlock(error)) throw error;
      return query(...statement);
    });
  Object.assign(pool, { query: repeated });
}
