import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { startTestCluster } from '../../../test/cluster.ts';
import { ask, createPlainDatabase, createPlainOwner, start } from '../../../test/plain-owner.ts';
import { APP_ROLE, AUTH_ROLE, loginOf, urlOfRole } from './roles.ts';

const newSecret = () => randomBytes(32).toString('hex');

async function newCluster(): Promise<string> {
  const { url, stop } = await startTestCluster(undefined);
  onTestFinished(stop);
  return url;
}

const groupsOf = (url: string) =>
  ask<{ name: string; login: boolean }>(
    url,
    `SELECT rolname AS name, rolcanlogin AS login FROM pg_roles WHERE rolname IN ('${APP_ROLE}', '${AUTH_ROLE}') ORDER BY 1`,
  );

it('starts ten times on a new cluster as its plain owner, with two installations', async () => {
  const cluster = await newCluster();
  const owner = await createPlainOwner(cluster);
  const installations: { url: string; secret: string }[] = [];
  for (let count = 0; count < 2; count += 1) {
    installations.push({ url: await createPlainDatabase(cluster, owner), secret: newSecret() });
  }
  for (let time = 0; time < 10; time += 1) {
    await Promise.all(installations.map(({ url, secret }) => start(url, secret)));
    for (const { url, secret } of installations) {
      expect(await ask(urlOfRole(url, APP_ROLE, secret), 'SELECT FROM users')).toEqual([]);
      expect(await ask(urlOfRole(url, AUTH_ROLE, secret), 'SELECT FROM sessions')).toEqual([]);
    }
  }
  expect(await groupsOf(cluster)).toEqual([
    { name: APP_ROLE, login: false },
    { name: AUTH_ROLE, login: false },
  ]);
}, 180_000);

it('tells a second owner which grants the first has to make', async () => {
  const cluster = await newCluster();
  const [first, second] = [await createPlainOwner(cluster), await createPlainOwner(cluster)];
  const [own, other] = [await createPlainDatabase(cluster, first), await createPlainDatabase(cluster, second)];
  const secret = newSecret();
  await start(own, newSecret());
  const grant = `GRANT ${APP_ROLE}, ${AUTH_ROLE} TO ${pg.escapeIdentifier(second.name)} WITH ADMIN OPTION`;
  await expect(start(other, secret)).rejects.toThrow(grant);
  await ask(own, grant);
  await start(other, secret);
  await start(other, secret);
  expect(await ask(urlOfRole(other, APP_ROLE, secret), 'SELECT FROM users')).toEqual([]);
}, 120_000);

it('removes the login of an earlier version’s roles once its processes are gone', async () => {
  const cluster = await newCluster();
  const owner = await createPlainOwner(cluster);
  const url = await createPlainDatabase(cluster, owner);
  const secret = newSecret();
  for (const role of [APP_ROLE, AUTH_ROLE]) await ask(url, `CREATE ROLE ${role} LOGIN PASSWORD 'earlier'`);
  const address = Object.assign(new URL(url), { username: APP_ROLE, password: 'earlier' }).href;
  const earlier = new pg.Client({ connectionString: address });
  await earlier.connect();
  try {
    await start(url, secret);
    expect(await groupsOf(cluster)).toEqual([
      { name: APP_ROLE, login: true },
      { name: AUTH_ROLE, login: false },
    ]);
    // A process of the earlier version opens further connections while the new one starts.
    expect(await ask(address, 'SELECT FROM users')).toEqual([]);
  } finally {
    await earlier.end();
  }
  await expect.poll(() => ask(url, `SELECT FROM pg_stat_activity WHERE usename = '${APP_ROLE}'`)).toEqual([]);
  await start(url, secret);
  expect(await groupsOf(cluster)).toMatchObject([{ login: false }, { login: false }]);
  await expect(ask(address, 'SELECT FROM users')).rejects.toMatchObject({ code: '28P01' });
  expect(await ask(urlOfRole(url, APP_ROLE, secret), 'SELECT current_user AS role')).toEqual([
    { role: loginOf(APP_ROLE, secret) },
  ]);
}, 120_000);
