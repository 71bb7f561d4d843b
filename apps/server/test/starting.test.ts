import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort, ServerProcesses } from './server-process.ts';

const servers = new ServerProcesses();
afterEach(() => servers.clean());

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const OLD_NODE = /^Stridewell runs on Node\.js 24, and this is 18\.19\.1\. Run "npm ci", .* start with "npm start"\.$/;

/** Starts a server that cannot start, and returns its message. Checks that it has not started the database. */
async function refusal(variables: Record<string, string>, nodeOptions: readonly string[] = []): Promise<string> {
  const folder = await servers.newFolder();
  const { outcome, output, child } = await servers.start({ DATA_DIR: folder, ...variables }, nodeOptions);
  expect(outcome, output()).toBe('ended');
  expect(child.exitCode).toBe(1);
  expect(await readdir(folder)).toEqual([]);
  return output().trim();
}

describe('a server that cannot start explains why in one sentence, before starting the database', () => {
  it('when its port is in use', async () => {
    const other = net.createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as net.AddressInfo;
    try {
      expect(await refusal({ PORT: String(port) })).toBe(
        `Port ${port} on 127.0.0.1 is in use: stop the program that uses it, or set PORT to another one.`,
      );
    } finally {
      other.close();
    }
  }, 60_000);

  it('when its address belongs to another machine', async () => {
    expect(await refusal({ PORT: '0', HOST: '192.0.2.1', DEMO: 'true' })).toContain(
      'HOST=192.0.2.1 is no address of this machine: set it to one, such as 127.0.0.1, or 0.0.0.0 for all.',
    );
  }, 60_000);

  it('when its folder cannot be written', async () => {
    const folder = await servers.newFolder();
    const file = path.join(folder, 'file');
    await writeFile(file, '');
    const DATA_DIR = path.join(file, 'data');
    const { outcome, output } = await servers.start({ DATA_DIR, PORT: '0' });
    expect(outcome).toBe('ended');
    expect(output().trim()).toMatch(
      /^DATA_DIR=\S+ cannot be written \(\w+\): let this user write to the folder, or set DATA_DIR to another one\.$/,
    );
  }, 60_000);

  it('when Node is too old, even before a build', async () => {
    const pretend = path.join(await servers.newFolder(), 'node-18.cjs');
    await writeFile(
      pretend,
      `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.19.1' } });`,
    );
    expect(await refusal({ PORT: '0' }, ['--require', pretend])).toMatch(OLD_NODE);
    const check = path.join(repository, 'scripts/check-node.cjs');
    const [error, , said] = await new Promise<[Error | null, string, string]>((resolve) => {
      execFile(process.execPath, ['--require', pretend, check], (...result) => resolve(result));
    });
    expect(error).toMatchObject({ code: 1 });
    expect(said.trim()).toMatch(OLD_NODE);
    // An old Node parses the whole file and its static imports before it runs the first line.
    const main = await readFile(path.join(repository, 'apps/server/dist/main.js'), 'utf8');
    expect(main).not.toMatch(/^(?:import\s*[\w{*'"]|export\b.*\bfrom\b)/m);
    expect(main).not.toMatch(/\bawait\b|\?\.|\?\?/);
  }, 60_000);

  it('when it would sell plans for test cards and store mail, naming both problems', async () => {
    const said = await refusal({ PORT: '0', DEMO: 'false' });
    expect(said.split('\n').map((line) => line.trim().split(':')[0])).toEqual([
      'The environment is not usable',
      'STRIPE_SECRET_KEY',
      'SMTP_URL',
    ]);
  }, 60_000);
});

it('answers on both loopback addresses with HOST=localhost, with 503 until it is ready', async () => {
  const PORT = String(await freePort());
  const sandbox = { DEMO: 'false', ALLOW_SANDBOX_PAYMENTS: 'true', ALLOW_MAIL_OUTBOX: 'true' };
  const starting = servers.start({ DATA_DIR: await servers.newFolder(), PORT, HOST: 'localhost', ...sandbox });
  const statuses: string[] = [];
  let ended = false;
  const asking = (async () => {
    while (!ended) {
      const status = await ask(`http://127.0.0.1:${PORT}/readyz`);
      if (status !== BUSY && status !== statuses.at(-1)) statuses.push(status);
      await setTimeout(20);
    }
  })();
  const { outcome, output } = await starting;
  expect(outcome, output()).toBe('ready');
  await expect.poll(() => statuses.at(-1)).toBe('200');
  ended = true;
  await asking;
  // Once the port answers, no connection is refused.
  expect(statuses).toEqual(['ECONNREFUSED', '503 Retry-After 2', '200']);
  await expect.poll(() => ask(`http://localhost:${PORT}/readyz`)).toBe('200');
}, 120_000);

/** How a ready server refuses requests for a moment, on a machine that other tests keep busy. */
const BUSY = '503 Retry-After 5';

const ask = (url: string): Promise<string> =>
  new Promise((resolve) => {
    http
      .get(url, { agent: false }, (response) => {
        response.resume();
        const retry = response.headers['retry-after'];
        response.once('end', () => resolve(`${response.statusCode}${retry ? ` Retry-After ${retry}` : ''}`));
      })
      .once('error', (error) => resolve('code' in error ? String(error.code) : error.message));
  });
