import { randomUUID } from 'node:crypto';
import type { WebhookInput } from '@stridewell/contract/webhooks/webhooks';
import { and, eq, sql } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outcomesOf } from '../../../test/api.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { anEvent } from '../../../test/factories/records.ts';
import { type HookServer, startHookServer } from '../../../test/hook-server.ts';
import { aClient, aCoach, type Client, type Coach } from '../../../test/people.ts';
import { events } from '../../core/events/events.table.ts';
import { mintUserScope } from '../../core/tenancy/mint.ts';
import { createOutbound } from '../../platform/http/outbound.ts';
import { collectAllEvents } from './webhooks.collect.service.ts';
import { sendDue } from './webhooks.send.service.ts';

let test: TestApp;
let hooks: HookServer;
let coach: Coach;
let client: Client;
beforeAll(async () => {
  // The jobs are called directly.
  test = await createTestApp({ WEBHOOK_ALLOW_PRIVATE: 'true', APP_ROLE: 'web' });
  hooks = await startHookServer();
});
afterAll(async () => {
  await hooks.close();
  await test.close();
});
beforeEach(async () => {
  hooks.reset();
  test.setNow(null);
  await test.owner.execute(sql`delete from webhook_endpoints`);
  coach = await aCoach(test, { plan: 'plus' });
  client = await aClient(test, { of: coach, fullName: 'Nina Park' });
});

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const anEndpoint = (change: Partial<WebhookInput> = {}): WebhookInput => ({
  label: 'Zapier',
  url: hooks.url(),
  events: ['relationship.paused', 'relationship.resumed', 'lead.created'],
  fields: [],
  ...change,
});
/** A stored webhook with its secret. */
async function aWebhook(change: Partial<WebhookInput> = {}, by = coach) {
  const { endpoint, secret } = await by.api.webhooks.createWebhookEndpoint({
    coachId: by.id,
    id: randomUUID(),
    ...anEndpoint(change),
  });
  return { id: endpoint.id, secret: secret ?? '' };
}
const setStatus = (status: 'active' | 'paused') =>
  coach.api.clients.setClientStatus({ coachId: coach.id, clientId: client.clientId, status });
const collect = () => collectAllEvents(test.services);
const sendTo = (endpointId: string) => sendDue(test.services, { coachId: coach.id, endpointId });
const get = async (endpointId: string) =>
  (await coach.api.webhooks.getWebhookEndpoint({ coachId: coach.id, endpointId })).endpoint;
const log = async (endpointId: string) =>
  (await coach.api.webhooks.listWebhookDeliveries({ coachId: coach.id, endpointId })).deliveries;
const later = (ms: number) => test.setNow(new Date(Date.now() + ms));
const bodies = () => hooks.received.map(({ body }) => JSON.parse(body));
/** Pauses the client, and collects and sends the event. */
async function announce(endpointId: string) {
  await setStatus('paused');
  await collect();
  await sendTo(endpointId);
}

describe('a delivery', () => {
  it('is signed, and holds ids, times and the chosen contact fields alone', async () => {
    const { id, secret } = await aWebhook({
      fields: [
        { field: 'name', name: 'full_name' },
        { field: 'email', name: 'mail' },
        { field: 'value', name: 'worth' },
      ],
    });
    await announce(id);
    const [hook] = hooks.received;
    if (!hook) throw new Error('nothing arrived');
    const body = new Webhook(secret).verify(hook.body, hook.headers as Record<string, string>);
    expect(body).toEqual({
      id: hook.headers['webhook-id'],
      type: 'relationship.paused',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: {
        occurredAt: expect.stringMatching(/^\d{4}-.*Z$/),
        actor: 'coach',
        clientId: client.clientId,
        leadId: null,
        subjectId: client.clientId,
        contact: { full_name: 'Nina Park', mail: client.email, worth: null },
      },
    });
    expect(await log(id)).toMatchObject([
      { status: 'delivered', attempts: 1, dueAt: null, lastAttempt: { code: 200, answer: 'ok', problem: null } },
    ]);
  });

  it('of a lead has stage, source and value, and no notes', async () => {
    const { id } = await aWebhook({
      fields: [
        { field: 'stage', name: 'stage' },
        { field: 'source', name: 'source' },
        { field: 'value', name: 'value' },
      ],
    });
    const lead = { name: 'Ana', email: 'ana@example.com', phone: '', source: 'Referral', valueCents: 20_000 };
    const details = { lastContact: null, followUpOn: null, notes: 'Knee pain' };
    const leadId = randomUUID();
    await coach.api.pipeline.createLead({
      coachId: coach.id,
      leadId,
      lead: { ...lead, ...details },
      despiteDuplicates: false,
    });
    await collect();
    await sendTo(id);
    expect(bodies()).toMatchObject([
      {
        type: 'lead.created',
        data: { leadId, clientId: null, contact: { stage: 'new', source: 'Referral', value: { cents: 20_000 } } },
      },
    ]);
    expect(hooks.received[0]?.body).not.toContain('Knee');
  });

  it('is made once for each endpoint that chose the event, however often events are collected', async () => {
    const [first, second, other] = [await aWebhook(), await aWebhook(), await aWebhook({ events: ['message.sent'] })];
    await setStatus('paused');
    await Promise.all([collect(), collect()]);
    later(30 * MINUTE);
    await collect();
    for (const { id } of [first, second]) {
      await Promise.all([sendTo(id), sendTo(id)]);
      expect(await log(id)).toHaveLength(1);
    }
    expect(await log(other.id)).toEqual([]);
    expect(new Set(hooks.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(hooks.received).toHaveLength(2);
  });

  it('is not lost when its transaction ends after a later one', async () => {
    const { id } = await aWebhook();
    await setStatus('paused');
    await collect();
    // The event of a transaction that was open meanwhile has an older id.
    const isPause = and(eq(events.coachId, coach.id), eq(events.type, 'relationship.paused'));
    const [pause] = await test.owner.select().from(events).where(isPause);
    const older = `${pause?.id.slice(0, -12)}000000000000`;
    await anEvent(test, { of: client, id: older, type: 'relationship.resumed', actor: 'coach' });
    await collect();
    expect((await log(id)).map(({ type }) => type).sort()).toEqual(['relationship.paused', 'relationship.resumed']);
  });

  it('that a dying worker left is sent again with the same id', async () => {
    const { id } = await aWebhook();
    await setStatus('paused');
    await collect();
    const killed = { ...test.services.outbound, fetch: () => new Promise<never>(() => undefined) };
    void sendDue({ ...test.services, outbound: killed }, { coachId: coach.id, endpointId: id });
    await expect.poll(async () => (await log(id))[0]?.attempts).toBe(1);
    await sendTo(id);
    expect(hooks.received).toEqual([]);
    later(3 * MINUTE);
    await sendTo(id);
    expect(hooks.received).toHaveLength(1);
    expect(await log(id)).toMatchObject([{ status: 'delivered', attempts: 2 }]);
  });
});

describe('a failed delivery', () => {
  it.each([
    ['a redirect', 302, { location: '/other' }],
    ['an error', 500, undefined],
    ['a refusal', 404, undefined],
  ])('after %s is tried again with the same id and new times', async (_, status, headers) => {
    const { id } = await aWebhook();
    hooks.reply(() => ({ status, ...(headers && { headers }), body: 'no' }));
    await announce(id);
    expect(await log(id)).toMatchObject([
      { status: 'pending', attempts: 1, lastAttempt: { code: status, answer: 'no' } },
    ]);
    await sendTo(id);
    expect(hooks.received).toHaveLength(1);
    hooks.reply(() => ({ status: 204 }));
    later(2 * MINUTE);
    await sendTo(id);
    expect(await log(id)).toMatchObject([{ status: 'delivered', attempts: 2, lastAttempt: { code: 204 } }]);
    expect(hooks.received.every(({ path }) => path === '/hook')).toBe(true);
    expect(new Set(hooks.received.map(({ headers: sent }) => sent['webhook-id'])).size).toBe(1);
    expect((await get(id)).failingSince).toBeNull();
  });

  it('holds up others for a minute, or as long as the endpoint asks', async () => {
    const { id } = await aWebhook();
    hooks.reply(() => ({ status: 429, headers: { 'retry-after': '1800' } }));
    await announce(id);
    await setStatus('active');
    await collect();
    later(29 * MINUTE);
    await sendTo(id);
    expect(hooks.received).toHaveLength(1);
    hooks.reply(() => ({ status: 200 }));
    later(31 * MINUTE);
    await sendTo(id);
    expect((await log(id)).map(({ status }) => status)).toEqual(['delivered', 'delivered']);
  });

  it('does not hold up others for good', async () => {
    const { id } = await aWebhook();
    hooks.reply(({ body }) => ({ status: body.includes('relationship.paused') ? 500 : 200 }));
    await announce(id);
    await setStatus('active');
    await collect();
    later(2 * MINUTE);
    await sendTo(id);
    later(4 * MINUTE);
    await sendTo(id);
    expect((await log(id)).map(({ type, status }) => [type, status])).toEqual([
      ['relationship.resumed', 'delivered'],
      ['relationship.paused', 'pending'],
    ]);
  });

  it('turns the endpoint off after five days, tells the coach, and stops', async () => {
    const { id } = await aWebhook();
    hooks.reply(() => ({ status: 503 }));
    await announce(id);
    for (let hours = 1; hours <= 140; hours += 1) {
      later(hours * HOUR);
      await sendTo(id);
    }
    expect(await get(id)).toMatchObject({ isOn: false, offReason: 'failing' });
    expect((await log(id)).map(({ status }) => status)).toEqual(['failed']);
    expect(hooks.received.length).toBeGreaterThan(8);
    const { rows } = await test.owner.execute(
      sql`select type, title from notification_outbox where coach_id = ${coach.id} and type = 'webhook_turned_off'`,
    );
    expect(rows).toHaveLength(1);
    const { entries } = await coach.api.audit.listOwnEntries({});
    expect(entries[0]).toMatchObject({ action: 'webhook_endpoint.turned_off', actor: 'system' });
    later(6 * DAY);
    await setStatus('active');
    await collect();
    await sendTo(id);
    expect(await log(id)).toHaveLength(1);
  });

  it('with 410 turns the endpoint off at once', async () => {
    const { id } = await aWebhook();
    hooks.reply(() => ({ status: 410 }));
    await announce(id);
    expect(await get(id)).toMatchObject({ isOn: false, offReason: 'gone' });
    expect(await log(id)).toMatchObject([{ status: 'failed', attempts: 1 }]);
  });

  it('keeps the start of an answer, without what no column can hold', async () => {
    const { id } = await aWebhook();
    hooks.reply(() => ({ status: 400, body: `\u0000${'é'.repeat(5000)}` }));
    await announce(id);
    const [delivery] = await log(id);
    expect(Buffer.byteLength(delivery?.lastAttempt?.answer ?? '')).toBeLessThanOrEqual(1030);
    expect(delivery?.lastAttempt?.answer).toMatch(/^�é+/u);
  });

  it('names an address that cannot be reached, and a private one', async () => {
    const { id } = await aWebhook({ url: 'http://localhost:9/' });
    await announce(id);
    expect((await log(id))[0]?.lastAttempt).toMatchObject({ code: null, problem: 'unreachable' });
    const other = await aWebhook();
    await coach.api.webhooks.sendTestEvent({ coachId: coach.id, endpointId: other.id, eventId: randomUUID() });
    const guarded = createOutbound({ allowPrivate: false });
    await sendDue({ ...test.services, outbound: guarded }, { coachId: coach.id, endpointId: other.id });
    await guarded.close();
    expect((await log(other.id))[0]?.lastAttempt).toMatchObject({ code: null, problem: 'private' });
    expect(hooks.received).toEqual([]);
  });
});

describe('secrets', () => {
  it('are shown once, and the former one signs too for a day', async () => {
    const id = randomUUID();
    const create = () => coach.api.webhooks.createWebhookEndpoint({ coachId: coach.id, id, ...anEndpoint() });
    const { secret: former } = await create();
    expect(former).toMatch(/^whsec_/);
    expect((await create()).secret).toBeNull();
    const { rows } = await test.owner.execute<{ sealed: string }>(sql`select sealed from webhook_endpoints`);
    expect(rows[0]?.sealed).not.toContain(former);
    const rotate = () => coach.api.webhooks.rotateWebhookSecret({ coachId: coach.id, endpointId: id, secretNumber: 1 });
    const outcomes = await outcomesOf([rotate(), rotate()]);
    expect(outcomes.sort()).toEqual(['OK', 'SECRET_CHANGED']);
    const { secret } = await coach.api.webhooks.rotateWebhookSecret({
      coachId: coach.id,
      endpointId: id,
      secretNumber: 2,
    });
    await announce(id);
    const [hook] = hooks.received;
    expect(String(hook?.headers['webhook-signature']).split(' ')).toHaveLength(2);
    const headers = hook?.headers as Record<string, string>;
    expect(() => new Webhook(secret).verify(hook?.body ?? '', headers)).not.toThrow();
    // Two secrets sign at most: the first one has been replaced twice.
    expect(() => new Webhook(former ?? '').verify(hook?.body ?? '', headers)).toThrow();
    later(25 * HOUR);
    await setStatus('active');
    await collect();
    await sendTo(id);
    expect(String(hooks.received[1]?.headers['webhook-signature']).split(' ')).toHaveLength(1);
    expect((await get(id)).formerSecretUntil).toBeNull();
  });
});

describe('an endpoint', () => {
  it('gets no event from the time that it, or the choice of the event, was off', async () => {
    const { id } = await aWebhook({ events: ['relationship.resumed'] });
    const change = (changes: Partial<WebhookInput> & { isOn: boolean }) =>
      coach.api.webhooks.updateWebhookEndpoint({ coachId: coach.id, endpointId: id, ...anEndpoint(), ...changes });
    await setStatus('paused');
    await change({ isOn: true });
    await collect();
    expect(await log(id)).toEqual([]);
    await change({ isOn: false });
    expect(await get(id)).toMatchObject({ isOn: false, offReason: 'coach' });
    await setStatus('active');
    await change({ isOn: true });
    await collect();
    expect(await log(id)).toEqual([]);
    await setStatus('paused');
    await collect();
    expect(await log(id)).toHaveLength(1);
  });

  it('is limited in number by the plan, also for two at once', async () => {
    for (let count = 0; count < 4; count += 1) await aWebhook();
    expect((await outcomesOf([aWebhook(), aWebhook()])).sort()).toEqual(['OK', 'TOO_MANY_ENDPOINTS']);
    const base = await aCoach(test, { plan: 'base' });
    expect(await outcomesOf([aWebhook({}, base)])).toEqual(['FEATURE_REQUIRED']);
  });

  it('stops with the plan, catches up when it is back, and can be deleted without it', async () => {
    const { id } = await aWebhook();
    const setPlan = (plan: string) => test.owner.execute(sql`update users set plan = ${plan} where id = ${coach.id}`);
    await setStatus('paused');
    await collect();
    await setPlan('base');
    await setStatus('active');
    await collect();
    await sendTo(id);
    expect(hooks.received).toEqual([]);
    await setPlan('plus');
    await collect();
    await sendTo(id);
    expect(bodies().map(({ type }) => type)).toEqual(['relationship.paused', 'relationship.resumed']);
    await setPlan('base');
    const remove = () => coach.api.webhooks.deleteWebhookEndpoint({ coachId: coach.id, endpointId: id });
    expect(await outcomesOf([remove(), remove()])).toEqual(['OK', 'OK']);
  });

  it('is tested at once, and a failed test changes nothing else', async () => {
    const { id } = await aWebhook();
    const eventId = randomUUID();
    const send = () => coach.api.webhooks.sendTestEvent({ coachId: coach.id, endpointId: id, eventId });
    hooks.reply(() => ({ status: 500 }));
    await send();
    await sendTo(id);
    await send();
    await sendTo(id);
    expect(await log(id)).toMatchObject([{ eventId, type: 'webhook.test', status: 'failed', attempts: 1 }]);
    expect(await get(id)).toMatchObject({ isOn: true, failingSince: null });
    expect(hooks.received).toHaveLength(1);
  });

  it('gets an event again with the same id', async () => {
    const { id } = await aWebhook();
    await announce(id);
    const [{ eventId } = { eventId: '' }] = await log(id);
    await coach.api.webhooks.replayWebhookDelivery({ coachId: coach.id, endpointId: id, eventId });
    await sendTo(id);
    expect(hooks.received.map(({ headers }) => headers['webhook-id'])).toEqual([eventId, eventId]);
    const ofOther = await aCoach(test, { plan: 'pro' });
    const replay = ofOther.api.webhooks.replayWebhookDelivery({ coachId: ofOther.id, endpointId: id, eventId });
    await expect(replay).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

it('tells every endpoint of an erased client by the id alone, and forgets what it sent', async () => {
  const { id } = await aWebhook({ fields: [{ field: 'name', name: 'name' }], events: ['lead.created'] });
  await announce(id);
  await test.services.db.write(mintUserScope(client.id), (tx) => tx.execute(sql`select * from delete_own_account()`));
  await sendTo(id);
  expect(bodies()).toMatchObject([
    { type: 'client.erased', data: { clientId: client.clientId, subjectId: client.clientId } },
  ]);
  expect(bodies()[0].data.contact).toBeUndefined();
});

it('needs a public address with https where private ones are not allowed', async () => {
  const strict = await createTestApp({ APP_ROLE: 'web' });
  try {
    const one = await aCoach(strict, { plan: 'plus' });
    const create = (url: string) =>
      one.api.webhooks.createWebhookEndpoint({ coachId: one.id, id: randomUUID(), ...anEndpoint({ url }) });
    const refused = [
      'http://example.com/',
      'https://127.0.0.1/',
      'https://[::1]/',
      'https://localhost/',
      'https://10.1/',
    ];
    expect(await outcomesOf(refused.map(create))).toEqual(refused.map(() => 'WEBHOOK_ADDRESS_REFUSED'));
    expect(await outcomesOf([create('https://example.com/hook')])).toEqual(['OK']);
  } finally {
    await strict.close();
  }
});
