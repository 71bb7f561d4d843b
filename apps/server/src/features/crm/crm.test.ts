import { randomUUID } from 'node:crypto';
import type { CrmSettings } from '@stridewell/contract/crm/crm';
import { DEFAULT_CRM_FIELDS } from '@stridewell/contract/crm/crm.rules';
import { DELETE_CONFIRMATION } from '@stridewell/contract/identity/identity.rules';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, PASSWORD, type TestApp } from '../../../test/app.ts';
import { aLead, someLeads } from '../../../test/factories/business.ts';
import { type HubspotServer, startHubspotServer } from '../../../test/hubspot-server.ts';
import { HUBSPOT_STAGES } from '../../../test/hubspot-shapes.ts';
import { aClient, aCoach, type Coach } from '../../../test/people.ts';
import { recordStatements } from '../../../test/statements.ts';
import { mintUserScope } from '../../core/tenancy/mint.ts';
import { revokeAccess } from './crm.connect.service.ts';
import { startSyncs, syncCoach } from './crm.sync.service.ts';

let test: TestApp;
let hubspot: HubspotServer;
let coach: Coach;
let clock = new Date();
beforeAll(async () => {
  hubspot = await startHubspotServer(() => clock);
  // The jobs are called directly.
  test = await createTestApp({
    APP_ROLE: 'web',
    HUBSPOT_URL: hubspot.url,
  });
});
afterAll(async () => {
  await hubspot.close();
  await test.close();
});
beforeEach(async () => {
  hubspot.reset();
  clock = new Date();
  test.setNow(clock);
  coach = await aCoach(test, { plan: 'plus' });
});

const MINUTE = 60_000;
function later(ms: number): void {
  clock = new Date(clock.getTime() + ms);
  test.setNow(clock);
}

const ofCoach = () => ({ coachId: coach.id });
const get = (by = coach) => by.api.crm.getCrm({ coachId: by.id });
const sync = (by = coach) => syncCoach(test.services, { coachId: by.id });
const stateOf = (url: string) => new URL(url).searchParams.get('state') ?? '';
const comeBack = (query: Record<string, string>, by = coach) =>
  by.caller.get(`/crm/hubspot/callback?${new URLSearchParams(query)}`);
async function connect(by = coach): Promise<void> {
  const { url } = await by.api.crm.connectCrm({ coachId: by.id });
  const { location } = await comeBack({ state: stateOf(url), code: 'good' }, by);
  expect(location).toBe(`/coach/${by.id}/integrations?hubspot=connected`);
}
/** Does the latest job that ends an access. */
async function revoked(): Promise<void> {
  const { rows } = await test.owner.execute<{ data: { sealed: string } }>(
    sql`select data from pgboss.job where name = 'crm.revoke' order by created_on desc limit 1`,
  );
  await revokeAccess(test.services, { sealed: String(rows[0]?.data.sealed) });
}
const [NEW, PITCHED, TRIAL, WON, LOST] = HUBSPOT_STAGES;
const STAGES = {
  new: NEW ?? null,
  pitched: PITCHED ?? null,
  trial: TRIAL ?? null,
  won: WON ?? null,
  lost: LOST ?? null,
};
const SETTINGS: CrmSettings = {
  fields: DEFAULT_CRM_FIELDS,
  deals: { pipelineId: 'default', stages: STAGES },
  addsLeads: false,
};
const save = (change: Partial<CrmSettings> = {}, by = coach) =>
  by.api.crm.saveCrmSettings({ coachId: by.id, ...SETTINGS, ...change });
async function connectWithDeals(change: Partial<CrmSettings> = {}): Promise<void> {
  await connect();
  await save(change);
}
/** Entries about syncs in the coach's activity, the latest first. */
async function activity() {
  const { entries } = await coach.api.audit.listOwnEntries({});
  return entries.flatMap(({ action, actor, own, after }) =>
    action === 'crm.sent' || action === 'crm.received' ? [Object.assign({ action, actor, own }, after)] : [],
  );
}
const BY_SYSTEM = { actor: 'system', own: false };
const leadOf = async (leadId: string) => (await coach.api.pipeline.getLead({ ...ofCoach(), leadId })).lead;
const contactOf = (email: string) => {
  const contact = hubspot.contacts().find(({ properties }) => properties.email === email);
  if (!contact) throw new Error(`HubSpot has no ${email}`);
  return contact;
};
const namedLead = (name: string, email: string, phone = '', change: object = {}) =>
  aLead(test, { of: coach, name, email, phone, changedAt: clock, statusSince: clock, ...change });
/** Name, phone number and stage of each lead on both sides. */
async function bothSides() {
  const { leads } = await coach.api.pipeline.listLeads({ ...ofCoach() });
  const here = leads.map(({ name, email, phone, status }) => [name, email, phone, STAGES[status]]);
  const there = hubspot.contacts().map(({ id, properties: { firstname, lastname, email, phone } }) => {
    const deal = hubspot.deals().find(({ contacts }) => contacts.includes(id));
    return [`${firstname} ${lastname ?? ''}`.trim(), email ?? '', phone ?? '', deal?.properties.dealstage];
  });
  const inOrder = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).sort();
  return { here: inOrder(here), there: inOrder(there) };
}
async function expectEqual(): Promise<void> {
  const { here, there } = await bothSides();
  expect(there).toEqual(here);
}
const edit = async (leadId: string, change: object) => {
  const {
    id: _,
    status,
    currency,
    lostReason,
    clientId,
    version,
    statusSince,
    createdAt,
    ...lead
  } = await leadOf(leadId);
  await coach.api.pipeline.updateLead({
    ...ofCoach(),
    leadId,
    lead: { ...lead, ...change },
    basedOn: version,
    despiteDuplicates: false,
  });
};

describe('connecting', () => {
  it('asks for the least access, and stores the tokens sealed', async () => {
    const { url } = await coach.api.crm.connectCrm(ofCoach());
    const { origin, pathname, searchParams } = new URL(url);
    expect(origin + pathname).toBe('https://app.hubspot.com/oauth/authorize');
    expect(searchParams.get('redirect_uri')).toBe('http://localhost:3000/crm/hubspot/callback');
    expect(searchParams.get('scope')?.split(' ').sort()).toEqual([
      'crm.objects.contacts.read',
      'crm.objects.contacts.write',
      'crm.objects.deals.read',
      'crm.objects.deals.write',
      'oauth',
    ]);
    await comeBack({ state: stateOf(url), code: 'good' });
    expect((await get()).connection).toMatchObject({ account: 'maya-coaching.com', failing: null, syncedAt: null });
    const { rows } = await test.owner.execute(sql`select * from crm_connections where coach_id = ${coach.id}`);
    expect(JSON.stringify(rows)).not.toMatch(/access-\d|refresh-\d/);
    expect(test.logLines.join('\n')).not.toMatch(/refresh-\d/);
  });

  it('refuses a state that is wrong, old, used, or of another session', async () => {
    const other = await aCoach(test, { plan: 'plus' });
    const { url } = await coach.api.crm.connectCrm(ofCoach());
    const state = stateOf(url);
    const code = 'good';
    const expired = (id: string) => `/coach/${id}/integrations?hubspot=expired`;
    expect((await comeBack({ state: `${state}x`, code })).location).toBe(expired(coach.id));
    expect((await comeBack({ state: 'x'.repeat(300), code })).location).toBe(expired(coach.id));
    expect((await comeBack({ code })).location).toBe(expired(coach.id));
    expect((await comeBack({ state, code }, other)).location).toBe(expired(other.id));
    expect((await test.anonymous.get(`/crm/hubspot/callback?state=${state}&code=good`)).location).toBe('/auth');
    later(16 * MINUTE);
    expect((await comeBack({ state, code })).location).toBe(expired(coach.id));
    await connect();
    const again = await coach.api.crm.connectCrm(ofCoach());
    const [first, second] = await Promise.all([
      comeBack({ state: stateOf(again.url), code }),
      comeBack({ state: stateOf(again.url), code }),
    ]);
    expect([first.location, second.location].sort()).toEqual([
      `/coach/${coach.id}/integrations?hubspot=connected`,
      expired(coach.id),
    ]);
    expect((await get(other)).connection).toBeNull();
  });

  it('says when the coach did not allow it, or HubSpot did not answer', async () => {
    const denied = await coach.api.crm.connectCrm(ofCoach());
    expect((await comeBack({ state: stateOf(denied.url), error: 'access_denied' })).location).toMatch(
      /hubspot=denied$/,
    );
    const down = await coach.api.crm.connectCrm(ofCoach());
    hubspot.state.before = () => ({ status: 502 });
    const answer = await comeBack({ state: stateOf(down.url), code: 'good' });
    expect(answer.location).toMatch(/hubspot=unreachable$/);
    expect((await get()).connection).toBeNull();
  });

  it('is refused without the plan, and says when the operator has not set HubSpot up', async () => {
    const base = await aCoach(test, { plan: 'base' });
    await expect(base.api.crm.connectCrm({ coachId: base.id })).rejects.toMatchObject({ code: 'FEATURE_REQUIRED' });
    const { env } = test.services;
    const { hubspot: settings } = env;
    env.hubspot = null;
    try {
      expect(await get()).toEqual({ isAvailable: false, connection: null, erasures: [] });
      await expect(coach.api.crm.connectCrm(ofCoach())).rejects.toMatchObject({ code: 'CRM_UNAVAILABLE' });
    } finally {
      env.hubspot = settings;
    }
  });

  it('renews the access once for two requests at the same time', async () => {
    await connect();
    later(29 * MINUTE);
    const before = hubspot.callsOf('/token').length;
    const lists = await Promise.all([1, 2, 3].map(() => coach.api.crm.listCrmPipelines(ofCoach())));
    expect(hubspot.callsOf('/token').length - before).toBe(1);
    expect(lists[0]?.pipelines?.[0]).toMatchObject({ id: 'default', label: 'Sales Pipeline' });
    expect(lists[0]?.pipelines?.[0]?.stages.at(-1)).toEqual({ id: LOST, label: LOST, isWon: false, isLost: true });
    // Also when HubSpot rejects it before its time.
    hubspot.expireAccess();
    await Promise.all([1, 2].map(() => coach.api.crm.listCrmPipelines(ofCoach())));
    expect(hubspot.callsOf('/token').length - before).toBe(2);
  });

  it('holds up no change of the coach while the access is renewed, and keeps a newer access', async () => {
    await connect();
    later(29 * MINUTE);
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    hubspot.state.after = async ({ body }, answer) => {
      if (!String(body).includes('grant_type=refresh_token')) return answer;
      asked.resolve();
      await answered.promise;
      return answer;
    };
    const listed = coach.api.crm.listCrmPipelines(ofCoach());
    await asked.promise;
    await save({ addsLeads: true });
    await connect();
    const newer = () => test.owner.execute(sql`select sealed from crm_connections where coach_id = ${coach.id}`);
    const { rows } = await newer();
    answered.resolve();
    expect((await listed).pipelines).toHaveLength(1);
    expect((await newer()).rows).toEqual(rows);
    // A process that dies while it renews holds up the next one for a minute.
    const until = new Date(clock.getTime() + MINUTE);
    await test.owner.execute(sql`update crm_connections
      set access_until = null, renewing_until = ${until} where coach_id = ${coach.id}`);
    later(MINUTE);
    expect((await coach.api.crm.listCrmPipelines(ofCoach())).pipelines).toHaveLength(1);
  });

  it('ends in HubSpot and here, and finds its contacts again after connecting the same account', async () => {
    await connectWithDeals();
    await namedLead('Ana Ruiz', 'ana@example.com');
    await sync();
    await coach.api.crm.disconnectCrm(ofCoach());
    await coach.api.crm.disconnectCrm(ofCoach());
    expect((await get()).connection).toBeNull();
    await revoked();
    expect(hubspot.state.refresh.size).toBe(0);
    await revoked();
    expect([await save(), await coach.api.crm.syncCrm(ofCoach())]).toMatchObject([
      { connection: null },
      { connection: null },
    ]);
    expect(await coach.api.crm.listCrmPipelines(ofCoach())).toEqual({ pipelines: null });
    await sync();
    await connect();
    await sync();
    expect(hubspot.contacts()).toHaveLength(1);
    expect(hubspot.deals()).toHaveLength(1);
    expect((await get()).connection).toMatchObject({ contacts: 1, dealCount: 1, deals: SETTINGS.deals });
  });
});

describe('sending', () => {
  it('sends names, addresses, numbers, statuses and deals, and nothing else', async () => {
    await namedLead('Ana María Ruiz', 'ana@example.com', '+1 555 0100', {
      status: 'trial',
      valueCents: 20_050,
      notes: 'Knee pain',
    });
    const client = await aClient(test, { of: coach, fullName: 'Nina Park' });
    await connectWithDeals();
    await sync();
    expect(contactOf('ana@example.com').properties).toEqual({
      firstname: 'Ana María',
      lastname: 'Ruiz',
      email: 'ana@example.com',
      phone: '+1 555 0100',
      lifecyclestage: 'opportunity',
    });
    expect(contactOf(client.email.toLowerCase()).properties).toMatchObject({
      firstname: 'Nina',
      lifecyclestage: 'customer',
    });
    expect(hubspot.deals().map(({ properties }) => properties)).toEqual([
      { dealname: 'Ana María Ruiz', amount: '200.50', dealstage: TRIAL, pipeline: 'default' },
    ]);
    expect(JSON.stringify(hubspot.calls)).not.toMatch(/knee/i);
    expect((await get()).connection).toMatchObject({
      contacts: 2,
      dealCount: 1,
      issueCount: 0,
      syncedAt: clock.toISOString(),
    });
  });

  it('sends only what changed, and nothing the second time', async () => {
    const [ana] = [await namedLead('Ana Ruiz', 'ana@example.com'), await namedLead('Ben Cole', '')];
    await connectWithDeals();
    await sync();
    const writes = () => hubspot.calls.filter(({ path }) => /batch\/(create|update)$/.test(path));
    const before = writes().length;
    later(MINUTE);
    await sync();
    expect(writes().length).toBe(before);
    await edit(ana, { phone: '555 0101' });
    await coach.api.pipeline.moveLead({ ...ofCoach(), leadId: ana, from: 'new', to: 'won', lostReason: null });
    later(MINUTE);
    await sync();
    const sent = writes()
      .slice(before)
      .map(({ body }) => body);
    expect(sent).toMatchObject([
      { inputs: [{ properties: { lifecyclestage: '' } }] },
      { inputs: [{ properties: { phone: '555 0101', lifecyclestage: 'customer' } }] },
      { inputs: [{ properties: { dealstage: WON } }] },
    ]);
    // A stage that HubSpot has further on goes back as well.
    await coach.api.pipeline.moveLead({ ...ofCoach(), leadId: ana, from: 'won', to: 'new', lostReason: null });
    later(MINUTE);
    await sync();
    expect(contactOf('ana@example.com').properties.lifecyclestage).toBe('lead');
    await expectEqual();
    const sentOnce = [
      { action: 'crm.sent', deals: 1, ...BY_SYSTEM },
      { action: 'crm.sent', contacts: 1, ...BY_SYSTEM },
    ];
    expect(await activity()).toEqual([
      ...sentOnce,
      ...sentOnce,
      { action: 'crm.sent', deals: 2, ...BY_SYSTEM },
      { action: 'crm.sent', contacts: 2, ...BY_SYSTEM },
    ]);
  });

  it('maps fields as the coach chose, and leaves out those that are off', async () => {
    await namedLead('Ana Ruiz', 'ana@example.com', '555 0100');
    await connect();
    await save({
      fields: {
        firstName: 'firstname',
        lastName: null,
        email: 'email',
        phone: 'mobilephone',
        status: 'hs_lead_status',
      },
      deals: null,
    });
    await sync();
    const { properties } = contactOf('ana@example.com');
    expect(properties).toEqual({
      firstname: 'Ana',
      email: 'ana@example.com',
      mobilephone: '555 0100',
      hs_lead_status: 'NEW',
    });
    expect(hubspot.deals()).toEqual([]);
  });

  it('sends a hundred contacts at a time', async () => {
    for (let n = 0; n < 3; n += 1) await aClient(test, { of: coach });
    await someLeads(test, { of: coach, count: 205 });
    await connectWithDeals();
    const statements = await recordStatements(() => sync());
    // Before and after each of the seven requests that create something.
    expect(statements.filter(({ text }) => text.startsWith('insert into "crm_links"'))).toHaveLength(14);
    expect(hubspot.contacts()).toHaveLength(208);
    expect(hubspot.deals()).toHaveLength(205);
    expect(hubspot.callsOf('/batch/create')).toHaveLength(7);
  });

  it('lists a contact of the same address and another name, and never merges it', async () => {
    hubspot.add('contacts', { email: 'ana@example.com', firstname: 'Anna', lastname: 'Smith', phone: '1' });
    const same = hubspot.add('contacts', { email: 'ben@example.com', firstname: 'BEN', lastname: 'Cole', phone: '2' });
    const ana = await namedLead('Ana Ruiz', 'ana@example.com');
    const ben = await namedLead('Ben Cole', 'ben@example.com');
    await namedLead('Cleo One', 'cleo@example.com');
    const twin = await namedLead('Cleo Two', 'cleo@example.com');
    await connectWithDeals();
    await sync();
    expect(contactOf('ana@example.com').properties).toMatchObject({ firstname: 'Anna', lastname: 'Smith' });
    // The number that only HubSpot had.
    expect((await leadOf(ben)).phone).toBe('2');
    await sync();
    const { connection } = await get();
    expect(connection?.issues.map(({ issue }) => issue)).toEqual(['same_email', 'same_email']);
    expect(connection?.issues).toContainEqual({
      kind: 'lead',
      id: ana,
      name: 'Ana Ruiz',
      issue: 'same_email',
      detail: '',
      url: expect.stringMatching(/^https:\/\/app\.hubspot\.com\/contacts\/4711\/record\/0-1\/\d+$/),
    });
    expect(hubspot.contacts()).toHaveLength(3);
    expect(same.properties.firstname).toBe('Ben');
    await edit(ana, { name: 'Anna Smith' });
    await edit(twin, { email: 'cleo2@example.com' });
    await sync();
    await sync();
    expect((await get()).connection).toMatchObject({ issueCount: 0, contacts: 4 });
  });

  it('sends the others when HubSpot refuses one, and names that one until it changes', async () => {
    const bad = await namedLead('Bad Address', 'bad@address');
    await namedLead('Ana Ruiz', 'ana@example.com');
    await namedLead('Ben Cole', 'ben@example.com');
    await connectWithDeals();
    await sync();
    expect(hubspot.contacts()).toHaveLength(2);
    expect((await get()).connection?.issues).toMatchObject([
      { id: bad, issue: 'refused', detail: 'Property values were not valid' },
    ]);
    const before = hubspot.callsOf('/batch/create').length;
    await sync();
    expect(hubspot.callsOf('/batch/create').length).toBe(before);
    await edit(bad, { email: 'good@example.com' });
    await sync();
    expect((await get()).connection?.issueCount).toBe(0);
    await expectEqual();
  });

  it('says which property or stage HubSpot does not have', async () => {
    await namedLead('Ana Ruiz', 'ana@example.com', '555 0100');
    await connect();
    await save({ fields: { ...SETTINGS.fields, phone: 'cell_number' } });
    await sync();
    expect((await get()).connection?.failing).toMatchObject({ problem: 'property', detail: 'cell_number' });
    await save({ deals: { pipelineId: 'default', stages: { ...STAGES, new: 'gone-stage' } } });
    await sync();
    expect((await get()).connection?.failing).toMatchObject({ problem: 'stage' });
    await save();
    await sync();
    expect((await get()).connection?.failing).toBeNull();
    await expectEqual();
  });

  it('leaves alone what was deleted in HubSpot, and forgets leads that were deleted here', async () => {
    const ana = await namedLead('Ana Ruiz', 'ana@example.com');
    const ben = await namedLead('Ben Cole', 'ben@example.com');
    await connectWithDeals({ addsLeads: true });
    await sync();
    hubspot.remove('contacts', contactOf('ana@example.com').id);
    await edit(ana, { phone: '555 0100' });
    await coach.api.pipeline.deleteLead({ ...ofCoach(), leadId: ben });
    later(MINUTE);
    hubspot.edit(contactOf('ben@example.com'), { phone: '1' });
    await sync();
    await sync();
    expect(hubspot.contacts()).toHaveLength(1);
    expect((await get()).connection?.issues).toMatchObject([{ id: ana, issue: 'gone' }]);
    expect((await coach.api.pipeline.listLeads(ofCoach())).total).toBe(1);
  });

  it('keeps the contact when a lead becomes a client', async () => {
    const ana = await namedLead('Ana Ruiz', 'ana@example.com');
    await connectWithDeals();
    await sync();
    const { id } = contactOf('ana@example.com');
    await coach.api.pipeline.convertLead({ ...ofCoach(), leadId: ana, clientId: randomUUID(), start: {} });
    later(MINUTE);
    await sync();
    expect(hubspot.contacts().map((contact) => contact.id)).toEqual([id]);
    expect(contactOf('ana@example.com').properties.lifecyclestage).toBe('opportunity');
    expect(hubspot.deals().map(({ properties }) => properties.dealstage)).toEqual([WON]);
    expect((await get()).connection).toMatchObject({ contacts: 1, dealCount: 1, issueCount: 0 });
  });
});

describe('reading', () => {
  it('takes a new name, number and stage, and sends none of them back', async () => {
    const ana = await namedLead('Ana Ruiz', 'ana@example.com', '555 0100');
    await connectWithDeals();
    await sync();
    later(MINUTE);
    hubspot.edit(contactOf('ana@example.com'), { firstname: 'Ana', lastname: 'de la Cruz', phone: '555 0199' });
    for (const deal of hubspot.deals()) hubspot.edit(deal, { dealstage: TRIAL ?? '' });
    await sync();
    expect(await leadOf(ana)).toMatchObject({ name: 'Ana de la Cruz', phone: '555 0199', status: 'trial' });
    const { events } = await coach.api.pipeline.getLead({ ...ofCoach(), leadId: ana });
    expect(events[0]).toMatchObject({ kind: 'moved', from: 'new', to: 'trial', actor: 'crm' });
    expect(contactOf('ana@example.com').properties).toMatchObject({ firstname: 'Ana', lastname: 'de la Cruz' });
    const { version } = await leadOf(ana);
    later(MINUTE);
    await sync();
    expect((await leadOf(ana)).version).toBe(version);
    expect((await activity()).filter(({ action }) => action === 'crm.received')).toEqual([
      { action: 'crm.received', leadsMoved: 1, ...BY_SYSTEM },
      { action: 'crm.received', people: 1, ...BY_SYSTEM },
    ]);
  });

  it('keeps the later of two changes', async () => {
    const [ana, ben] = [await namedLead('Ana Ruiz', 'ana@example.com'), await namedLead('Ben Cole', 'ben@example.com')];
    await connectWithDeals();
    await sync();
    later(MINUTE);
    hubspot.edit(contactOf('ana@example.com'), { phone: '1 there' });
    await edit(ben, { phone: '2 here' });
    later(MINUTE);
    await edit(ana, { phone: '1 here' });
    hubspot.edit(contactOf('ben@example.com'), { phone: '2 there' });
    await sync();
    expect([(await leadOf(ana)).phone, (await leadOf(ben)).phone]).toEqual(['1 here', '2 there']);
    await expectEqual();
  });

  it('keeps here what no lead or client can have, and does not overwrite it there', async () => {
    const ana = await namedLead('Ana Ruiz', 'ana@example.com');
    const client = await aClient(test, { of: coach, fullName: 'Nina Park' });
    await connectWithDeals();
    await sync();
    later(MINUTE);
    const theirs = contactOf(client.email.toLowerCase());
    hubspot.edit(contactOf('ana@example.com'), { firstname: 'x'.repeat(400), lastname: '' });
    hubspot.edit(theirs, { phone: 'ask reception', lastname: 'Park-Lee' });
    await sync();
    await sync();
    expect((await leadOf(ana)).name).toBe('Ana Ruiz');
    expect(theirs.properties.phone).toBe('ask reception');
    const detail = await coach.api.clients.getClient({ ...ofCoach(), clientId: client.clientId });
    expect(detail.fullName).toBe('Nina Park-Lee');
  });

  it('adds contacts as leads only if the coach turned that on, and only new ones, once', async () => {
    hubspot.add('contacts', { email: 'before@example.com', firstname: 'Before' });
    await connectWithDeals();
    later(MINUTE);
    hubspot.add('contacts', { email: 'off@example.com', firstname: 'Off' });
    await sync();
    expect((await coach.api.pipeline.listLeads(ofCoach())).total).toBe(0);
    later(MINUTE);
    await save({ addsLeads: true });
    later(MINUTE);
    hubspot.add('contacts', { email: 'new@example.com', firstname: 'Nora', lastname: 'New', phone: '555 0123' });
    const client = await aClient(test, { of: coach, fullName: 'Nina Park' });
    hubspot.add('contacts', { email: client.email.toLowerCase(), firstname: 'Someone', lastname: 'Else' });
    await sync();
    await sync();
    const { leads } = await coach.api.pipeline.listLeads(ofCoach());
    expect(leads).toMatchObject([{ name: 'Nora New', email: 'new@example.com', phone: '555 0123', source: 'HubSpot' }]);
    expect(contactOf('new@example.com').properties.lifecyclestage).toBe('lead');
    expect(hubspot.deals()).toHaveLength(1);
    expect((await get()).connection?.issues).toMatchObject([{ kind: 'client', issue: 'same_email' }]);
  });

  it('reads doubled, empty and late pages to the end', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.push(await namedLead(`Lead ${n}`, `lead${n}@example.com`));
    await connectWithDeals();
    await sync();
    later(MINUTE);
    for (const [n] of ids.entries()) hubspot.edit(contactOf(`lead${n}@example.com`), { phone: `555 010${n}` });
    hubspot.state.pageSize = 2;
    // HubSpot's search does not show this one yet.
    hubspot.state.hidden.add(contactOf('lead0@example.com').id);
    let searches = 0;
    hubspot.state.after = ({ path }, answer) => {
      if (path.endsWith('/contacts/search')) searches += 1;
      const again = { status: 200, body: { results: [], paging: { next: { after: '0' } } } };
      return searches === 2 ? again : answer;
    };
    await sync();
    expect((await leadOf(ids[4] ?? '')).phone).toBe('555 0104');
    hubspot.state.hidden.clear();
    later(5 * MINUTE);
    await sync();
    expect((await leadOf(ids[0] ?? '')).phone).toBe('555 0100');
    await expectEqual();
  });
});

describe('a sync that is disturbed', () => {
  it('waits as long as a limit says', async () => {
    await namedLead('Ana Ruiz', 'ana@example.com');
    await connectWithDeals();
    let limits = 0;
    hubspot.state.before = ({ path }) => {
      if (!path.endsWith('/batch/create')) return undefined;
      limits += 1;
      return { status: 429, headers: { 'retry-after': limits === 1 ? '0.05' : '600' }, body: { message: 'limit' } };
    };
    await sync();
    expect(limits).toBe(2);
    expect((await get()).connection?.failing).toMatchObject({ problem: 'limits' });
    hubspot.state.before = () => undefined;
    const due = () => startSyncs(test.services);
    const queued = async () => {
      const { rows } = await test.owner.execute<{ count: number }>(
        sql`select count(*)::int as count from pgboss.job where name = 'crm.sync' and data ->> 'coachId' = ${coach.id}`,
      );
      return rows[0]?.count ?? 0;
    };
    const before = await queued();
    later(9 * MINUTE);
    await due();
    expect(await queued()).toBe(before);
    later(2 * MINUTE);
    await due();
    expect(await queued()).toBe(before + 1);
    await sync();
    expect((await get()).connection?.failing).toBeNull();
    await expectEqual();
  });

  it('loses access, tells the coach once, and catches up after connecting again', async () => {
    const ana = await namedLead('Ana Ruiz', 'ana@example.com');
    await connectWithDeals();
    await sync();
    hubspot.revokeAll();
    await sync();
    await sync();
    expect((await get()).connection?.failing).toMatchObject({ problem: 'reconnect' });
    const told = await test.owner.execute(
      sql`select title from notification_outbox where coach_id = ${coach.id} and type = 'crm_attention'`,
    );
    expect(told.rows).toEqual([{ title: 'Connect HubSpot again' }]);
    later(60 * MINUTE);
    await edit(ana, { phone: '555 0100' });
    hubspot.edit(contactOf('ana@example.com'), { lastname: 'Ruiz-Vega' });
    await connect();
    await sync();
    expect(await leadOf(ana)).toMatchObject({ name: 'Ana Ruiz-Vega', phone: '555 0100' });
    expect(hubspot.contacts()).toHaveLength(1);
    await expectEqual();
  });

  it.each([
    ['contacts', '/contacts/batch/create'],
    ['deals', '/deals/batch/create'],
  ])('and died between creating %s and storing them creates nothing twice', async (_, address) => {
    await namedLead('Ana Ruiz', 'ana@example.com');
    await namedLead('Ben Cole', '', '555 0100');
    await connectWithDeals({ addsLeads: true });
    let isKilled = false;
    // HubSpot does the work, and no answer arrives.
    hubspot.state.after = ({ path }, answer) => {
      if (!path.endsWith(address) || isKilled) return answer;
      isKilled = true;
      return new Promise(() => undefined);
    };
    void sync();
    await expect.poll(() => isKilled).toBe(true);
    await sync();
    later(6 * MINUTE);
    await sync();
    await sync();
    expect(hubspot.contacts()).toHaveLength(2);
    expect(hubspot.deals()).toHaveLength(2);
    await expectEqual();
    const told = await activity();
    const sumOf = (of: 'contacts' | 'deals') =>
      told.reduce((sum, entry) => sum + Number(Reflect.get(entry, of) ?? 0), 0);
    expect([sumOf('contacts'), sumOf('deals')]).toEqual([2, 2]);
  });

  it('runs once when it is started twice', async () => {
    await namedLead('Ana Ruiz', 'ana@example.com');
    await namedLead('Ben Cole', '');
    await connectWithDeals();
    await Promise.all([sync(), sync(), sync()]);
    expect(hubspot.callsOf('/contacts/batch/create')).toHaveLength(1);
    await expectEqual();
  });

  it.each([
    ['the plan ends', () => test.owner.execute(sql`update users set plan = 'base' where id = ${coach.id}`)],
    ['the coach disconnects', () => coach.api.crm.disconnectCrm(ofCoach())],
  ])('stops when %s', async (_, happen) => {
    await namedLead('Ana Ruiz', 'ana@example.com');
    await connectWithDeals();
    let happened: Promise<unknown> | undefined;
    hubspot.state.after = ({ path }, answer) => {
      if (path.endsWith('/deals/search')) happened = Promise.resolve(happen());
      return answer;
    };
    hubspot.state.before = ({ path }) => {
      if (path.endsWith('/batch/read')) throw new Error('the sync continued');
      return undefined;
    };
    await sync();
    await happened;
    await sync();
    expect(hubspot.contacts()).toEqual([]);
    await test.owner.execute(sql`update users set plan = 'plus' where id = ${coach.id}`);
    hubspot.state.before = () => undefined;
    hubspot.state.after = (_call, answer) => answer;
    if (!(await get()).connection) await connect();
    await sync();
    await expectEqual();
  });

  it('reads a page again that failed, and stays with one coach', async () => {
    const other = await aCoach(test, { plan: 'plus' });
    await aLead(test, { of: other, name: 'Other Lead', email: 'other@example.com' });
    const ana = await namedLead('Ana Ruiz', 'ana@example.com');
    await connectWithDeals();
    await sync();
    later(MINUTE);
    hubspot.edit(contactOf('ana@example.com'), { phone: '555 0100' });
    hubspot.state.before = ({ path }) => (path.endsWith('/contacts/search') ? { status: 500 } : undefined);
    await sync();
    expect((await get()).connection?.failing).toMatchObject({ problem: 'unreachable' });
    hubspot.state.before = () => ({ status: 200, body: 'not what it should be' });
    await sync();
    expect((await get()).connection?.failing).toMatchObject({ problem: 'answer' });
    hubspot.state.before = () => undefined;
    await sync();
    expect((await leadOf(ana)).phone).toBe('555 0100');
    expect(hubspot.contacts()).toHaveLength(1);
    expect((await get(other)).connection).toBeNull();
  });
});

describe('an erased person', () => {
  const eraseAccount = (userId: string) =>
    test.services.db.write(mintUserScope(userId), (tx) => tx.execute(sql`select * from delete_own_account()`));

  it('is deleted in HubSpot with their deals, also without the plan', async () => {
    await connectWithDeals();
    const client = await aClient(test, { of: coach, fullName: 'Nina Park' });
    await namedLead('Nina Park', client.email.toLowerCase(), '', { status: 'won', clientId: client.clientId });
    await sync();
    expect([hubspot.contacts().length, hubspot.deals().length]).toEqual([1, 1]);
    await test.owner.execute(sql`update users set plan = 'base' where id = ${coach.id}`);
    await eraseAccount(client.id);
    await sync();
    expect([hubspot.contacts(), hubspot.deals()]).toEqual([[], []]);
    await test.owner.execute(sql`update users set plan = 'plus' where id = ${coach.id}`);
    later(60 * MINUTE);
    await sync();
    expect([hubspot.contacts(), hubspot.deals()]).toEqual([[], []]);
    const { rows } = await test.owner.execute(sql`select 1 from crm_links where coach_id = ${coach.id}
      union all select 1 from crm_erasures where coach_id = ${coach.id}`);
    expect(rows).toEqual([]);
  });

  it.each([
    ['HubSpot refuses to delete them', () => hubspot.refuseErasures()],
    ['HubSpot is not connected', () => coach.api.crm.disconnectCrm(ofCoach())],
  ])('is left to the coach with a link when %s', async (_, happen) => {
    await connectWithDeals();
    const client = await aClient(test, { of: coach, fullName: 'Nina Park' });
    await sync();
    const [contact] = hubspot.contacts();
    await happen();
    await eraseAccount(client.id);
    await sync();
    await sync();
    const { erasures } = await get();
    expect(erasures).toMatchObject([{ url: `https://app.hubspot.com/contacts/4711/record/0-1/${contact?.id}` }]);
    const told = await test.owner.execute(sql`select title from notification_outbox
      where coach_id = ${coach.id} and type = 'crm_attention' union all
      select title from notifications where user_id = ${coach.id} and type = 'crm_attention'`);
    expect(told.rows).toEqual([{ title: 'Delete a contact in HubSpot' }]);
    const id = erasures[0]?.id ?? '';
    await coach.api.crm.finishCrmErasure({ ...ofCoach(), id });
    await coach.api.crm.finishCrmErasure({ ...ofCoach(), id });
    expect((await get()).erasures).toEqual([]);
  });

  it('leaves no connection and no tokens of a coach who deletes their own account, here and in HubSpot', async () => {
    await connectWithDeals();
    await namedLead('Ana Ruiz', 'ana@example.com');
    await sync();
    await coach.api.identity.deleteAccount({ password: PASSWORD, confirmation: DELETE_CONFIRMATION });
    await revoked();
    expect(hubspot.state.refresh.size).toBe(0);
    const { rows } = await test.owner.execute(sql`select 1 from crm_links where coach_id = ${coach.id}
      union all select 1 from crm_connections where coach_id = ${coach.id}`);
    expect(rows).toEqual([]);
  });
});
