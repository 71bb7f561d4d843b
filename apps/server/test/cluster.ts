import { randomBytes } from 'node:crypto';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { PLACEMENT } from '../src/core/tenancy/placement.ts';
import { carryOver, createAuditKeys } from '../src/features/audit/audit.check.service.ts';
import { applyBuiltInFoods } from '../src/features/foods/foods.built-in.service.ts';
import { queues } from '../src/jobs.ts';
import { distributeTables } from '../src/platform/db/distribute.ts';
import { startEmbeddedPostgres } from '../src/platform/db/embedded.ts';
import { migrateDatabase } from '../src/platform/db/migrate.ts';
import { withConnection } from '../src/platform/db/pool.ts';

/** Signs cookies and derives role passwords in every test. */
export const TEST_SECRET = 'a-secret-that-only-the-tests-know-0123456789';
/** Where the tables and functions of a version are. */
export type SchemaFolders = { migrationsFolder: string; functionsFolder: string };
export const schemaFolders: SchemaFolders = {
  migrationsFolder: fileURLToPath(new URL('../migrations', import.meta.url)),
  functionsFolder: fileURLToPath(new URL('../functions', import.meta.url)),
};

const withDatabase = (url: string, name: string): string => {
  const result = new URL(url);
  result.pathname = `/${name}`;
  return result.href;
};

/** Runs one statement on a new connection. */
export const runAsOwner = (url: string, statement: string): Promise<void> =>
  withConnection(url, async (client) => void (await client.query(statement)));

/** The cluster of one test run: the one in DATABASE_URL, or else the embedded one without durability. */
export async function startTestCluster(
  databaseUrl: string | undefined,
): Promise<{ url: string; stop(): Promise<void> }> {
  if (databaseUrl) return { url: databaseUrl, stop: async () => undefined };
  const dir = await mkdtemp(path.join(os.tmpdir(), 'stridewell-test-'));
  // The user that runs PostgreSQL needs access.
  await chmod(dir, 0o755);
  const cluster = await startEmbeddedPostgres({ dir, durable: false });
  return {
    url: cluster.ownerUrl,
    async stop() {
      await cluster.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function afterwards(owner: NodePgDatabase): Promise<void> {
  await carryOver(owner, createAuditKeys([TEST_SECRET]));
  await applyBuiltInFoods(owner);
}

/** Brings a test database to a version: to the present one unless `folders` are those of another one. */
export const migrateTestDatabase = (ownerUrl: string, folders = schemaFolders): Promise<void> =>
  migrateDatabase({
    ownerUrl,
    secret: TEST_SECRET,
    migrationsFolder: folders.migrationsFolder,
    functionsFolder: folders.functionsFolder,
    placement: PLACEMENT,
    queues,
    ...(folders === schemaFolders && { afterwards }),
  });

/** The machines of a Citus cluster, the coordinator first; undefined on a plain PostgreSQL. */
const citusOf = new Map<string, Promise<readonly string[] | undefined>>();

export function findMachines(clusterUrl: string): Promise<readonly string[] | undefined> {
  const found = citusOf.get(clusterUrl) ?? readNodes(clusterUrl);
  citusOf.set(clusterUrl, found);
  return found;
}

const readNodes = (clusterUrl: string) =>
  withConnection(clusterUrl, async (client) => {
    const { rowCount } = await client.query(`SELECT FROM pg_extension WHERE extname = 'citus'`);
    if (!rowCount) return undefined;
    const { rows } = await client.query<{ host: string; port: number }>(
      `SELECT nodename AS host, nodeport AS port FROM pg_dist_node WHERE noderole = 'primary' ORDER BY groupid`,
    );
    return rows.map(({ host, port }) => {
      const node = new URL(clusterUrl);
      node.hostname = host;
      node.port = String(port);
      return node.href;
    });
  });

/** Creates an empty database on every machine of a cluster. @returns the address on the coordinator */
export async function createDatabase(nodes: readonly string[], name: string): Promise<string> {
  for (const node of nodes) {
    await runAsOwner(node, `CREATE DATABASE ${name}`);
    await runAsOwner(withDatabase(node, name), 'CREATE EXTENSION citus');
  }
  const [coordinator, ...workers] = nodes.map((node) => new URL(withDatabase(node, name)));
  if (!coordinator) throw new Error('a cluster has no coordinator');
  await withConnection(coordinator.href, async (owner) => {
    await owner.query('SELECT citus_set_coordinator_host($1, $2)', [coordinator.hostname, Number(coordinator.port)]);
    for (const { hostname, port } of workers)
      await owner.query('SELECT citus_add_node($1, $2)', [hostname, Number(port)]);
  });
  return coordinator.href;
}

export async function dropDatabase(nodes: readonly string[], name: string): Promise<void> {
  for (const node of nodes) await withConnection(node, (client) => dropByForce(client, name));
}

const DROP_TRIES = 5;

/** PostgreSQL ends the connections and waits for five seconds, in which a busy machine's workers of Citus may not end. */
async function dropByForce(client: pg.Client, name: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      return;
    } catch (error) {
      const isInUse = error instanceof pg.DatabaseError && error.code === '55006';
      if (!isInUse || tries === DROP_TRIES) throw error;
    }
  }
}

/** Distributes the tables with few shards, because each shard of each table is a table. */
const distribute = (url: string) =>
  withConnection(url, async (owner) => {
    await owner.query('SET citus.shard_count = 2');
    await distributeTables(owner, { ...PLACEMENT, secret: TEST_SECRET });
  });

/** Ends the connections of a database and refuses new ones, so that it can be copied. */
async function closeDatabase(node: string, name: string): Promise<void> {
  await runAsOwner(node, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  await runAsOwner(node, `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${name}'`);
}

/** A migrated database as a template for copies. On a cluster its tables are distributed. */
export async function createTemplate(clusterUrl: string): Promise<string> {
  const name = `template_${randomBytes(5).toString('hex')}`;
  const nodes = await findMachines(clusterUrl);
  if (nodes) await createDatabase(nodes, name);
  else await runAsOwner(clusterUrl, `CREATE DATABASE ${name}`);
  await migrateTestDatabase(withDatabase(clusterUrl, name));
  if (nodes) {
    await distribute(withDatabase(clusterUrl, name));
    for (const node of nodes) await closeDatabase(node, name);
  }
  return name;
}

/**
 * A copy of the template with more in it, itself to be copied. The first worker of a run that wants one fills it, and the
 * others wait. `dropTemplate` drops it.
 * @param label names it among the copies of its template
 * @param fill gets the address of the copy as its owner
 * @returns its name
 */
export function fillTemplate(
  clusterUrl: string,
  template: string,
  label: string,
  fill: (ownerUrl: string) => Promise<void>,
): Promise<string> {
  const name = prefixOfCopies(template) + label;
  return withConnection(clusterUrl, async (client) => {
    // Ends with the connection.
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1 AND NOT datallowconn', [name]);
    if (rowCount) return name;
    const nodes = (await findMachines(clusterUrl)) ?? [clusterUrl];
    // A worker that failed to fill the copy leaves it behind.
    await dropDatabase(nodes, name);
    await copyDatabase(nodes, template, name);
    await fill(withDatabase(clusterUrl, name));
    for (const node of nodes) await closeDatabase(node, name);
    return name;
  });
}

/** Drops a template and the copies that are left of it. */
export async function dropTemplate(clusterUrl: string, name: string): Promise<void> {
  const nodes = (await findMachines(clusterUrl)) ?? [clusterUrl];
  const copies = await withConnection(clusterUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      'SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)',
      [prefixOfCopies(name)],
    );
    return rows.map((row) => row.name);
  });
  for (const database of [...copies, name]) await dropDatabase(nodes, database);
}

const prefixOfCopies = (template: string): string => `${template.replace('template', 'test')}_`;

/** The schema as the migrations up to one of them made it, in new folders below `parent`. It has no function files. */
export async function copyEarlierSchema(parent: string, last: number): Promise<SchemaFolders> {
  const folders = {
    migrationsFolder: path.join(parent, 'migrations'),
    functionsFolder: path.join(parent, 'functions'),
  };
  await cp(schemaFolders.migrationsFolder, folders.migrationsFolder, { recursive: true });
  await mkdir(folders.functionsFolder);
  const file = path.join(folders.migrationsFolder, 'meta', '_journal.json');
  const journal: { entries: { tag: string }[] } = JSON.parse(await readFile(file, 'utf8'));
  const entries = journal.entries.filter(({ tag }) => Number.parseInt(tag, 10) <= last);
  await writeFile(file, JSON.stringify({ ...journal, entries }));
  return folders;
}

/** A database of another version, on one machine. */
export async function createEarlierDatabase(
  clusterUrl: string,
  folders: SchemaFolders,
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `earlier_${randomBytes(5).toString('hex')}`;
  await runAsOwner(clusterUrl, `CREATE DATABASE ${name}`);
  const url = withDatabase(clusterUrl, name);
  await migrateTestDatabase(url, folders);
  return { url, drop: () => runAsOwner(clusterUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

/** Tables keep their ids in a copy, so the machines' metadata stays valid. */
async function copyDatabase(nodes: readonly string[], template: string, name: string): Promise<void> {
  for (const node of nodes) await runAsOwner(node, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
}

/** A fresh copy of the template, on every machine; about 40 ms each. */
export async function copyTemplate(
  clusterUrl: string,
  template: string,
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = prefixOfCopies(template) + randomBytes(6).toString('hex');
  const nodes = (await findMachines(clusterUrl)) ?? [clusterUrl];
  await copyDatabase(nodes, template, name);
  return {
    url: withDatabase(clusterUrl, name),
    async drop() {
      for (const node of nodes) await dropWhenLeft(node, name);
    },
  };
}

/**
 * Drops a database after its last connection has closed. An ended pool is still closing its connections, and a server
 * that cut them off would cause an uncaught error.
 */
async function dropWhenLeft(clusterUrl: string, name: string): Promise<void> {
  await withConnection(clusterUrl, async (client) => {
    for (let tries = 0; tries < 250; tries += 1) {
      const { rows } = await client.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = $1 AND backend_type = 'client backend'
         AND application_name NOT LIKE 'citus%'`,
        [name],
      );
      if (rows.length === 0) break;
      await setTimeout(20);
    }
    await dropByForce(client, name);
  });
}
