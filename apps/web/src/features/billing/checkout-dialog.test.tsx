import type { PaidPlan } from '@stridewell/contract/billing/billing.rules';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { aCoach, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import type { Purchase } from './checkout.tsx';
import { CheckoutDialog } from './checkout-dialog.tsx';

const CREATE = 'POST /functions/v1/create-checkout';
const READ = 'POST /rest/v1/sandbox/checkout';
const PAY = 'POST /rest/v1/sandbox/checkout/pay';
const PURCHASE = 'GET /rest/v1/checkouts/cs_test_12345678';

const LINES = [
  { label: 'Coach Pro, monthly', amountCents: 24_900, recurring: true },
  { label: 'One-time setup', amountCents: 49_900, recurring: false },
];
const checkout = { client_secret: 'cs_test_12345678_secret_x', provider: 'sandbox', publishable_key: null };
const aCheckout = { plan: 'pro', status: 'open', email: null, lines: LINES, totalCents: 74_800 };

const dialog = async () => within(await screen.findByRole('dialog', { name: 'Complete Your Coach Pro Purchase' }));
const press = async (name: string | RegExp) => fireEvent.click(await (await dialog()).findByRole('button', { name }));
const type = async (label: string, value: string) =>
  fireEvent.change(await (await dialog()).findByLabelText(label), { target: { value } });
const valueIn = async (label: string) => (await (await dialog()).findByLabelText<HTMLInputElement>(label)).value;

/** The checkout on the page of prices, which knows the buyer and where to go afterwards. */
async function openOnPage(session: Parameters<typeof openApp>[1]) {
  const app = await openApp('/pricing', session);
  fireEvent.click(await screen.findByRole('button', { name: 'Go Pro' }));
  return app;
}

const GUEST = 'guest@example.com';

function Shop({ onPaid }: { onPaid: (purchase: Purchase) => void }) {
  const [plan, setPlan] = useState<PaidPlan | null>(null);
  return (
    <>
      <button type="button" onClick={() => setPlan('pro')}>
        Go Pro
      </button>
      <CheckoutDialog plan={plan} email={GUEST} forAccount={false} onClose={() => setPlan(null)} onPaid={onPaid} />
    </>
  );
}

/** The checkout of a guest. Answers what was paid for. */
async function openCheckout() {
  const paid: Purchase[] = [];
  await mount(<Shop onPaid={(purchase) => paid.push(purchase)} />);
  fireEvent.click(screen.getByRole('button', { name: 'Go Pro' }));
  return paid;
}

async function fillIn(card: string) {
  await type('Email', 'rosa@studio.example');
  await type('Name on card', 'Rosa Diaz');
  await press(new RegExp(`^${card}`));
}

beforeEach(() => {
  server.on(CREATE, checkout);
  server.on(READ, aCheckout);
});

describe('opening', () => {
  it('asks for a secret with the plan and a guest’s placeholder, and says that it loads', async () => {
    const answer = Promise.withResolvers<Response>();
    let sent: unknown;
    server.on(CREATE, async (request) => {
      sent = await request.json();
      return answer.promise;
    });
    await openCheckout();
    expect((await dialog()).getByText('Loading checkout...')).toBeDefined();
    await waitFor(() => expect(sent).toEqual({ plan: 'pro', email: GUEST, embedded: true }));
    answer.resolve(json(checkout));
    expect(await (await dialog()).findByLabelText('Card number')).toBeDefined();
  });

  it('sends the address of who is signed in, and keeps it fixed', async () => {
    server.on(READ, { ...aCheckout, email: 'maya@studio.example' });
    let sent: unknown;
    server.on(CREATE, async (request) => {
      sent = await request.json();
      return json(checkout);
    });
    await openOnPage(aCoach());
    expect(await (await dialog()).findByLabelText('Email')).toHaveProperty('readOnly', true);
    expect(await valueIn('Email')).toBe('maya@studio.example');
    expect(sent).toMatchObject({ email: 'maya@studio.example' });
  });

  it.each([
    ['the server’s words', 429, 'RATE_LIMITED', 'Too many attempts. Please wait.', 'Too many attempts. Please wait.'],
    ['the payment service away', 502, 'PAYMENT_UNAVAILABLE', 'No answer.', 'No answer.'],
    [
      'nothing for people',
      500,
      'INTERNAL_SERVER_ERROR',
      'Internal',
      'Failed to initialize checkout. Please try again.',
    ],
  ])('fails with %s, and Try Again starts a new checkout', async (_, status, code, message, shown) => {
    server.refuse(CREATE, status, code, message);
    await openCheckout();
    expect((await (await dialog()).findByRole('alert')).textContent).toBe(shown);
    expect(await screen.findByText('Error')).toBeDefined();
    server.on(CREATE, checkout);
    await press('Try Again');
    expect(await (await dialog()).findByLabelText('Card number')).toBeDefined();
    expect(server.count(CREATE)).toBe(2);
  });

  it('says so when there is no secret', async () => {
    server.on(CREATE, { ...checkout, client_secret: '' });
    await openCheckout();
    expect((await (await dialog()).findByRole('alert')).textContent).toBe(
      'No client secret received from checkout service.',
    );
  });

  it('shows a subscriber the way to the subscription', async () => {
    server.refuse(CREATE, 409, 'ALREADY_SUBSCRIBED', 'You have a subscription already.');
    await openCheckout();
    const link = await (await dialog()).findByRole('link', { name: 'Manage Subscription' });
    expect(link.getAttribute('href')).toBe('/billing');
  });

  it('forgets everything when it is closed', async () => {
    server.refuse(CREATE, 429, 'RATE_LIMITED', 'Too many attempts.');
    await openCheckout();
    await (await dialog()).findByRole('alert');
    await press('Close');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    server.on(CREATE, checkout);
    fireEvent.click(screen.getByRole('button', { name: 'Go Pro' }));
    expect(await (await dialog()).findByLabelText('Card number')).toBeDefined();
    expect((await dialog()).queryByRole('alert')).toBeNull();
    expect(server.count(CREATE)).toBe(2);
  });
});

describe('the test form', () => {
  it('says that it is a test, and what is bought', async () => {
    await openCheckout();
    expect(await (await dialog()).findByText('Test mode: nothing is charged.')).toBeDefined();
    const summary = within((await dialog()).getByRole('region', { name: 'Order summary' }));
    expect(summary.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Coach Pro, monthly$249 a month',
      'One-time setup$499 ',
      'Due today$748',
    ]);
    expect(summary.getByText(/^Then \$249 a month/)).toBeDefined();
  });

  it('says beside each field what it needs, and pays nothing', async () => {
    await openCheckout();
    await press('Pay $748');
    for (const text of [
      'Please enter a valid email address',
      'Please enter the name',
      'Please enter a card number',
      'Please enter the expiry date',
      'Please enter the security code',
    ]) {
      expect(await (await dialog()).findByText(text)).toBeDefined();
    }
    expect(server.count(PAY)).toBe(0);
  });

  it('groups what is typed, and knows months and dates that are past', async () => {
    await openCheckout();
    await type('Card number', '42424242424242421');
    expect(await valueIn('Card number')).toBe('4242 4242 4242 4242 1');
    await type('Expiry date', '4');
    expect(await valueIn('Expiry date')).toBe('04/');
    await type('Expiry date', '04');
    expect(await valueIn('Expiry date')).toBe('04');
    await type('Expiry date', '0420');
    expect(await valueIn('Expiry date')).toBe('04/20');
    await press('Pay $748');
    expect((await dialog()).getByText('This card has expired')).toBeDefined();
    await type('Expiry date', '1330');
    await press('Pay $748');
    expect((await dialog()).getByText('Please enter it as month and year, like 12/28')).toBeDefined();
  });

  it.each([
    ['Success', '4242 4242 4242 4242'],
    ['Declined', '4000 0000 0000 0002'],
    ['Insufficient funds', '4000 0000 0000 9995'],
    ['Authentication required', '4000 0025 0000 3155'],
  ])('has the test card %s', async (label, number) => {
    await openCheckout();
    await press(`${label}, card ending in ${number.slice(-4)}`);
    expect(await valueIn('Card number')).toBe(number);
  });

  it('pays once however often it is pressed, and leads a guest to the account', async () => {
    const answer = Promise.withResolvers<Response>();
    let sent: unknown;
    server.on(PAY, async (request) => {
      sent = await request.json();
      return answer.promise;
    });
    server.on(PURCHASE, { plan: 'pro', status: 'complete', email: 'rosa@studio.example' });
    let created: unknown;
    server.on(CREATE, async (request) => {
      created = await request.json();
      return json(checkout);
    });
    const app = await openOnPage(null);
    await fillIn('Success');
    const button = await (await dialog()).findByRole('button', { name: 'Pay $748' });
    fireEvent.click(button);
    fireEvent.click(button);
    answer.resolve(json({ status: 'complete', reason: null }));
    await waitFor(() => expect(app.address()).toBe('/account-setup?session_id=cs_test_12345678&plan=pro'));
    expect(server.count(PAY)).toBe(1);
    expect(created).toMatchObject({ email: GUEST });
    expect(sent).toMatchObject({ clientSecret: checkout.client_secret, name: 'Rosa Diaz', authenticated: false });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('shows why a card was declined beside its number, and takes another one', async () => {
    server.on(PAY, { status: 'declined', reason: 'Insufficient funds.' });
    await openCheckout();
    await fillIn('Insufficient funds');
    await press('Pay $748');
    const number = await (await dialog()).findByLabelText('Card number');
    await waitFor(() => expect(number.getAttribute('aria-invalid')).toBe('true'));
    expect((await dialog()).getByText('Insufficient funds.')).toBeDefined();
    await press(/^Success/);
    expect((await dialog()).queryByText('Insufficient funds.')).toBeNull();
  });

  it('asks for the authentication, sends it, and charges nothing when it is refused', async () => {
    const sent: boolean[] = [];
    server.on(PAY, async (request) => {
      const { authenticated }: { authenticated: boolean } = await request.json();
      sent.push(authenticated);
      return json({ status: authenticated ? 'complete' : 'requires_action', reason: null });
    });
    const paid = await openCheckout();
    await fillIn('Authentication');
    await press('Pay $748');
    await press('Cancel');
    expect((await (await dialog()).findByRole('alert')).textContent).toBe(
      'The payment was not confirmed, so nothing was charged.',
    );
    await press('Pay $748');
    await press('Confirm');
    await waitFor(() => expect(paid).toEqual([{ plan: 'pro', sessionId: 'cs_test_12345678', applied: false }]));
    expect(sent).toEqual([false, false, true]);
  });

  it('keeps what was entered when the server fails', async () => {
    server.refuse(PAY, 500, 'INTERNAL_SERVER_ERROR', 'Internal');
    await openCheckout();
    await fillIn('Success');
    await press('Pay $748');
    expect((await (await dialog()).findByRole('alert')).textContent).toMatch(/nothing was charged/);
    expect(await valueIn('Name on card')).toBe('Rosa Diaz');
  });

  it('says when the checkout has expired', async () => {
    server.on(READ, { ...aCheckout, status: 'expired' });
    await openCheckout();
    expect((await (await dialog()).findByRole('alert')).textContent).toMatch(/expired, and nothing was charged/);
  });
});

it('gives a signed-in coach the plan and leads to the dashboard', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  server.on(READ, { ...aCheckout, email: 'maya@studio.example' });
  server.on(PAY, { status: 'complete', reason: null });
  server.on(`GET /rest/v1/dashboards/coach/${COACH_ID}`, () => new Promise<Response>(() => undefined));
  let asked = 0;
  server.on(PURCHASE, () => {
    asked += 1;
    return json({ plan: 'pro', status: asked < 2 ? 'complete' : 'used', email: null });
  });
  const app = await openOnPage(aCoach());
  await type('Name on card', 'Maya Okafor');
  await press(/^Success/);
  await press('Pay $748');
  expect(await (await dialog()).findByText('Payment received. Setting up your plan...')).toBeDefined();
  await vi.advanceTimersByTimeAsync(1500);
  await waitFor(() => expect(app.path()).toBe(`/coach/${COACH_ID}/dashboard`));
  expect(await screen.findByText('You are on Coach Pro now')).toBeDefined();
  expect(asked).toBe(2);
});
