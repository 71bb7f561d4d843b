import type { Subscription } from '@stridewell/contract/billing/billing';
import type { Plan } from '@stridewell/contract/billing/billing.rules';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { aClient, aCoach } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { BillingPage } from './billing-page.tsx';

const READ = 'GET /rest/v1/subscription';
const PREVIEW = 'GET /rest/v1/subscription/preview';
const post = (what: string) => `POST /rest/v1/subscription/${what}`;

const aSubscription = (changes: Partial<Subscription> = {}): Subscription => ({
  plan: 'plus',
  status: 'active',
  cancelAtPeriodEnd: false,
  currentPeriodEnd: '2042-12-10T12:00:00.000Z',
  graceUntil: null,
  card: { brand: 'visa', last4: '4242' },
  clients: 9,
  includedClients: 5,
  upcomingCents: 17_900,
  invoices: [
    { id: 'in_1', number: '1001', createdAt: '2020-11-10T12:00:00.000Z', amountCents: 14_900, status: 'paid' },
    { id: 'in_2', number: '1002', createdAt: '2020-10-10T12:00:00.000Z', amountCents: 17_900, status: 'refunded' },
  ],
  ...changes,
});

const openOn = (plan: Plan) =>
  mount(<BillingPage plan={plan} timeZone="America/New_York" onChanged={() => undefined} />);
async function openBilling(subscription = aSubscription()) {
  server.on(READ, subscription);
  await openOn(subscription.plan);
  await screen.findByRole('region', { name: 'Your plan' });
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const part = (name: string) => within(screen.getByRole('region', { name }));
const inDialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

describe('what it shows', () => {
  it('the plan, the next payment, the card and the invoices', async () => {
    await openBilling();
    const plan = part('Your plan');
    for (const text of ['Coach Plus', 'Active', '$179', 'on Wed, Dec 10, 2042', '9 of 35', '5 included in the price']) {
      expect(plan.getByText(text)).toBeDefined();
    }
    expect(part('Payment method').getByText('Visa ending in 4242')).toBeDefined();
    const [first, second] = part('Invoices').getAllByRole('row').slice(1);
    expect(first?.textContent).toBe('Tue, Nov 10, 20201001Paid$149PDF');
    expect(second?.textContent).toBe('Sat, Oct 10, 20201002Refunded$179PDF');
    expect(screen.getByRole('link', { name: 'Invoice 1001 as PDF' }).getAttribute('href')).toBe(
      '/billing/invoices/in_1.pdf',
    );
  });

  it('what to do after a failed payment', async () => {
    await openBilling(aSubscription({ status: 'past_due', graceUntil: '2042-11-26T12:00:00.000Z' }));
    expect(part('Your plan').getByText('Payment failed')).toBeDefined();
    expect(part('Your plan').getByRole('alert').textContent).toBe(
      'Your last payment failed. Update your card by Wed, Nov 26, 2042 to keep Coach Plus.',
    );
  });

  it('that there is none, and where the plans are', async () => {
    server.on(READ, null);
    await openOn('base');
    await screen.findByRole('heading', { level: 1, name: 'Billing' });
    expect(await screen.findByText(/^This plan is free, for up to 5 clients/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Compare plans' }).getAttribute('href')).toBe('/pricing');
  });

  it('that it cannot be read, and reads it again', async () => {
    server.refuse(READ, 400, 'BAD_REQUEST', 'Not now.');
    await openOn('base');
    await screen.findByRole('heading', { level: 1, name: 'We could not load your subscription' });
    server.on(READ, aSubscription());
    await press('Try again');
    expect(await screen.findByText('Visa ending in 4242')).toBeDefined();
  });

  it('no built-in card form for a subscription at a real payment provider', async () => {
    await openBilling(aSubscription({ card: null, invoices: [] }));
    expect(screen.getByRole('button', { name: 'Manage Subscription' })).toBeDefined();
    expect(screen.queryByRole('button', { name: /card|Change plan|Cancel/ })).toBeNull();
  });
});

describe('ending and resuming', () => {
  it('asks first, then ends with the period, and takes it back', async () => {
    const ending = aSubscription({ cancelAtPeriodEnd: true, upcomingCents: 0 });
    server.on(post('cancel'), ending);
    server.on(post('resume'), aSubscription());
    await openBilling();
    await press('Cancel subscription');
    const dialog = await inDialog('Cancel Coach Plus?');
    expect(dialog.getByText(/until Wed, Dec 10, 2042, and nothing more is charged/)).toBeDefined();
    expect(dialog.getByText(/Nothing is deleted. You have 4 more clients than the 5/)).toBeDefined();
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel subscription' }));
    expect(await screen.findByText('Subscription canceled')).toBeDefined();
    expect(part('Your plan').getByText('Ends on Wed, Dec 10, 2042')).toBeDefined();
    expect(part('Your plan').getByText('Nothing more is charged')).toBeDefined();
    await press('Resume subscription');
    expect(await screen.findByText('Your subscription continues')).toBeDefined();
    expect(part('Your plan').getByText('Active')).toBeDefined();
  });

  it('says when it was not canceled', async () => {
    server.refuse(post('cancel'), 502, 'PAYMENT_UNAVAILABLE', 'The payment service does not answer.');
    await openBilling();
    await press('Cancel subscription');
    const dialog = await inDialog('Cancel Coach Plus?');
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel subscription' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('The payment service does not answer.');
  });
});

describe('another plan', () => {
  const preview = { monthlyCents: 34_900, dueNowCents: 0, clients: 38, clientCap: 35, overCap: 3 };

  it('shows what it costs and what happens to clients above its cap', async () => {
    server.on(PREVIEW, preview);
    server.on(post('plan'), aSubscription());
    await openBilling(aSubscription({ plan: 'pro', clients: 38 }));
    await press('Change plan');
    const dialog = await inDialog('Change to Coach Plus');
    const costs = await dialog.findByRole('list', { name: 'What it costs' });
    expect(costs.textContent).toBe('New monthly price$349Due nowNothing');
    expect(dialog.getByText(/^Nothing is deleted. You have 3 more clients than the 35/)).toBeDefined();
    fireEvent.click(dialog.getByRole('button', { name: 'Change to Coach Plus' }));
    expect(await screen.findByText('You are on Coach Plus now')).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('says when the card does not pay for it', async () => {
    server.on(PREVIEW, { monthlyCents: 24_900, dueNowCents: 59_900, clients: 9, clientCap: 100, overCap: 0 });
    server.refuse(post('plan'), 402, 'CARD_DECLINED', 'Your card was declined. Please update it first.');
    await openBilling();
    await press('Change plan');
    const dialog = await inDialog('Change to Coach Pro');
    expect((await dialog.findByRole('list', { name: 'What it costs' })).textContent).toContain('Due now$599');
    expect(dialog.queryByText(/Nothing is deleted/)).toBeNull();
    fireEvent.click(dialog.getByRole('button', { name: 'Change to Coach Pro' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('Your card was declined. Please update it first.');
  });
});

describe('another card', () => {
  it('is checked, may be declined, and replaces the old one', async () => {
    server.refuse(post('card'), 402, 'CARD_DECLINED', 'Your card was declined.');
    await openBilling();
    await press('Update card');
    expect(screen.getByText('Test mode: nothing is charged.')).toBeDefined();
    await press('Save card');
    expect(await screen.findByText('Please enter a card number')).toBeDefined();
    await press('Declined, card ending in 0002');
    await press('Save card');
    expect(await screen.findByText('Your card was declined.')).toBeDefined();
    server.on(post('card'), async (request) => {
      expect(await request.json()).toMatchObject({ cardNumber: '4000 0025 0000 3155', cvc: '123' });
      return json(aSubscription({ card: { brand: 'visa', last4: '3155' } }));
    });
    await press('Authentication required, card ending in 3155');
    await press('Save card');
    expect(await screen.findByText('Card updated')).toBeDefined();
    expect(screen.getByText('Visa ending in 3155')).toBeDefined();
  });
});

describe('the page in the app', () => {
  it('a visitor signs in first', async () => {
    const app = await openApp('/billing', null);
    await waitFor(() => expect(app.address()).toBe('/auth?next=%2Fbilling'));
  });

  it('a client is led home', async () => {
    server.on('GET /rest/v1/dashboards/client', null);
    const app = await openApp('/billing', aClient());
    await waitFor(() => expect(app.path()).toBe('/client/dashboard'));
  });

  it('says that a paid plan came without one', async () => {
    server.on(READ, null);
    await openApp('/billing', aCoach({ role: 'Coach-Pro', plan: { ...aCoach().plan, plan: 'pro' } }));
    expect(await screen.findByText(/^Coach Pro is yours without a subscription/)).toBeDefined();
    // No part for what does not exist.
    for (const word of ['Invoices', 'Payment method', 'Next payment']) expect(screen.queryByText(word)).toBeNull();
  });
});
