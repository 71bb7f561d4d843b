import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const repository = fileURLToPath(new URL('../../..', import.meta.url));
const running: ChildProcess[] = [];
const folders: string[] = [];

afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  }
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  server.close();
  return port;
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stridewell-main-'));
  await chmod(folder, 0o755);
  folders.push(folder);
  return folder;
}

/** Starts the server as a process of its own and waits until it serves or ends. */
async function start(variables: Record<string, string>) {
  const child = spawn(process.execPath, ['--import', 'tsx', main], {
    cwd: repository,
    env: { PATH: process.env.PATH, TZ: 'Asia/Kathmandu', LOG_LEVEL: 'info', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  let output = '';
  const outcome = await new Promise<'ready' | 'ended'>((resolve) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('ready at ')) resolve('ready');
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('close', () => resolve('ended'));
  });
  return { child, outcome, output: () => output };
}

describe('starting the server', () => {
  it('serves the demo on an empty data directory, keeps it over a restart, and stops on SIGTERM', async () => {
    const DATA_DIR = await newFolder();
    const PORT = String(await freePort());
    const first = await start({ DATA_DIR, PORT });
    expect(first.outcome, first.output()).toBe('ready');
    expect(first.output()).toContain(`ready at http://localhost:${PORT}`);
    const signIn = () =>
      fetch(`http://127.0.0.1:${PORT}/auth/v1/sign-in/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: `http://127.0.0.1:${PORT}` },
        body: JSON.stringify({ email: 'demo.coach.pro@example.com', password: 'demo-password-1' }),
      });
    const answer = await signIn();
    expect(answer.status).toBe(200);
    const cookie = answer.headers
      .getSetCookie()
      .map((value) => value.split(';')[0])
      .join('; ');
    expect((await fetch(`http://127.0.0.1:${PORT}/readyz`)).status).toBe(200);

    // A second server on the same directory does not start, and does not disturb the first.
    const second = await start({ DATA_DIR, PORT: String(await freePort()) });
    expect(second.outcome).toBe('ended');
    expect(second.output()).toContain(DATA_DIR);
    expect((await fetch(`http://127.0.0.1:${PORT}/healthz`)).status).toBe(200);

    first.child.kill('SIGTERM');
    const [code] = await once(first.child, 'exit');
    expect(code).toBe(0);

    const third = await start({ DATA_DIR, PORT });
    expect(third.outcome, third.output()).toBe('ready');
    // The session outlives the restart, and the seed is not planted twice.
    const list = await fetch(`http://127.0.0.1:${PORT}/rest/v1/session`, { headers: { cookie } });
    expect(await list.json()).toMatchObject({ role: 'Coach-Pro', unreadNotifications: 2 });
  }, 60_000);

  it.each([
    [{ DATABASE_URL: 'postgres://x@127.0.0.1/x' }, 'AUTH_SECRET: required with DATABASE_URL'],
    [{ PORT: 'eighty' }, 'PORT:'],
    [{ AUTH_SECRET: 'short' }, 'AUTH_SECRET needs at least 32 characters'],
  ])('says what is wrong with %o', async (variables, message) => {
    const { outcome, output } = await start({ DATA_DIR: await newFolder(), ...variables });
    expect(outcome).toBe('ended');
    expect(output()).toContain(message);
  });
});
