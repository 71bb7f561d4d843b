import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { json, server } from '../../../test/server.ts';
import { product } from '../../lib/product.ts';
import { providerProblem } from './identity.providers.ts';
import { SignInForm } from './sign-in-form.tsx';

const usual = { ...product };
afterEach(() => {
  Object.assign(product, usual);
});

/** The form alone. @returns called when the server has signed the person in */
async function openForm() {
  const onSignedIn = vi.fn(async () => true);
  await mount(<SignInForm next="" onForgot={() => undefined} onSignedIn={onSignedIn} />);
  return onSignedIn;
}

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label, { selector: 'input' }), { target: { value } });

it.each([
  ['access_denied', /You did not allow the sign-in/],
  ['account_not_linked', /already an account with this email address/],
  ['signup_disabled', /create an account first/],
  ['<script>', /did not work\. Please try again/],
])('a visit to a provider that ended with %s is explained', (code, words) => {
  expect(providerProblem(code)).toMatch(words);
});

it('a texted code signs in', async () => {
  Object.assign(product, { textsCodes: true });
  const bodies: unknown[] = [];
  server.on('POST /auth/v1/phone-number/send-code', async (request) => {
    bodies.push(await request.json());
    return json({ status: true });
  });
  server.on('POST /auth/v1/sign-in/phone-number', async (request) => {
    bodies.push(await request.json());
    return json({ status: true });
  });
  const onSignedIn = await openForm();
  await press('Text me a code');
  await screen.findByRole('button', { name: 'Send Code' });
  type(/^Phone number/, '+1 415 555 0123');
  await press('Send Code');
  await screen.findByText(/a code is on its way/);
  type(/^Code/, '123456');
  await press('Sign In');
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(bodies).toEqual([{ phoneNumber: '+1 415 555 0123' }, { phoneNumber: '+1 415 555 0123', code: '123456' }]);
});

it('nothing is offered that is not configured', async () => {
  Object.assign(product, { signInProviders: [], textsCodes: false });
  await openForm();
  await screen.findByRole('button', { name: 'Sign In' });
  expect(screen.queryByText('Text me a code')).toBeNull();
  expect(screen.queryByText(/^Continue with/)).toBeNull();
  expect(screen.queryByText('Use a passkey')).toBeNull();
});

describe('a passkey', () => {
  const OPTIONS = 'GET /auth/v1/passkey/generate-authenticate-options';
  const get = vi.fn();
  beforeEach(() => {
    get.mockReset();
    // The environment of these tests has no passkeys.
    Object.assign(window, { PublicKeyCredential: { parseRequestOptionsFromJSON: (options: object) => options } });
    Object.assign(navigator, { credentials: { get } });
    server.on(OPTIONS, { challenge: 'x' });
  });
  afterEach(() => {
    Reflect.deleteProperty(window, 'PublicKeyCredential');
    Reflect.deleteProperty(navigator, 'credentials');
  });

  it('signs in at the second attempt', async () => {
    get.mockRejectedValueOnce(Object.assign(new Error('x'), { name: 'NotAllowedError' }));
    const onSignedIn = await openForm();
    await press('Use a passkey');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'No passkey was used. Try again, or sign in another way.',
    );
    get.mockResolvedValueOnce({ toJSON: () => ({ id: 'a' }) });
    expect(onSignedIn).not.toHaveBeenCalled();
    server.on('POST /auth/v1/passkey/verify-authentication', { status: true });
    await press('Use a passkey');
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  });

  it('of no account says so', async () => {
    get.mockResolvedValueOnce({ toJSON: () => ({ id: 'a' }) });
    server.on('POST /auth/v1/passkey/verify-authentication', { code: 'PASSKEY_NOT_FOUND', message: 'x' }, 401);
    await openForm();
    await press('Use a passkey');
    expect((await screen.findByRole('alert')).textContent).toMatch(/not connected to an account here/);
  });
});

describe('the page', () => {
  /** The server writes into the page what is configured, and each page load reads it. */
  function configure(name: string, content: string) {
    document.head.append(Object.assign(document.createElement('meta'), { name, content }));
  }
  afterEach(() => {
    for (const meta of document.head.querySelectorAll('meta')) meta.remove();
  });

  it('gives a provider the page that the person wants, and a failure is said in plain words', async () => {
    configure('sign-in-providers', '[{"id":"google","name":"Google"}]');
    let sent: unknown;
    server.on('POST /auth/v1/sign-in/social', async (request) => {
      sent = await request.json();
      return json({ code: 'PROVIDER_UNAVAILABLE', message: 'x' }, 503);
    });
    await openApp('/auth?next=%2Fsettings', null);
    await press('Continue with Google');
    expect((await screen.findByRole('alert')).textContent).toMatch(/cannot be reached right now/);
    const page = '/auth?next=%2Fsettings';
    expect(sent).toEqual({ provider: 'google', callbackURL: page, errorCallbackURL: page });
  });

  it('explains a visit to a provider that failed', async () => {
    await openApp('/auth?error=access_denied', null);
    expect((await screen.findByRole('alert')).textContent).toMatch(/You did not allow the sign-in/);
  });
});
