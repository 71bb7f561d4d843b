import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, inject, it } from 'vitest';
import {
  ask,
  createPlainDatabase,
  createPlainOwner,
  type PlainOwner,
  start,
  versionOf,
} from '../../../test/plain-owner.ts';
import { withConnection } from './pool.ts';
import { APP_ROLE, AUTH_ROLE, ensureRoles, loginOf, recreateLogins, urlOfRole } from './roles.ts';

const newSecret = () => randomBytes(32).toString('hex');
const clusterUrl = () => inject('clusterUrl');
const setUp = (url: string, secret: string) => withConnection(url, (owner) => ensureRoles(owner, secret));
const mine = (url: string, secret: string) =>
  ask<{ role: string }>(urlOfRole(url, APP_ROLE, secret), 'SELECT current_user AS role');

/** The groups of the test cluster belong to its superuser, whose grant a plain owner needs from PostgreSQL 16 on. */
async function owner(): Promise<PlainOwner> {
  const created = await createPlainOwner(clusterUrl());
  if ((await versionOf(clusterUrl())) >= 160_000) {
    await ask(clusterUrl(), `GRANT ${APP_ROLE}, ${AUTH_ROLE} TO ${created.name} WITH ADMIN OPTION`);
  }
  return created;
}

it('starts ten times in a row on the database of a plain owner', async () => {
  const url = await createPlainDatabase(clusterUrl(), await owner());
  const secret = newSecret();
  for (let time = 0; time < 10; time += 1) await start(url, secret);
  expect(await mine(url, secret)).toEqual([{ role: loginOf(APP_ROLE, secret) }]);
  // Row-level security holds for the members of the group: without a scope there is no row.
  expect(await ask(urlOfRole(url, APP_ROLE, secret), 'SELECT FROM users')).toEqual([]);
  expect(await ask(urlOfRole(url, AUTH_ROLE, secret), 'SELECT FROM sessions')).toEqual([]);
  await expect(ask(urlOfRole(url, APP_ROLE, secret), 'SELECT FROM sessions')).rejects.toMatchObject({ code: '42501' });
}, 120_000);

it('lets two installations share a cluster, each with its own access', async () => {
  const installations = await Promise.all(
    [1, 2].map(async () => ({ url: await createPlainDatabase(clusterUrl(), await owner()), secret: newSecret() })),
  );
  for (let time = 0; time < 10; time += 1) {
    await Promise.all(installations.map(({ url, secret }) => setUp(url, secret)));
    for (const { url, secret } of installations) expect(await mine(url, secret)).toHaveLength(1);
  }
  const [one, other] = installations;
  if (!one || !other) throw new Error('two installations');
  await expect(mine(other.url, one.secret)).rejects.toMatchObject({ code: '42501' });
  await expect(mine(one.url, other.secret)).rejects.toMatchObject({ code: '42501' });
});

it('changes nothing when nothing differs', async () => {
  const url = await createPlainDatabase(clusterUrl(), await owner());
  const secret = newSecret();
  await setUp(url, secret);
  const statements = await withConnection(url, async (client) => {
    const sent: string[] = [];
    const query = client.query.bind(client) as (...parameters: unknown[]) => unknown;
    Reflect.set(client, 'query', (text: string, ...others: unknown[]) => {
      sent.push(text);
      return query(text, ...others);
    });
    await ensureRoles(client, secret);
    return sent;
  });
  expect(statements.length).toBeGreaterThan(3);
  expect(statements.filter((text) => !text.trimStart().startsWith('SELECT'))).toEqual([]);
});

it('revokes rights that a login role must not have', async () => {
  const url = await createPlainDatabase(clusterUrl(), await owner());
  const secret = newSecret();
  await setUp(url, secret);
  const login = loginOf(APP_ROLE, secret);
  await ask(clusterUrl(), `ALTER ROLE ${login} CREATEROLE NOINHERIT`);
  await setUp(url, secret);
  expect(await ask(clusterUrl(), `SELECT rolcreaterole, rolinherit FROM pg_roles WHERE rolname = '${login}'`)).toEqual([
    { rolcreaterole: false, rolinherit: true },
  ]);
  // Only a superuser can revoke this right.
  await ask(clusterUrl(), `ALTER ROLE ${login} BYPASSRLS`);
  await expect(setUp(url, secret)).rejects.toThrow(`As a superuser run: ALTER ROLE ${login} NOBYPASSRLS`);
});

it('locks out the login roles of an earlier secret', async () => {
  const url = await createPlainDatabase(clusterUrl(), await owner());
  const [earlier, present] = [newSecret(), newSecret()];
  await setUp(url, earlier);
  expect(await mine(url, earlier)).toHaveLength(1);
  await setUp(url, present);
  expect(await mine(url, present)).toHaveLength(1);
  await expect(mine(url, earlier)).rejects.toMatchObject({ code: '42501' });
});

it('creates login roles again unless another database uses them, which it names', async () => {
  const plain = await owner();
  const [one, other] = [await createPlainDatabase(clusterUrl(), plain), await createPlainDatabase(clusterUrl(), plain)];
  const secret = newSecret();
  const recreate = () => withConnection(one, (client) => recreateLogins(client, secret));
  await setUp(one, secret);
  const before = await ask(clusterUrl(), `SELECT oid FROM pg_roles WHERE rolname = '${loginOf(APP_ROLE, secret)}'`);
  await recreate();
  expect(await mine(one, secret)).toHaveLength(1);
  expect(
    await ask(clusterUrl(), `SELECT oid FROM pg_roles WHERE rolname = '${loginOf(APP_ROLE, secret)}'`),
  ).not.toEqual(before);
  await setUp(other, secret);
  await expect(recreate()).rejects.toThrow(`The database ${new URL(other).pathname.slice(1)} has the same AUTH_SECRET`);
  expect(await mine(one, secret)).toHaveLength(1);
  await setUp(other, newSecret());
  await recreate();
  expect(await mine(one, secret)).toHaveLength(1);
});

it('keeps the access of roles for backups and reports', async () => {
  const reader = await createPlainOwner(clusterUrl(), '');
  const url = await createPlainDatabase(clusterUrl(), await owner());
  await setUp(url, newSecret());
  const address = Object.assign(new URL(url), { username: reader.name, password: reader.password });
  expect(await ask(address.href, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

it('names the right that the owner lacks in one sentence', async () => {
  const powerless = await createPlainOwner(clusterUrl(), '');
  const url = await createPlainDatabase(clusterUrl(), powerless);
  await expect(setUp(url, newSecret())).rejects.toThrow(
    `As a superuser run: ALTER ROLE ${pg.escapeIdentifier(powerless.name)} CREATEROLE.`,
  );
});
