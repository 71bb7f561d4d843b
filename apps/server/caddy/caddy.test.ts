import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { coachDomains } from '../src/features/domains/domains.table.ts';
import { listenForTlsAsk } from '../src/http/tls-ask.ts';
import { createTestApp, PASSWORD, type TestApp } from '../test/app.ts';
import { aClient, aCoach, type Client, type Coach } from '../test/people.ts';
import { freePort } from '../test/server-process.ts';

/** Runs with `npm run test:caddy`. `apt-get install caddy` installs Caddy, whose own authority signs the certificates. */
const START_MS = 10_000;
const HOSTS = ['portal.maya.example', 'fit.ana.example'] as const;

let test: TestApp;
let ask: Awaited<ReturnType<typeof listenForTlsAsk>>;
let caddy: ReturnType<typeof spawn>;
let folder: string;
let port: number;
let authority: string;
let coaches: Coach[];
let clients: Client[];

/** As `docs/domains.md` has it, with ports for tests and certificates of Caddy's own authority. */
const caddyfile = (appPort: number) => `{
	admin off
	local_certs
	skip_install_trust
	storage file_system ${folder}
	https_port ${port}
	auto_https disable_redirects
	on_demand_tls {
		ask http://127.0.0.1:${ask.port}/tls-ask
	}
}
https:// {
	tls {
		on_demand
	}
	reverse_proxy 127.0.0.1:${appPort}
}
`;

beforeAll(async () => {
  await promisify(execFile)('caddy', ['version']).catch((error: unknown) => {
    throw new Error('This test needs Caddy: apt-get install caddy', { cause: error });
  });
  test = await createTestApp({ APP_URL: 'https://app.product.example', TRUST_PROXY: 'loopback' });
  coaches = [await aCoach(test), await aCoach(test)];
  clients = await Promise.all(coaches.map((coach) => aClient(test, { of: coach })));
  const now = new Date();
  for (const [index, coach] of coaches.entries()) {
    const domain = HOSTS[index] ?? '';
    await test.owner
      .insert(coachDomains)
      .values({ coachId: coach.id, domain, token: 'x', claimedAt: now, verifiedAt: now });
  }
  ask = await listenForTlsAsk(test.services, 0);
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  const address = test.app.server.address();
  if (typeof address !== 'object' || !address) throw new Error('the app listens nowhere');
  [folder, port] = [await mkdtemp(path.join(tmpdir(), 'caddy-')), await freePort()];
  const file = path.join(folder, 'Caddyfile');
  await writeFile(file, caddyfile(address.port));
  caddy = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    stdio: 'ignore',
    env: { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  const endsAt = performance.now() + START_MS;
  const root = path.join(folder, 'pki/authorities/local/root.crt');
  for (;;) {
    authority = await readFile(root, 'utf8').catch(() => '');
    if (authority !== '') break;
    if (caddy.exitCode !== null || performance.now() > endsAt) throw new Error('Caddy did not start');
    await delay(50);
  }
});
afterAll(async () => {
  caddy.kill();
  await ask.close();
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

type Asked = { path: string; method?: string; body?: object; headers?: Record<string, string> };

/** Asks Caddy for a host, with a checked certificate. */
const visit = (host: string, { path: url, method = 'GET', body, headers = {} }: Asked) =>
  new Promise<{ status: number; location: string; cookies: string[]; text: string; name: string }>(
    (resolve, reject) => {
      const sent = request(
        {
          host: '127.0.0.1',
          port,
          servername: host,
          path: url,
          method,
          ca: authority,
          agent: false,
          headers: { host, 'content-type': 'application/json', ...headers },
        },
        async (response) => {
          const name = (response.socket as TLSSocket).getPeerCertificate().subjectaltname ?? '';
          let text = '';
          for await (const chunk of response) text += String(chunk);
          const cookies = response.headers['set-cookie'] ?? [];
          resolve({ status: response.statusCode ?? 0, location: response.headers.location ?? '', cookies, text, name });
        },
      );
      sent.once('error', reject).end(body && JSON.stringify(body));
    },
  );

describe('behind Caddy', () => {
  it.each(HOSTS)('%s has a certificate of its name', async (host) => {
    const { status, location, name } = await visit(host, { path: '/' });
    expect([status, location, name]).toEqual([302, '/auth', `DNS:${host}`]);
  });

  it('each domain signs in the clients of its coach, and no others', async () => {
    for (const [index, host] of HOSTS.entries()) {
      for (const [other, client] of clients.entries()) {
        const body = { email: client.email, password: PASSWORD };
        const headers = { origin: `https://${host}` };
        const answer = await visit(host, { path: '/auth/v1/sign-in/email', method: 'POST', body, headers });
        expect(answer.status, `${host} ${other}`).toBe(index === other ? 200 : 403);
        if (index !== other) continue;
        const cookie = answer.cookies.map((each) => each.split(';')[0]).join('; ');
        const session = JSON.parse((await visit(host, { path: '/rest/v1/session', headers: { cookie } })).text);
        expect(session.client.coachId).toBe(coaches[index]?.id);
      }
    }
  });

  it.each(['unknown.example', 'app.product.example', 'sub.portal.maya.example'])(
    '%s gets no certificate',
    async (host) => {
      await expect(visit(host, { path: '/' })).rejects.toThrow();
    },
  );

  it('a domain without the plan leads to the product', async () => {
    await test.owner.execute(sql`update users set plan = 'plus' where id = ${coaches[0]?.id}`);
    await expect
      .poll(async () => (await visit(HOSTS[0], { path: '/client/dashboard' })).location, { timeout: 10_000 })
      .toBe('https://app.product.example/client/dashboard');
    expect((await visit(HOSTS[1], { path: '/' })).location).toBe('/auth');
  });
});
