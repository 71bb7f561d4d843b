import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { aDomain, announceDomains } from '../../../test/factories/domains.ts';
import { aClient, aCoach, type Client, type Coach, signIn } from '../../../test/people.ts';
import { anInvoice } from '../../../test/security-cases-money.ts';
import { type Stored, type StripeServer, startStripeServer } from '../../../test/stripe-server.ts';

const PRODUCT = 'https://app.product.example';

let stripe: StripeServer;
let test: TestApp;
let coach: Coach;
let client: Client;
let invoiceId: string;
let host: string;
let names = 0;
beforeAll(async () => {
  stripe = await startStripeServer();
  test = await createTestApp({
    APP_URL: PRODUCT,
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_platform',
    STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_connect',
    STRIPE_API_BASE: stripe.url,
  });
});
afterAll(async () => {
  await test.close();
  await stripe.close();
});
beforeEach(async () => {
  names += 1;
  host = `pay${names}.example.org`;
  coach = await aCoach(test);
  client = await aClient(test, { of: coach });
  invoiceId = await anIssuedInvoice(coach, client);
  await aDomain(test, { of: coach, domain: host });
});

/** An invoice that can be paid by card. */
async function anIssuedInvoice(of: Coach, { clientId }: Client): Promise<string> {
  const { url } = await of.api.money.connectOnlinePayments({ coachId: of.id });
  Object.assign(stored(url), { charges_enabled: true });
  await of.api.money.getOnlinePayments({ coachId: of.id });
  const about = { coachId: of.id, invoiceId: randomUUID() };
  await of.api.money.saveInvoice({ ...about, ...anInvoice, clientId });
  await of.api.money.issueInvoice(about);
  return about.invoiceId;
}
/** The object at the provider that a page is about. */
function stored(url: string): Stored {
  const found = stripe.objects.get(url.slice(url.lastIndexOf('/') + 1));
  if (!found) throw new Error(`there is no ${url}`);
  return found;
}

/** Asks at a host for the page to pay an invoice. */
const ask = async (at: string, by = client, invoice = invoiceId) => {
  const isDomain = (await test.services.hosts.coachOfHost(at)) !== null;
  const { caller } = isDomain ? await signIn(test, by.id, at) : by;
  return test.app.inject({
    method: 'POST',
    url: `/rest/v1/own_invoices/${invoice}/checkout`,
    payload: {},
    headers: { host: at, origin: at === host ? `https://${host}` : PRODUCT, cookie: caller.cookie ?? '' },
    remoteAddress: `10.8.0.${names}`,
  });
};
async function begin(at: string, by = client, invoice = invoiceId): Promise<Stored> {
  const answer = await ask(at, by, invoice);
  expect(answer.statusCode, answer.body).toBe(200);
  return stored(answer.json().url);
}
const originsOf = ({ success_url, cancel_url }: Stored) =>
  [success_url, cancel_url].map((url) => new URL(String(url)).origin);
const fromDomain = () => [`https://${host}`, `https://${host}`];
const FROM_PRODUCT = [PRODUCT, PRODUCT];

describe('a client who pays returns', () => {
  it('to the coach’s domain after asking there', async () => {
    const session = await begin(host);
    expect(session.success_url).toBe(`https://${host}/client/payments?checkout=${session.client_reference_id}`);
    expect(session.cancel_url).toBe(`https://${host}/client/payments`);
  });

  it.each(['app.product.example', 'evil.example', 'localhost:3000', 'other.example.org'])(
    'to the product after asking at %s',
    async (at) => {
      expect(originsOf(await begin(at))).toEqual(FROM_PRODUCT);
    },
  );

  it('to the product after the domain has lost its verification', async () => {
    await test.owner.execute(sql`update coach_domains set verified_at = null where coach_id = ${coach.id}`);
    await announceDomains(test, host, undefined);
    // The page of this name is another site now.
    expect((await ask(host)).statusCode).toBe(403);
    expect(originsOf(await begin('app.product.example'))).toEqual(FROM_PRODUCT);
  });

  it('to the product while the coach’s plan has no domain', async () => {
    await test.owner.execute(sql`update users set plan = 'plus' where id = ${coach.id}`);
    await announceDomains(test, host, false);
    expect((await ask(host)).statusCode).toBe(404);
    expect(originsOf(await begin('app.product.example'))).toEqual(FROM_PRODUCT);
  });

  it('never to the domain of another coach', async () => {
    const other = await aCoach(test);
    const stranger = await aClient(test, { of: other });
    const invoice = await anIssuedInvoice(other, stranger);
    expect([401, 403]).toContain((await ask(host, stranger, invoice)).statusCode);
    const both = await aClient(test, { of: other, person: client });
    const theirs = await anIssuedInvoice(other, both);
    expect((await ask(host, both, theirs)).statusCode).toBe(404);
  });
});

describe('an open checkout', () => {
  it('is used again at its host, and replaced at another one', async () => {
    const first = await begin('app.product.example');
    expect(await begin('app.product.example')).toBe(first);
    const second = await begin(host);
    expect([first.status, originsOf(second)]).toEqual(['expired', fromDomain()]);
    expect(await begin(host)).toBe(second);
    expect(originsOf(await begin('app.product.example'))).toEqual(FROM_PRODUCT);
  });

  it.each(['app.product.example', 'the domain'])(
    'that was paid meanwhile is recorded when asked for at %s',
    async (at) => {
      const paid = { status: 'complete', payment_status: 'paid', payment_intent: `pi_${invoiceId}` };
      Object.assign(await begin('app.product.example'), paid);
      expect((await ask(at === 'the domain' ? host : at)).json()).toMatchObject({ code: 'INVOICE_CLOSED' });
      const { invoice } = await coach.api.money.getInvoice({ coachId: coach.id, invoiceId });
      expect(invoice.status).toBe('paid');
    },
  );

  it('that waits for a bank is not replaced', async () => {
    const first = Object.assign(await begin('app.product.example'), { status: 'complete' });
    expect(await begin(host)).toBe(first);
  });

  it('of two hosts at once is one, and the other host can ask again', async () => {
    const answers = await Promise.all([ask(host), ask('app.product.example')]);
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThan(0);
    const session = await begin(host);
    expect(originsOf(session)).toEqual(fromDomain());
    const open = [...stripe.objects.values()].filter(
      (one) => one.status === 'open' && one.customer_email === client.email,
    );
    expect(open).toEqual([session]);
  });

  it('whose creation was interrupted does not keep the client from paying at another host', async () => {
    await begin('app.product.example');
    await test.owner.execute(
      sql`update online_checkouts set url = null, session_id = null where coach_id = ${coach.id}`,
    );
    // The provider refuses the same key with another address.
    expect((await ask(host)).json()).toMatchObject({ code: 'PAYMENT_UNAVAILABLE' });
    test.setNow(new Date(Date.now() + 180_000));
    try {
      expect(originsOf(await begin(host))).toEqual(fromDomain());
    } finally {
      test.setNow(null);
    }
  });
});
