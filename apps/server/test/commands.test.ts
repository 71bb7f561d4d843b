import { afterEach, expect, it } from 'vitest';
import { fetchPatiently, freePort, postmasterOf, ServerProcesses, stopProcess } from './server-process.ts';

const servers = new ServerProcesses();
afterEach(() => servers.clean());

it('commands work beside a running server, audit:verify also without, and it detects a different secret', async () => {
  const DATA_DIR = await servers.newFolder();
  const PORT = String(await freePort());
  const sandbox = { DEMO: 'false', ALLOW_SANDBOX_PAYMENTS: 'true', ALLOW_MAIL_OUTBOX: 'true' };
  const start = () => servers.start({ DATA_DIR, PORT, ...sandbox });
  const readiness = async () => (await fetchPatiently(`http://127.0.0.1:${PORT}/readyz`)).status;
  const verify = (args: readonly string[] = [], variables = {}) =>
    servers.command('audit-verify', args, { DATA_DIR, ...variables });

  const first = await start();
  expect(first.outcome, first.output()).toBe('ready');
  const beside = await verify();
  expect(beside.output).toMatch(/^last check: \S+\n0 entries in 0 chains, 0 problems$/);
  expect(beside.code).toBe(0);
  const KEY = 'an-encryption-key-of-this-installation-01234';
  const resealed = await servers.command('secrets-reseal', [], { DATA_DIR, ENCRYPTION_KEY: KEY });
  expect(resealed.output).toMatch(/^(\S+: 0 sealed again\n){6}ENCRYPTION_FORMER_KEYS can be removed\.$/);
  expect(resealed.code).toBe(0);
  // The retention model has no history to learn from, which is no failure of the training.
  const trained = await servers.command('retention-train', [], { DATA_DIR });
  expect(trained.output).toMatch(
    /^The history has too few clients who left .* 200, .*\nThe shipped prior stays in use/,
  );
  expect(trained.code).toBe(0);
  expect(await servers.command('retention-evaluate', [], { DATA_DIR })).toMatchObject({ code: 1 });
  expect(await servers.command('retention-models', ['--use', '3'], { DATA_DIR })).toEqual({
    code: 1,
    output: 'There is no version 3.',
  });
  expect(await readiness()).toBe(200);
  await stopProcess(first.child);

  const head = /last check: (\S+)/.exec(beside.output)?.[1] ?? '';
  expect(await verify(['--head', head])).toEqual(beside);
  await expect(postmasterOf(DATA_DIR)).rejects.toThrow('ENOENT');

  const other = await verify([], { AUTH_SECRET: 'a-secret-of-another-installation-0123456789' });
  expect(other.code).toBe(1);
  expect(other.output).toContain(
    'The last check was sealed with another secret. Set AUTH_SECRET to the secret of this',
  );

  // The wrong secret has changed nothing.
  const again = await start();
  expect(again.outcome, again.output()).toBe('ready');
  expect(await readiness()).toBe(200);
}, 180_000);

it('a command explains a problem in one sentence', async () => {
  const DATA_DIR = await servers.newFolder();
  const { code, output } = await servers.command('migrate', [], { DATA_DIR, PORT: 'eighty' });
  expect({ code, output }).toEqual({
    code: 1,
    output: 'The environment is not usable:\n  PORT: Invalid input: expected number, received NaN',
  });
}, 120_000);
