import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openApp } from '../../../test/open-app.tsx';
import { aClient } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';

/** The server writes into the page what is configured, and each page load reads it. */
function configure(metas: Record<string, string>) {
  for (const [name, content] of Object.entries(metas)) {
    document.head.append(Object.assign(document.createElement('meta'), { name, content }));
  }
}
const ALL = { 'sign-in-providers': '[{"id":"google","name":"Google"}]', 'texts-codes': 'true' };
afterEach(() => {
  for (const meta of document.head.querySelectorAll('meta')) meta.remove();
});

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label, { selector: 'input' }), { target: { value } });

it('a provider gets the page that the person wants, and a failure is said in plain words', async () => {
  configure(ALL);
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

it.each([
  ['access_denied', /You did not allow the sign-in/],
  ['account_not_linked', /already an account with this email address/],
  ['signup_disabled', /create an account first/],
  ['<script>', /did not work\. Please try again/],
])('a visit to a provider that ended with %s is explained', async (code, words) => {
  await openApp(`/auth?error=${encodeURIComponent(code)}`, null);
  expect((await screen.findByRole('alert')).textContent).toMatch(words);
});

it('a texted code signs in', async () => {
  configure(ALL);
  const bodies: unknown[] = [];
  server.on('GET /rest/v1/dashboards/client', null);
  server.on('POST /auth/v1/phone-number/send-code', async (request) => {
    bodies.push(await request.json());
    return json({ status: true });
  });
  server.on('POST /auth/v1/sign-in/phone-number', async (request) => {
    bodies.push(await request.json());
    server.on('GET /rest/v1/session', aClient());
    return json({ status: true });
  });
  const app = await openApp('/auth', null);
  await press('Text me a code');
  await screen.findByRole('button', { name: 'Send Code' });
  type(/^Phone number/, '+1 415 555 0123');
  await press('Send Code');
  await screen.findByText(/a code is on its way/);
  type(/^Code/, '123456');
  await press('Sign In');
  await waitFor(() => expect(app.path()).toBe('/client/dashboard'));
  expect(bodies).toEqual([{ phoneNumber: '+1 415 555 0123' }, { phoneNumber: '+1 415 555 0123', code: '123456' }]);
});

it('nothing is offered that is not configured', async () => {
  configure({ 'sign-in-providers': '[]', 'texts-codes': 'false' });
  await openApp('/auth', null);
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
    server.on('GET /rest/v1/dashboards/client', null);
    get.mockRejectedValueOnce(Object.assign(new Error('x'), { name: 'NotAllowedError' }));
    const app = await openApp('/auth', null);
    await press('Use a passkey');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'No passkey was used. Try again, or sign in another way.',
    );
    get.mockResolvedValueOnce({ toJSON: () => ({ id: 'a' }) });
    server.on('POST /auth/v1/passkey/verify-authentication', () => {
      server.on('GET /rest/v1/session', aClient());
      return json({ status: true });
    });
    await press('Use a passkey');
    await waitFor(() => expect(app.path()).toBe('/client/dashboard'));
  });

  it('of no account says so', async () => {
    get.mockResolvedValueOnce({ toJSON: () => ({ id: 'a' }) });
    server.on('POST /auth/v1/passkey/verify-authentication', { code: 'PASSKEY_NOT_FOUND', message: 'x' }, 401);
    await openApp('/auth', null);
    await press('Use a passkey');
    expect((await screen.findByRole('alert')).textContent).toMatch(/not connected to an account here/);
  });
});
