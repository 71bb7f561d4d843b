import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { DEMO_CLIENTS } from '../seed/demo-clients.ts';
import { KeepAliveTraffic } from './keep-alive-traffic.ts';
import { fetchPatiently, freePort, postmasterOf, ServerProcesses, signIn, stopProcess } from './server-process.ts';

const servers = new ServerProcesses();
afterEach(() => servers.clean());
const start = (variables: Record<string, string>) => servers.start(variables);
const newFolder = () => servers.newFolder();

describe('starting the server', () => {
  it('serves the demo on an empty data directory, keeps it across a restart, and stops on SIGTERM', async () => {
    const DATA_DIR = await newFolder();
    const PORT = String(await freePort());
    const first = await start({ DATA_DIR, PORT });
    expect(first.outcome, first.output()).toBe('ready');
    expect(first.output()).toContain(`ready at http://localhost:${PORT}`);
    const cookie = await signIn(`http://127.0.0.1:${PORT}`);
    expect((await fetchPatiently(`http://127.0.0.1:${PORT}/readyz`)).status).toBe(200);

    // A second server on the same directory does not start, and does not disturb the first.
    const second = await start({ DATA_DIR, PORT: String(await freePort()) });
    expect(second.outcome).toBe('ended');
    expect(second.output()).toContain(DATA_DIR);
    expect((await fetchPatiently(`http://127.0.0.1:${PORT}/healthz`)).status).toBe(200);

    // The embedded database dies, and restarts automatically.
    const killed = await postmasterOf(DATA_DIR);
    const readiness = async () => (await fetch(`http://127.0.0.1:${PORT}/readyz`)).status;
    process.kill(killed, 'SIGKILL');
    await expect.poll(readiness, { timeout: 5000, interval: 20 }).toBe(503);
    await expect.poll(readiness, { timeout: 20_000 }).toBe(200);
    expect(await postmasterOf(DATA_DIR)).not.toBe(killed);

    const traffic = new KeepAliveTraffic(`http://127.0.0.1:${PORT}`, '/rest/v1/session', cookie);
    const upload = { coachId: randomUUID(), id: randomUUID(), purpose: 'photo', name: 'photo.pdf' };
    traffic.holdConnections(`/rest/v1/files?${new URLSearchParams(upload)}`);
    await expect.poll(() => traffic.statuses.length, { timeout: 10_000 }).toBeGreaterThan(50);
    const { code, ms } = await stopProcess(first.child);
    await traffic.end();
    expect(code, first.output()).toBe(0);
    expect(ms).toBeLessThan(10_000);
    expect({ statuses: new Set(traffic.statuses), failures: traffic.failures }).toEqual({
      statuses: new Set([200]),
      failures: [],
    });
    await expect(postmasterOf(DATA_DIR)).rejects.toThrow('ENOENT');

    const third = await start({ DATA_DIR, PORT });
    expect(third.outcome, third.output()).toBe('ready');
    // The session survives the restart, and the demo is not seeded twice.
    const read = async <Body>(path: string): Promise<Body> =>
      (
        await fetchPatiently(`http://127.0.0.1:${PORT}/rest/v1/${path}`, { headers: { cookie } })
      ).json() as Promise<Body>;
    const session = await read<{ role: string; user: { id: string } }>('session');
    expect(session).toMatchObject({ role: 'Coach-Pro' });
    const list = await read(`client_coach_relationships?coachId=${session.user.id}`);
    expect(list).toMatchObject({ seats: { used: DEMO_CLIENTS.length } });
  }, 120_000);

  it('explains problems of the environment, and exits', async () => {
    const { outcome, output } = await start({ DATA_DIR: await newFolder(), PORT: 'eighty' });
    expect(outcome).toBe('ended');
    expect(output()).toContain('PORT:');
  }, 60_000);
});
