import { createHmac } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { type LargeSizes, seedLarge } from '../apps/server/seed/large.ts';
import { digestOfToken } from '../apps/server/src/core/auth/auth.table.ts';
import { PLACEMENT } from '../apps/server/src/core/tenancy/placement.ts';
import { carryOver, createAuditKeys } from '../apps/server/src/features/audit/audit.check.service.ts';
import { applyBuiltInFoods } from '../apps/server/src/features/foods/foods.built-in.service.ts';
import { queues } from '../apps/server/src/jobs.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/db/embedded.ts';
import { migrateDatabase } from '../apps/server/src/platform/db/migrate.ts';

export const SECRET = 'a-secret-for-benchmarks-of-one-run-only-0123456789';
const TEMPLATE = 'bench_template';

/** The PostgreSQL of one run, with a migrated database as a template for copies. */
export type Cluster = { url: string; stop(): Promise<void> };

export async function startCluster(dir: string): Promise<Cluster> {
  const { ownerUrl, stop } = await startEmbeddedPostgres({ dir, durable: false });
  await run(ownerUrl, `CREATE DATABASE ${TEMPLATE}`);
  await migrateDatabase({
    ownerUrl: urlOf(ownerUrl, TEMPLATE),
    secret: SECRET,
    migrationsFolder: fileURLToPath(new URL('../apps/server/migrations', import.meta.url)),
    functionsFolder: fileURLToPath(new URL('../apps/server/functions', import.meta.url)),
    placement: PLACEMENT,
    queues,
    async afterwards(owner) {
      await carryOver(owner, createAuditKeys([SECRET]));
      await applyBuiltInFoods(owner);
    },
  });
  return { url: ownerUrl, stop };
}

/** Creates a database with these numbers of coaches and clients. @returns its address */
export async function createDatabase({ url }: Cluster, name: string, sizes: LargeSizes): Promise<string> {
  await run(url, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY FILE_COPY`);
  const ownerUrl = urlOf(url, name);
  await seedLarge({ ownerUrl: withoutTriggers(ownerUrl), now: new Date(), ...sizes });
  // Otherwise autovacuum would start during a measurement, at the next full minute.
  await run(ownerUrl, 'VACUUM');
  return ownerUrl;
}

/** Turns off triggers, because checking foreign keys takes most of the time for millions of rows. */
function withoutTriggers(ownerUrl: string): string {
  const url = new URL(ownerUrl);
  url.searchParams.set('options', '-c session_replication_role=replica');
  return url.href;
}

function urlOf(clusterUrl: string, database: string): string {
  const url = new URL(clusterUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/**
 * Opens a session for each of these people and resolves to the cookies. For a person without an account in the
 * scenario, the cookie belongs to no session.
 */
export async function openSessions(url: string, userIds: readonly string[]): Promise<string[]> {
  const opened = userIds.map((userId) => ({ userId, token: `a-session-of-${userId}` }));
  const rows = opened.map(({ userId, token }) => `('${userId}'::uuid, '${digestOfToken(token)}')`);
  await run(
    url,
    `INSERT INTO sessions (id, user_id, token, expires_at)
      SELECT gen_random_uuid(), p.id, p.token, now() + interval '1 day'
      FROM (VALUES ${rows.join(', ')}) p(id, token) JOIN users u ON u.id = p.id ON CONFLICT DO NOTHING`,
  );
  return opened.map(({ token }) => {
    const signature = createHmac('sha256', SECRET).update(token).digest('base64');
    return `stridewell.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
  });
}

/** Runs one statement on a new connection. */
export async function run<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}
