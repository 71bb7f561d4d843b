import { once } from 'node:events';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';
import { startTimeOf } from './embedded-process.ts';

let dir: string;
let server: EmbeddedPostgres;
const events: string[] = [];
let givenUp: unknown;

const start = async () => {
  server = await startEmbeddedPostgres({
    dir,
    durable: false,
    watcher: {
      onRestart: () => void events.push('restarted'),
      onAttemptFailed: () => void events.push('failed'),
      onGivenUp: (error) => {
        events.push('given up');
        givenUp = error;
      },
    },
  });
};
beforeEach(async () => {
  dir = await realpath(await mkdtemp(path.join(tmpdir(), 'supervised-')));
  events.length = 0;
  givenUp = undefined;
  await start();
});
afterEach(async () => {
  await server.stop();
  await rm(dir, { recursive: true, force: true });
});

async function answer(): Promise<unknown> {
  const client = new pg.Client({ connectionString: server.ownerUrl });
  await client.connect();
  const { rows } = await client.query('select 1 as one');
  await client.end();
  return rows[0];
}

const kill = async () => {
  const { pid } = server;
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => startTimeOf(pid), { timeout: 5000 }).toBeUndefined();
};

describe('a supervised database', () => {
  it('runs again with the same address after each kill', async () => {
    const { ownerUrl } = server;
    for (let kills = 1; kills <= 3; kills += 1) {
      const { pid } = server;
      await kill();
      await expect.poll(() => events.length, { timeout: 10_000 }).toBe(kills);
      expect(server.pid).not.toBe(pid);
      expect(await answer()).toEqual({ one: 1 });
    }
    expect(events).toEqual(['restarted', 'restarted', 'restarted']);
    expect(server.ownerUrl).toBe(ownerUrl);
  });

  it('stays stopped when it was stopped on purpose', async () => {
    const { pid } = server;
    await server.stop();
    await delay(500);
    expect(events).toEqual([]);
    expect(await startTimeOf(pid)).toBeUndefined();
    await expect(answer()).rejects.toThrow('ECONNREFUSED');
  });

  it('stops when asked during a restart', async () => {
    await kill();
    await delay(250);
    await server.stop();
    await delay(300);
    await expect(answer()).rejects.toThrow('ECONNREFUSED');
  });

  it('is given up while another program holds its port', async () => {
    const taker = net.createServer();
    process.kill(server.pid, 'SIGKILL');
    const { port } = new URL(server.ownerUrl);
    // The port is free for a moment between the death and the first look.
    for (;;) {
      taker.listen(Number(port), '127.0.0.1');
      const [event] = await Promise.race([once(taker, 'listening').then(() => ['taken']), once(taker, 'error')]).catch(
        () => ['again'],
      );
      if (event === 'taken') break;
    }
    await expect.poll(() => events.at(-1), { timeout: 20_000 }).toBe('given up');
    expect(events).toEqual([...Array.from({ length: 5 }, () => 'failed'), 'given up']);
    expect(givenUp).toMatchObject({ message: expect.stringContaining(`port ${port} is taken`) });
    taker.close();
  }, 40_000);
});
