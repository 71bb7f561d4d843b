import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { aClient } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { SignInForm } from './sign-in-form.tsx';

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label, { exact: false, selector: 'input' }), { target: { value } });
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

/** The form alone. @returns called when the server has signed the person in */
async function openForm() {
  const onSignedIn = vi.fn(async () => true);
  await mount(<SignInForm onForgot={() => undefined} onSignedIn={onSignedIn} />);
  return onSignedIn;
}

describe('a mailed code', () => {
  const SEND = 'POST /auth/v1/email-otp/send-verification-otp';
  const ENTER = 'POST /auth/v1/sign-in/email-otp';

  it('signs in', async () => {
    const bodies: unknown[] = [];
    server.on(SEND, async (request) => {
      bodies.push(await request.json());
      return json({ success: true });
    });
    server.on(ENTER, async (request) => {
      bodies.push(await request.json());
      return json({ user: {} });
    });
    const onSignedIn = await openForm();
    await press('Email me a code');
    await screen.findByRole('button', { name: 'Send Code' });
    type('Email', 'jonas@studio.example');
    await press('Send Code');
    await screen.findByText(/a code is on its way/);
    type('Code', '123 456');
    await press('Sign In');
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
    expect(bodies).toEqual([
      { email: 'jonas@studio.example', type: 'sign-in' },
      { email: 'jonas@studio.example', otp: '123456' },
    ]);
  });

  it('leads to the second step where the account has one', async () => {
    server.on(SEND, { success: true });
    server.on(ENTER, { twoFactorRedirect: true });
    const onSignedIn = await openForm();
    await press('Email me a code');
    await screen.findByRole('button', { name: 'Send Code' });
    type('Email', 'jonas@studio.example');
    await press('Send Code');
    await screen.findByText(/a code is on its way/);
    type('Code', '123456');
    await press('Sign In');
    expect(await screen.findByText(/Open your authenticator app/)).toBeDefined();
    expect(onSignedIn).not.toHaveBeenCalled();
  });
});

describe('a mailed sign-in link', () => {
  const VERIFY = 'GET /auth/v1/magic-link/verify';
  const openLink = (token: string) => openApp(`/auth#type=magiclink&token=${token}`, null);

  it('signs in, with a token that works once', async () => {
    server.on('GET /rest/v1/dashboards/client', null);
    let isUsed = false;
    server.on(VERIFY, () => {
      if (isUsed) return json({}, 400);
      isUsed = true;
      server.on('GET /rest/v1/session', aClient());
      return json({ user: {} });
    });
    const app = await openLink('first');
    await waitFor(() => expect(app.path()).toBe('/client/dashboard'));
  });

  it('leads to the second step where the account has one', async () => {
    server.on(VERIFY, { twoFactorRedirect: true });
    await openLink('second');
    expect(await screen.findByText(/Open your authenticator app/)).toBeDefined();
  });

  it('that no longer works offers a code', async () => {
    server.on(VERIFY, {}, 400);
    await openLink('third');
    expect(await screen.findByText('This sign-in link no longer works')).toBeDefined();
    expect(await screen.findByRole('button', { name: 'Send Code' })).toBeDefined();
  });
});
