import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { onTestFinished } from 'vitest';
import { PLACEMENT } from '../src/core/tenancy/placement.ts';
import { queues } from '../src/jobs.ts';
import { migrateDatabase } from '../src/platform/db/migrate.ts';
import { withConnection } from '../src/platform/db/pool.ts';
import { runAsOwner, schemaFolders } from './cluster.ts';

/** A user like those of managed databases: it may sign in and create roles, and owns its databases. */
export type PlainOwner = { name: string; password: string };

export async function createPlainOwner(clusterUrl: string, rights = 'CREATEROLE'): Promise<PlainOwner> {
  const owner = { name: `owner_${randomBytes(5).toString('hex')}`, password: randomBytes(12).toString('hex') };
  await runAsOwner(clusterUrl, `CREATE ROLE ${owner.name} LOGIN ${rights} PASSWORD '${owner.password}'`);
  return owner;
}

/** Creates an empty database of this owner, dropped after the test. @returns its address as the owner */
export async function createPlainDatabase(clusterUrl: string, { name, password }: PlainOwner): Promise<string> {
  const database = `plain_${randomBytes(5).toString('hex')}`;
  await runAsOwner(clusterUrl, `CREATE DATABASE ${database} OWNER ${name}`);
  onTestFinished(() => runAsOwner(clusterUrl, `DROP DATABASE ${database} WITH (FORCE)`));
  const url = new URL(clusterUrl);
  Object.assign(url, { username: name, password, pathname: `/${database}` });
  return url.href;
}

/** Prepares the database like a start of the server. */
export const start = (ownerUrl: string, secret: string): Promise<void> =>
  migrateDatabase({ ...schemaFolders, placement: PLACEMENT, ownerUrl, secret, queues });

/** Runs one statement as the user of this address. */
export const ask = <Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> =>
  withConnection(url, async (client) => (await client.query<Row>(statement)).rows);

export const versionOf = async (clusterUrl: string): Promise<number> =>
  Number(
    (await ask<{ version: string }>(clusterUrl, `SELECT current_setting('server_version_num') AS version`))[0]?.version,
  );
