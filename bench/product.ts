import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { largeClientId, largeCoachId, largePersonId, seedLarge } from '../apps/server/seed/large.ts';
import { readEnv } from '../apps/server/src/env.ts';
import { digestOfToken } from '../apps/server/src/core/auth/auth.table.ts';
import { buildApp } from '../apps/server/src/http/app.ts';
import { queues } from '../apps/server/src/jobs.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/db/embedded.ts';
import { migrateDatabase } from '../apps/server/src/platform/db/migrate.ts';
import { createLogger } from '../apps/server/src/platform/logger.ts';
import type { Services } from '../apps/server/src/core/services.ts';
import { createServices } from '../apps/server/src/services.ts';

const SECRET = 'a-secret-for-benchmarks-of-one-run-only-0123456789';

export type Product = {
  app: FastifyInstance;
  /** Where it listens. */
  address: string;
  services: Services;
  url: string;
  coachId: string;
  /** The coach's first client. */
  clientId: string;
  /** One of that client's. */
  checkInId: string;
  cookies: Record<'coach' | 'client', string>;
  close(): Promise<void>;
};

/** A PostgreSQL of this run; its folder goes with it. */
export async function startCluster(): Promise<{ url: string; stop(): Promise<void> }> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'stridewell-bench-'));
  const cluster = await startEmbeddedPostgres({ dir, durable: false });
  return {
    url: cluster.ownerUrl,
    async stop() {
      await cluster.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** The product on a database of its own with `coaches` coaches, and coach number one signed in. */
export async function startProduct(
  clusterUrl: string,
  name: string,
  coaches: number,
  clientsPerCoach = 10,
): Promise<Product> {
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  await run(clusterUrl, `CREATE DATABASE ${name}`);
  const migrationsFolder = fileURLToPath(new URL('../apps/server/migrations', import.meta.url));
  await migrateDatabase({ ownerUrl: url.href, secret: SECRET, migrationsFolder, queues });
  await seedLarge({ ownerUrl: url.href, now: new Date(), coaches, clientsPerCoach, days: 60 });
  const coachId = largeCoachId(1);
  const [coach = '', client = ''] = await openSessions(url.href, [coachId, largePersonId(1, 1)]);
  // One machine plays many, so their addresses are what it says they are.
  const env = readEnv({ DATABASE_URL: url.href, AUTH_SECRET: SECRET, APP_ROLE: 'web', TRUST_PROXY: 'true' });
  const log = createLogger({ level: 'silent' });
  const services = await createServices({ env, log, databaseUrl: url.href, secret: SECRET });
  const app = await buildApp(services);
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    app,
    address,
    services,
    url: url.href,
    coachId,
    clientId: largeClientId(1, 1),
    checkInId: await checkInOf(url.href, largeClientId(1, 1)),
    cookies: { coach, client },
    async close() {
      await app.close();
      await services.close();
    },
  };
}

/** A session of each of these people, and the cookies that show them. */
export async function openSessions(url: string, userIds: readonly string[]): Promise<string[]> {
  const opened = userIds.map((userId) => ({ userId, token: `a-session-of-${userId}` }));
  const rows = opened.map(
    ({ userId, token }) => `(gen_random_uuid(), '${userId}', '${digestOfToken(token)}', now() + interval '1 day')`,
  );
  await run(
    url,
    `INSERT INTO sessions (id, user_id, token, expires_at) VALUES ${rows.join(',')} ON CONFLICT DO NOTHING`,
  );
  return opened.map(({ token }) => {
    const signature = createHmac('sha256', SECRET).update(token).digest('base64');
    return `stridewell.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
  });
}

async function checkInOf(url: string, clientId: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>('SELECT id FROM check_ins WHERE client_id = $1 LIMIT 1', [
      clientId,
    ]);
    return rows[0]?.id ?? '';
  } finally {
    await client.end();
  }
}

export async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
