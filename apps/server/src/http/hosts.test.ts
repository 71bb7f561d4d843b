import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { InjectOptions } from 'fastify';
import ICAL from 'ical.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, linkIn, PASSWORD, type TestApp } from '../../test/app.ts';
import { aDomain, announceDomains } from '../../test/factories/domains.ts';
import {
  aClient,
  aCoach,
  anInvitation,
  anOperator,
  type Client,
  type Coach,
  signIn as enter,
} from '../../test/people.ts';
import { outboxMails } from '../platform/mail/outbox.table.ts';

const PRODUCT_HOST = 'app.product.example';
const PRODUCT = `https://${PRODUCT_HOST}`;

let test: TestApp;
let coach: Coach;
let other: Coach;
let client: Client;
let host: string;
let origin: string;
let names = 0;
beforeAll(async () => {
  test = await createTestApp({ APP_URL: PRODUCT });
});
afterAll(() => test.close());
beforeEach(async () => {
  names += 1;
  host = `portal${names}.example.org`;
  origin = `https://${host}`;
  [coach, other] = await Promise.all([aCoach(test), aCoach(test)]);
  client = await aClient(test, { of: coach });
  await aDomain(test, { of: coach, domain: host });
});

const ask = (options: InjectOptions, at = host) =>
  test.app.inject({ ...options, headers: { host: at, ...options.headers }, remoteAddress: `10.9.0.${names}` });
const get = (url: string, cookie = '', at = host) => ask({ method: 'GET', url, headers: cookie ? { cookie } : {} }, at);
const post = (url: string, payload: object, headers: Record<string, string> = {}, at = host) =>
  ask({ method: 'POST', url, payload, headers: { origin, ...headers } }, at);
const cookieOf = (person: { caller: { cookie: string | undefined } }) => person.caller.cookie ?? '';
/** The cookie of a person who has signed in at a host, which is the coach's domain without one. */
const cookieAt = async ({ id }: { id: string }, at = host) => {
  const isDomain = (await test.services.hosts.coachOfHost(at)) !== null;
  return cookieOf(await enter(test, id, isDomain ? at : undefined));
};
const cookiesOf = ({ headers }: { headers: Record<string, number | string | string[] | undefined> }) =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((one) => String(one).split(';')[0])
    .join('; ');
const signIn = (person: { email: string }, headers: Record<string, string> = {}) =>
  post('/auth/v1/sign-in/email', { email: person.email, password: PASSWORD }, headers);

describe('pages at a coach’s domain', () => {
  it('begin with the sign-in', async () => {
    expect((await get('/')).headers.location).toBe('/auth');
  });

  it.each(['/coach/x/dashboard', '/operator', '/operator/accounts', '/pricing', '/landing', '/coach-onboarding', '/x'])(
    'lead %s to the product',
    async (path) => {
      const answer = await get(`${path}?a=b`);
      expect([answer.statusCode, answer.headers.location]).toEqual([302, `https://app.product.example${path}?a=b`]);
    },
  );

  it('require encryption for this name, and not for others below it', async () => {
    for (const path of ['/rest/v1/session', '/auth']) {
      expect((await get(path)).headers['strict-transport-security']).toBe('max-age=31536000');
    }
  });

  it('never lead elsewhere than to the product', async () => {
    for (const path of ['//evil.example/x', '/\\evil.example', '/@evil.example']) {
      const { location } = (await get(path)).headers;
      if (location !== undefined) expect([PRODUCT_HOST, host]).toContain(new URL(String(location), origin).host);
    }
  });

  it('include the files that their clients download', async () => {
    const at = async (person: { id: string }) => get('/exports/own/food-log.zip', await cookieAt(person));
    const own = await at(client);
    expect([own.statusCode, own.headers['content-type']]).toEqual([200, 'application/zip']);
    for (const person of [coach, await aClient(test, { of: other })]) {
      expect([401, 403]).toContain((await at(person)).statusCode);
    }
  });

  it.each(['/metrics', '/api/docs', '/dev/outbox', '/sitemap.xml'])('do not include %s', async (path) => {
    expect([302, 404]).toContain((await get(path)).statusCode);
  });

  it.each(['/exports/x/clients.csv', '/webhooks/stripe', '/calendar-feeds/x', '/unsubscribe/x'])(
    'answer %s with 404',
    async (path) => {
      expect((await get(path)).statusCode).toBe(404);
      expect((await post(path, {})).statusCode).toBe(404);
    },
  );
});

describe('a session at a coach’s domain', () => {
  it('of their client is as usual', async () => {
    const answer = await get('/rest/v1/session', await cookieAt(client));
    expect(answer.json()).toMatchObject({ user: { id: client.id } });
  });

  it('of a coach or an operator counts as none', async () => {
    const operator = await anOperator(test);
    for (const person of [coach, other, operator]) {
      const cookie = await cookieAt(person);
      expect((await get('/rest/v1/user_roles', cookie)).statusCode).toBe(401);
      expect((await get(`/rest/v1/own_domain?coachId=${person.id}`, cookie)).statusCode).toBe(401);
    }
    expect((await get('/rest/v1/user_roles', cookieOf(coach), PRODUCT_HOST)).statusCode).toBe(200);
  });

  it('of a client of two coaches shows this coach alone', async () => {
    const both = await aClient(test, { of: other, person: client });
    const home = (await get('/rest/v1/session', await cookieAt(both))).json();
    expect(home.client.coachId).toBe(coach.id);
    expect(home.coachings.map(({ coachId }: { coachId: string }) => coachId)).toEqual([coach.id]);
    const atProduct = (await get('/rest/v1/session', cookieOf(both), PRODUCT_HOST)).json();
    expect(atProduct.coachings).toHaveLength(2);
    const named = { cookie: await cookieAt(both), 'x-coach-id': other.id };
    expect((await ask({ method: 'GET', url: '/rest/v1/user_roles', headers: named })).statusCode).toBe(401);
  });

  it('of a client of another coach has no coach here', async () => {
    const stranger = await aClient(test, { of: other });
    const cookie = await cookieAt(stranger);
    const session = (await get('/rest/v1/session', cookie)).json();
    expect([session.client, session.coachings]).toEqual([null, []]);
    const checkIns = `/rest/v1/check_ins?coachId=${other.id}&clientId=${stranger.clientId}`;
    expect((await get(checkIns, cookie)).statusCode).toBe(403);
  });

  it('opens nothing at another host, and no session of another host opens anything here', async () => {
    await aDomain(test, { of: other, domain: `other-${host}` });
    const both = await aClient(test, { of: other, person: client });
    const whoIs = async (cookie: string, at: string) => {
      const [session, library] = await Promise.all([
        get('/rest/v1/session', cookie, at),
        get('/auth/v1/get-session', cookie, at),
      ]);
      return [session.json()?.user?.id ?? null, library.json()?.user?.id ?? null];
    };
    const hosts = [PRODUCT_HOST, host, `other-${host}`];
    for (const of of hosts) {
      const cookie = await cookieAt(both, of);
      for (const at of hosts) expect(await whoIs(cookie, at)).toEqual(at === of ? [both.id, both.id] : [null, null]);
    }
  });

  it('is bound to it by signing in there', async () => {
    const answer = await signIn(client);
    const cookie = [answer.headers['set-cookie'] ?? []]
      .flat()
      .map((one) => one.split(';')[0])
      .join('; ');
    expect((await get('/rest/v1/session', cookie)).json()).toMatchObject({ user: { id: client.id } });
    expect((await get('/rest/v1/session', cookie, PRODUCT_HOST)).json()).toBeNull();
    expect((await post('/auth/v1/sign-out', {}, { cookie })).statusCode).toBe(200);
    expect((await get('/rest/v1/session', cookie)).json()).toBeNull();
  });

  it('is bound to it by accepting an invitation there', async () => {
    const { token, email } = await anInvitation(test, { from: coach });
    const answer = await post(`/rest/v1/invitations/${token}/accept`, {
      password: PASSWORD,
      fullName: 'Nina Park',
      goal: '',
      unitSystem: 'metric',
      timeZone: 'Europe/Paris',
    });
    expect(answer.statusCode, answer.body).toBe(200);
    const cookie = cookiesOf(answer);
    expect((await get('/rest/v1/session', cookie)).json()).toMatchObject({ user: { email } });
    expect((await get('/rest/v1/session', cookie, PRODUCT_HOST)).json()).toBeNull();
  });
});

describe('signing in at a coach’s domain', () => {
  it('works for their client, with a cookie of this host alone', async () => {
    const answer = await signIn(client);
    expect(answer.statusCode).toBe(200);
    const cookies = [answer.headers['set-cookie'] ?? []].flat();
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) {
      expect(cookie).not.toMatch(/domain=/i);
      expect(cookie).toMatch(/^__Secure-.*HttpOnly; Secure|Secure; HttpOnly/i);
    }
  });

  it('is refused to everyone else, with the address of the product', async () => {
    const stranger = await aClient(test, { of: other });
    for (const person of [coach, other, stranger, await anOperator(test)]) {
      const answer = await signIn(person);
      expect(answer.json()).toMatchObject({
        code: 'OTHER_HOST',
        message: expect.stringContaining(PRODUCT_HOST),
        home: 'https://app.product.example/auth',
      });
      expect([answer.headers['set-cookie'] ?? []].flat().join()).not.toMatch(/session_token=[^;]/);
    }
  });

  it('has no sign-up and no providers', async () => {
    for (const path of ['sign-up/email', 'sign-in/social', 'callback/google', 'oauth2/callback/oidc', 'link-social']) {
      expect((await post(`/auth/v1/${path}`, { email: 'a@example.com', password: PASSWORD })).statusCode).toBe(404);
    }
  });

  it('uses passkeys of this host', async () => {
    expect((await get('/auth/v1/passkey/generate-authenticate-options')).json()).toMatchObject({ rpId: host });
    const answer = await get('/auth/v1/passkey/generate-authenticate-options', '', PRODUCT_HOST);
    expect(answer.json()).toMatchObject({ rpId: PRODUCT_HOST });
  });
});

describe('a request that changes something', () => {
  const change = async (from: string | undefined, at = host) =>
    ask(
      {
        method: 'PATCH',
        url: '/rest/v1/preferences',
        payload: { unitSystem: 'imperial' },
        headers: { cookie: await cookieAt(client, at), ...(from && { origin: from }) },
      },
      at,
    );
  const isForeign = async (...of: Parameters<typeof change>) => (await change(...of)).body.includes('another site');

  it('comes from the page of the same host', async () => {
    expect(await isForeign(origin)).toBe(false);
    expect(await isForeign('https://app.product.example', PRODUCT_HOST)).toBe(false);
  });

  it('is refused from any other page', async () => {
    await aDomain(test, { of: other, domain: `other-${host}` });
    const pages = [
      undefined,
      'null',
      'https://evil.example',
      PRODUCT,
      `https://other-${host}`,
      `http://${host}`,
      `https://${host}:8443`,
      `https://${host}.evil.example`,
    ];
    for (const page of pages) expect(await isForeign(page), String(page)).toBe(true);
    expect(await isForeign(origin, PRODUCT_HOST)).toBe(true);
  });

  it('at an unknown host must come from the product, as before', async () => {
    expect(await isForeign('https://unknown.example', 'unknown.example')).toBe(true);
    expect(await isForeign('https://app.product.example', 'unknown.example')).toBe(false);
  });

  it('to the auth library is refused from another page too', async () => {
    const answer = await signIn(client, { origin: 'https://evil.example', cookie: 'x=1' });
    expect(answer.statusCode).toBe(403);
  });
});

describe('without the plan', () => {
  const status = async (url: string) => (await get(url)).statusCode;

  it.each([
    ['the plan', sql`update users set plan = 'plus' where id = `],
    ['the activation of the coach', sql`update coaches set status = 'suspended' where id = `],
  ])('and without %s a domain leads to the product, and comes back with it', async (what, change) => {
    await test.owner.execute(sql`${change}${coach.id}`);
    await announceDomains(test, host, false);
    const page = await get('/client/dashboard?a=b');
    expect(page.headers.location).toBe('https://app.product.example/client/dashboard?a=b');
    expect(await status('/rest/v1/session')).toBe(404);
    expect((await signIn(client)).statusCode).toBe(404);
    await test.owner.execute(sql`update users set plan = 'pro' where id = ${coach.id}`);
    await test.owner.execute(sql`update coaches set status = 'active' where id = ${coach.id}`);
    await announceDomains(test, host, true);
    expect(await status('/rest/v1/session'), what).toBe(200);
  });
});

describe('a lead form', () => {
  it('is found at the domain of its coach and not at another one’s', async () => {
    const form = (by: Coach, slug: string) =>
      by.api.pipeline.saveLeadForm({
        coachId: by.id,
        slug,
        heading: 'Hi',
        intro: '',
        enabled: true,
        bookingTypeId: null,
      });
    await form(coach, `own-${names}`);
    await form(other, `other-${names}`);
    expect((await get(`/c/own-${names}`)).statusCode).toBe(200);
    expect((await get(`/c/other-${names}`)).statusCode).toBe(404);
    expect((await get(`/c/other-${names}`, '', PRODUCT_HOST)).statusCode).toBe(200);
    const script = async (at: string) => (await get(`/c/own-${names}/embed.js`, '', at)).body;
    expect(await script(host)).toContain(`"${origin}/c/own-${names}"`);
    expect(await script(PRODUCT_HOST)).toContain(`"https://app.product.example/c/own-${names}"`);
  });
});

describe('links that coaches pass on', () => {
  const formAddress = async (by: Coach) => (await by.api.pipeline.getLeadForm({ coachId: by.id })).appUrl;
  const invitationLink = async (by: Coach) => {
    const invited = { clientId: randomUUID(), fullName: 'Ana Ruiz', email: `${randomUUID()}@example.com`, start: {} };
    return new URL((await by.api.clients.addClient({ coachId: by.id, ...invited })).invitationUrl ?? '').origin;
  };

  it('lead to the domain of the coach while it is served', async () => {
    for (const link of [formAddress, invitationLink]) {
      expect(await link(coach)).toBe(origin);
      expect(await link(other)).toBe(PRODUCT);
    }
    await test.owner.execute(sql`update users set plan = 'plus' where id = ${coach.id}`);
    await announceDomains(test, host, false);
    for (const link of [formAddress, invitationLink]) expect(await link(coach)).toBe(PRODUCT);
  });
});

describe('mails', () => {
  it('to clients of the coach link to the domain, and to those of others to the product', async () => {
    const own = await anInvitation(test, { from: coach });
    const foreign = await anInvitation(test, { from: other });
    expect(linkIn((await test.mailTo(own.email)).text).origin).toBe(origin);
    expect(linkIn((await test.mailTo(foreign.email)).text).origin).toBe(PRODUCT);
  });

  it('about sessions have a calendar file that links to the domain, with the id that the event always had', async () => {
    const book = async (by: Coach, of: Client) => {
      const start = new Date(Date.now() + 86_400_000);
      const place = { sessionTypeId: null, sessionType: 'Strength', location: 'Studio 2', notes: '', repeat: null };
      const session = { id: randomUUID(), clientId: of.clientId, clientName: null, minutes: 60, ...place };
      await by.api.calendar.createSession({ coachId: by.id, startsAt: start.toISOString(), ...session });
      expect(linkIn((await test.mailTo(of.email)).text).origin).toBe(by === coach ? origin : PRODUCT);
      const [mail] = await test.owner.select().from(outboxMails).where(eq(outboxMails.recipient, of.email));
      const file = new ICAL.Component(ICAL.parse(mail?.attachments[0]?.content ?? ''));
      const event = file.getFirstSubcomponent('vevent');
      expect(event?.getFirstPropertyValue('uid')).toBe(`${session.id}@app.product.example`);
      return event?.getFirstPropertyValue('url');
    };
    expect(await book(coach, client)).toBe(`${origin}/client/book`);
    expect(await book(other, await aClient(test, { of: other }))).toBe(`${PRODUCT}/client/book`);
  });

  it('about an account have the link and the brand of the host that asked', async () => {
    const brand = `Hill Coaching ${names}`;
    const input = { coachId: coach.id, name: brand, color: '#1a73e8', logoId: null, iconId: null };
    await coach.api.branding.saveBrand(input);
    await coach.api.branding.publishBrand({ coachId: coach.id });
    await post('/auth/v1/request-password-reset', { email: client.email });
    const mail = await test.mailTo(client.email);
    expect(linkIn(mail.text).origin).toBe(origin);
    expect([mail.senderName, mail.subject]).toEqual([brand, `Reset your ${brand} password`]);
    // Another client of the coach, at the product's host.
    const asked = { email: (await aClient(test, { of: coach })).email };
    await post('/auth/v1/request-password-reset', asked, { origin: PRODUCT }, PRODUCT_HOST);
    expect((await test.mailTo(asked.email)).senderName).toBeNull();
  });
});

it('does not ask the database about hosts that are no domains', async () => {
  for (const name of ['localhost:3000', '127.0.0.1', '[::1]:3000', 'portal', '', PRODUCT_HOST, '*.example.org']) {
    expect(await test.services.hosts.coachOfHost(name)).toBeNull();
  }
});
