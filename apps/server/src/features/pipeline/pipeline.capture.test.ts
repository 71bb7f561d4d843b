import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { aCoach, type Coach } from '../../../test/people.ts';
import { aLead, aLeadForm } from '../../../test/security-cases-pipeline.ts';

const NOW = new Date('2026-03-02T18:00:00Z');
const LATER = new Date(NOW.getTime() + 10_000);

let test: TestApp;
let coach: Coach;
let slug: string;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.setNow(NOW);
  coach = await aCoach(test);
  slug = `coach-${randomUUID()}`;
  await saveForm();
});

const saveForm = (changes: Partial<typeof aLeadForm> = {}, by = coach) =>
  by.api.pipeline.saveLeadForm({ coachId: by.id, ...aLeadForm, slug, ...changes });
let visits = 0;
/** Each visitor has a different IP address, because rate limits count by address. */
const visitor = () => {
  visits += 1;
  return `10.1.${Math.floor(visits / 250)}.${visits % 250}`;
};
const open = (at = slug) => test.app.inject({ method: 'GET', url: `/c/${at}`, remoteAddress: visitor() });
const fieldsOf = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
const send = (fields: Record<string, string>, { at = slug, address = visitor(), headers = {} } = {}) =>
  test.app.inject({
    method: 'POST',
    url: `/c/${at}`,
    remoteAddress: address,
    payload: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
const ana = { name: 'Ana Ruiz', email: 'Ana@Example.com', phone: '(415) 555-0100', message: 'Hi\nthere', website: '' };
const leads = async () => (await coach.api.pipeline.listLeads({ coachId: coach.id })).leads;

describe('the form of a coach', () => {
  it('adds a lead to its coach once, even if sent repeatedly', async () => {
    const page = await open();
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('Train with me');
    const fields = { ...fieldsOf(page.body), ...ana };
    test.setNow(LATER);
    const answers = await Promise.all([send(fields), send(fields)]);
    for (const { statusCode, body } of answers) {
      expect(statusCode).toBe(200);
      expect(body).toContain(`${coach.name} has your message`);
    }
    const [lead, ...others] = await leads();
    expect(others).toEqual([]);
    expect(lead).toMatchObject({
      name: 'Ana Ruiz',
      email: 'ana@example.com',
      status: 'new',
      source: 'Lead form',
      notes: 'Hi\nthere',
    });
    const { events } = await coach.api.pipeline.getLead({ coachId: coach.id, leadId: lead?.id ?? '' });
    expect(events).toMatchObject([{ kind: 'created', actor: 'visitor' }]);
    await expect
      .poll(async () => (await coach.api.notifications.listNotifications({})).notifications, { timeout: 10_000 })
      .toMatchObject([{ type: 'lead_captured', metadata: { lead_id: lead?.id } }]);
    expect(await coach.api.metrics.getPipelineMetrics({ coachId: coach.id })).toMatchObject({ leads: 1 });
  });

  it('has the name, the icon and the colours of the brand', async () => {
    const { body, headers } = await open();
    const { name, icons, light, dark } = test.services.brandOf('localhost');
    expect(body).toContain(`<meta name="application-name" content="${name}">`);
    expect(body).toContain(`<link rel="icon" href="${icons.tab}">`);
    for (const { paper, accent } of [light, dark]) expect(body).toContain(`--paper: ${paper}; --accent: ${accent};`);
    expect(body).not.toContain('--pine');
    expect(headers['content-security-policy']).toContain("img-src 'self'");
  });

  it('can be embedded in any site, and runs no script', async () => {
    const { headers } = await open();
    expect(headers['x-frame-options']).toBeUndefined();
    expect(headers['content-security-policy']).toContain('frame-ancestors *');
    expect(headers['content-security-policy']).not.toContain('script-src');
    const script = await test.app.inject({ method: 'GET', url: `/c/${slug}/embed.js` });
    expect(script.headers['cross-origin-resource-policy']).toBe('cross-origin');
    expect(script.body).toContain(`/c/${slug}"`);
    const hostile = await test.app.inject({ method: 'GET', url: `/c/${encodeURIComponent('";alert(1)//')}/embed.js` });
    expect(hostile.body).not.toContain('alert(1)//"');
    expect(hostile.body).not.toContain('";alert');
  });

  it('is closed without a coach, while it is off, and for a coach who is not active', async () => {
    expect((await open('no-such-form')).statusCode).toBe(404);
    const page = await open();
    await saveForm({ enabled: false });
    test.setNow(LATER);
    for (const answer of [await open(), await send({ ...fieldsOf(page.body), ...ana })]) {
      expect(answer.statusCode).toBe(404);
      expect(answer.body).toContain('This form is not open');
    }
    expect(await leads()).toEqual([]);
  });

  it('has a unique address, and moves with it', async () => {
    const other = await aCoach(test);
    await expect(saveForm({}, other)).rejects.toMatchObject({ code: 'SLUG_TAKEN' });
    const moved = `moved-${randomUUID()}`;
    await saveForm({ slug: moved });
    expect([(await open()).statusCode, (await open(moved)).statusCode]).toEqual([404, 200]);
    await saveForm({}, other);
    expect((await open()).body).toContain(other.name);
  });
});

describe('bots and mistakes', () => {
  it('are refused, and the input is kept', async () => {
    const page = await open();
    const ticket = fieldsOf(page.body);
    const early = await send({ ...ticket, ...ana });
    expect(early.statusCode).toBe(400);
    expect(early.body).toContain('value="Ana Ruiz"');
    test.setNow(LATER);
    const refused = [
      { ...ticket, ...ana, website: 'https://spam.example' },
      { ...ticket, ...ana, signature: 'x'.repeat(43) },
      { ...ticket, ...ana, id: randomUUID() },
      { ...ticket, ...ana, loadedAt: '1' },
      { ...ticket, ...ana, email: 'no address' },
      { ...ticket, ...ana, name: ' ' },
      { ...ticket, ...ana, name: 'x'.repeat(200) },
      { ...ticket, ...ana, message: 'Zero \u0000' },
      ana,
    ];
    for (const fields of refused) expect((await send(fields)).statusCode).toBe(400);
    expect((await send({ ...ticket, ...ana, message: 'x'.repeat(60_000) })).statusCode).toBe(413);
    const otherSlug = `other-${randomUUID()}`;
    const other = await aCoach(test);
    await saveForm({ slug: otherSlug }, other);
    expect((await send({ ...ticket, ...ana }, { at: otherSlug })).statusCode).toBe(400);
    expect(await leads()).toEqual([]);
  });

  it('cannot inject markup into the page or formulas into the file', async () => {
    const ticket = fieldsOf((await open()).body);
    const name = '"><script>alert(1)</script>';
    const again = await send({ ...ticket, ...ana, name });
    expect(again.body).not.toContain('<script>');
    test.setNow(LATER);
    expect((await send({ ...ticket, ...ana, name: '=1+1' })).statusCode).toBe(200);
    const { body } = await coach.caller.get<string>(`/exports/${coach.id}/leads.csv`);
    expect(body).toContain("'=1+1");
  });

  it('are rate-limited by address', async () => {
    const address = visitor();
    const statuses: number[] = [];
    for (let sent = 0; sent < 21; sent += 1) statuses.push((await send(ana, { address })).statusCode);
    expect(statuses.slice(0, 20).every((status) => status === 400)).toBe(true);
    expect(statuses[20]).toBe(429);
  });
});

it('the file has all leads from all pages', async () => {
  for (let lead = 0; lead < 3; lead += 1) {
    await coach.api.pipeline.createLead({
      coachId: coach.id,
      leadId: randomUUID(),
      despiteDuplicates: true,
      lead: { ...aLead, name: `Lead ${lead}`, lastContact: null },
    });
  }
  const { body } = await coach.caller.get<string>(`/exports/${coach.id}/leads.csv`);
  const lines = body.trim().split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines[1]).toContain('"Lead 0","ana.ruiz@example.com","(415) 555-0100","New","Referral","1200","USD"');
});
