import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { aCoach } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { AccountSetup } from './account-setup.tsx';

const SIGN_UP = 'POST /auth/v1/sign-up/email';
const SIGN_IN = 'POST /auth/v1/sign-in/email';
const PURCHASE = 'GET /rest/v1/checkouts/cs_test_12345678';
const BUTTON = 'Create Account & Get Started';

const aPurchase = (status: string, email: string | null = 'rosa@studio.example') => ({ plan: 'plus', status, email });
const field = (label: string) =>
  screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`), { selector: 'input' });
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const title = (name: string) => screen.findByRole('heading', { level: 1, name });
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

const signedUp = vi.fn(async () => undefined);
const exits = { onSignedUp: signedUp, onSignIn: async () => undefined };
const openFree = () => mount(<AccountSetup plan="base" sessionId={undefined} {...exits} />);
const openPaid = () => mount(<AccountSetup plan="plus" sessionId="cs_test_12345678" {...exits} />);
beforeEach(() => {
  signedUp.mockClear();
});

async function fillIn(password = 'correct-horse', confirm = password) {
  await screen.findByRole('button', { name: BUTTON });
  type('Full name', 'Rosa Diaz');
  if (!field('Email').readOnly) type('Email', 'rosa@studio.example');
  type('Password', password);
  type('Confirm password', confirm);
}

describe('the address', () => {
  it.each([
    '/account-setup',
    '/account-setup?plan=gold',
    '/account-setup?plan=plus',
    '/account-setup?plan=pro&session_id=',
    '/account-setup?session_id=cs_test_12345678',
  ])('%s names no purchase and leads to the plans', async (address) => {
    const app = await openApp(address, null);
    await waitFor(() => expect(app.path()).toBe('/pricing'));
  });
});

describe('the free plan', () => {
  it('says welcome, and asks for no payment', async () => {
    await openFree();
    await title('Welcome to the product!');
    expect(screen.getByRole('complementary', { name: 'Your plan' }).textContent).toMatch(/^Coach BaseFree/);
    expect(screen.queryByText(/^Session/)).toBeNull();
    const form = within(screen.getByRole('form', { name: 'Your account' }));
    expect(form.getByRole('link', { name: 'Terms' }).getAttribute('href')).toBe('/terms');
    expect(form.getByRole('link', { name: 'Privacy Policy' }).getAttribute('href')).toBe('/privacy');
  });

  it('creates the account once, says so and continues', async () => {
    const answer = Promise.withResolvers<Response>();
    let sent: unknown;
    server.on(SIGN_UP, async (request) => {
      sent = await request.json();
      return answer.promise;
    });
    const app = await openApp('/account-setup?plan=base', null);
    await fillIn();
    const form = screen.getByRole('form', { name: 'Your account' });
    fireEvent.submit(form);
    fireEvent.submit(form);
    expect(await screen.findByRole('button', { name: 'Creating Account...' })).toHaveProperty('disabled', true);
    server.on('GET /rest/v1/session', aCoach({ user: { emailVerified: false } }));
    server.on(SIGN_IN, { user: {} });
    answer.resolve(json({ status: true }));
    await waitFor(() => expect(app.path()).toBe('/coach-onboarding'));
    expect(
      await screen.findByText('Account created successfully! Please check your email to verify your account.'),
    ).toBeDefined();
    expect(sent).toEqual({
      name: 'Rosa Diaz',
      email: 'rosa@studio.example',
      password: 'correct-horse',
      planIntent: 'base',
    });
    expect(server.count(SIGN_UP)).toBe(1);
  });

  it('leads to the sign-in page when the address had an account, in the same words', async () => {
    server.on(SIGN_UP, { status: true });
    server.on(SIGN_IN, () => json({ code: 'INVALID_EMAIL_OR_PASSWORD', message: 'Invalid email or password' }, 401));
    const app = await openApp('/account-setup?plan=base', null);
    await fillIn();
    await press(BUTTON);
    await waitFor(() => expect(app.path()).toBe('/auth'));
    expect(
      await screen.findByText('Account created successfully! Please check your email to verify your account.'),
    ).toBeDefined();
  });

  it.each([
    ['correct-horse', 'correct-house', 'Passwords do not match'],
    ['short', 'short', 'Password must be at least 8 characters long'],
  ])('refuses the passwords %s and %s', async (password, confirm, message) => {
    await openFree();
    await fillIn(password, confirm);
    await press(BUTTON);
    expect((await screen.findByRole('alert')).textContent).toBe(message);
    expect(server.count(SIGN_UP)).toBe(0);
  });

  it.each([
    ['User already exists.', 'User already exists.'],
    [undefined, 'Failed to create account. Please try again.'],
  ])('says why the server refused: %s', async (message, shown) => {
    server.on(SIGN_UP, () => json({ code: 'REFUSED', ...(message ? { message } : {}) }, 422));
    await openFree();
    await fillIn();
    await press(BUTTON);
    expect((await screen.findByRole('alert')).textContent).toBe(shown);
    expect(field('Full name').value).toBe('Rosa Diaz');
  });
});

it('keeps the session of a signed-in coach', async () => {
  const { user } = aCoach();
  await openApp('/account-setup?plan=base', aCoach());
  await title('You are signed in');
  expect(screen.queryByRole('form', { name: 'Your account' })).toBeNull();
  const home = screen.getByRole('link', { name: 'Go to your dashboard' });
  expect(home.getAttribute('href')).toBe(`/coach/${user.id}/dashboard`);
});

describe('a paid plan', () => {
  it('is for the address that paid, and sends the purchase along', async () => {
    server.on(PURCHASE, aPurchase('complete'));
    let sent: unknown;
    server.on(SIGN_UP, async (request) => {
      sent = await request.json();
      server.on(SIGN_IN, { user: {} });
      return json({ status: true });
    });
    await openPaid();
    await title('Payment Successful!');
    expect(await screen.findByText('Session ...12345678')).toBeDefined();
    await fillIn();
    expect(field('Email')).toMatchObject({ value: 'rosa@studio.example', readOnly: true });
    await press(BUTTON);
    await waitFor(() => expect(signedUp).toHaveBeenCalledOnce());
    expect(sent).toMatchObject({ planIntent: 'plus', checkoutSessionId: 'cs_test_12345678' });
  });

  it('waits for the bank, and asks every two seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    server.on(PURCHASE, aPurchase('open', null));
    await openPaid();
    await title('Confirming your payment');
    expect(screen.getByText('Waiting for your bank...')).toBeDefined();
    server.on(PURCHASE, aPurchase('complete'));
    await vi.advanceTimersByTimeAsync(2100);
    await title('Payment Successful!');
    expect(await screen.findByRole('button', { name: BUTTON })).toBeDefined();
  });

  it('stops asking after a minute, and asks again when told to', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    server.on(PURCHASE, aPurchase('open', null));
    await openPaid();
    await title('Confirming your payment');
    await vi.advanceTimersByTimeAsync(62_000);
    await title('Still waiting for your bank');
    const asked = server.count(PURCHASE);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(server.count(PURCHASE)).toBe(asked);
    server.on(PURCHASE, aPurchase('complete'));
    await press('Check again');
    await title('Payment Successful!');
  });

  it('that has its account leads to the sign-in', async () => {
    server.on(PURCHASE, aPurchase('used'));
    await openPaid();
    await screen.findByText(/already has an account/);
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/auth');
    expect(screen.queryByRole('form')).toBeNull();
  });

  it('whose checkout expired leads to the plans', async () => {
    server.on(PURCHASE, aPurchase('expired', null));
    await openPaid();
    await title('This checkout has expired');
    expect(screen.getByRole('link', { name: 'Back to the plans' }).getAttribute('href')).toBe('/pricing');
  });

  it('shows an unknown purchase as unknown', async () => {
    server.refuse(PURCHASE, 404, 'NOT_FOUND', 'We could not find that.');
    await openPaid();
    await title('We could not find this purchase');
    expect(server.count(PURCHASE)).toBe(1);
  });

  it('can be asked for again when the payment service is away', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    server.refuse(PURCHASE, 502, 'PAYMENT_UNAVAILABLE', 'The payment service does not answer.');
    await openPaid();
    await waitFor(() => expect(server.count(PURCHASE)).toBe(1));
    await vi.advanceTimersByTimeAsync(5000);
    await title('We could not check your payment');
    expect(screen.getByText('The payment service does not answer.')).toBeDefined();
    server.on(PURCHASE, aPurchase('complete'));
    await press('Check again');
    await title('Payment Successful!');
  });
});
