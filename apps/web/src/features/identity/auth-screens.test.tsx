import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { aClient, aCoach, aCoachCard } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { ForgotPasswordForm } from './forgot-password-form.tsx';
import { ResendVerificationForm } from './resend-verification-form.tsx';
import { ResetPasswordForm } from './reset-password-form.tsx';
import { SignInForm } from './sign-in-form.tsx';

const SIGN_IN = 'POST /auth/v1/sign-in/email';
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label, { exact: false, selector: 'input' }), { target: { value } });
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const body = (request: Request): Promise<Record<string, string>> => request.json();

async function signIn(path = '/auth') {
  server.on('GET /rest/v1/dashboards/client', null);
  const app = await openApp(path, null);
  await screen.findByRole('button', { name: 'Sign In' });
  typeAccount();
  return app;
}

function typeAccount() {
  type('Email', 'jonas@studio.example');
  type('Password', 'correct-horse');
}

/** The form alone. @returns called when the server has accepted the password */
async function openForm() {
  const onSignedIn = vi.fn(async () => true);
  await mount(<SignInForm onForgot={() => undefined} onSignedIn={onSignedIn} />);
  return onSignedIn;
}

/** Counts the changes of the page after which a text was on it. */
function watchFor(text: RegExp): () => number {
  let seen = 0;
  const observer = new MutationObserver(() => {
    if (screen.queryAllByText(text).length > 0) seen += 1;
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    observer.disconnect();
    return seen;
  };
}

const asClient = () => server.on('GET /rest/v1/session', aClient());

describe('signing in', () => {
  it('at the domain of another coach leads to the sign-in of the product', async () => {
    const message = 'This page is for the clients of one coach. Please sign in at app.product.example.';
    const refusal = { code: 'OTHER_HOST', message, home: 'https://app.product.example/auth' };
    server.on(SIGN_IN, () => json(refusal, 403));
    await openForm();
    typeAccount();
    await press('Sign In');
    expect(await screen.findByText(message)).toBeDefined();
    const link = await screen.findByRole('link', { name: 'Open the sign-in at app.product.example' });
    expect(link.getAttribute('href')).toBe(refusal.home);
  });

  it('is busy, then says so and goes home', async () => {
    const answer = Promise.withResolvers<Response>();
    let sent: Record<string, string> = {};
    server.on(SIGN_IN, async (request) => {
      sent = await body(request);
      return answer.promise;
    });
    const app = await signIn();
    await press('Sign In');
    const busy = await screen.findByRole('button', { name: 'Please wait...' });
    expect(busy).toHaveProperty('disabled', true);
    asClient();
    const flashes = watchFor(/^Continue as/);
    answer.resolve(json({ user: {} }));
    expect(await screen.findByText('Signed in successfully')).toBeDefined();
    expect(flashes()).toBe(0);
    expect(app.path()).toBe('/client/dashboard');
    expect(sent).toMatchObject({ email: 'jonas@studio.example', password: 'correct-horse' });
  });

  it('comes back to where it was asked for', async () => {
    server.on(SIGN_IN, () => {
      asClient();
      return json({ user: {} });
    });
    const app = await signIn('/auth?next=%2Fclient%2Fmessages');
    await press('Sign In');
    await waitFor(() => expect(app.path()).toBe('/client/messages'));
  });

  it.each(['//evil.example', 'https://evil.example', '/\\evil.example'])('never leads to %s', async (next) => {
    server.on(SIGN_IN, () => {
      asClient();
      return json({ user: {} });
    });
    const app = await signIn(`/auth?next=${encodeURIComponent(next)}`);
    await press('Sign In');
    await waitFor(() => expect(app.path()).toBe('/client/dashboard'));
  });

  it.each([
    [
      'the words of the provider',
      () => json({ message: 'Invalid email or password' }, 401),
      /^Invalid email or password$/,
    ],
    ['a kind word when it was too often', () => json({ message: 'x' }, 429), /Too many attempts/],
    [
      'that it was unexpected when nothing answers',
      () => Promise.reject(new TypeError('Failed to fetch')),
      /^An unexpected error occurred$/,
    ],
  ])('shows %s', async (_, answer, text) => {
    server.on(SIGN_IN, answer);
    const onSignedIn = await openForm();
    typeAccount();
    await press('Sign In');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(text);
    expect(onSignedIn).not.toHaveBeenCalled();
    expect(screen.getByRole('button', { name: 'Sign In' })).toHaveProperty('disabled', false);
  });

  it('does not claim success when the new session cannot be read', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    server.on(SIGN_IN, () => {
      server.on('GET /rest/v1/session', {}, 500);
      return json({ user: {} });
    });
    await signIn();
    await press('Sign In');
    expect((await screen.findByRole('alert')).textContent).toBe('An unexpected error occurred');
    expect(screen.queryByText('Signed in successfully')).toBeNull();
  });

  it('sends one request however often it is pressed', async () => {
    server.on(SIGN_IN, () => new Promise<Response>(() => undefined));
    await openForm();
    typeAccount();
    const form = screen.getByRole('button', { name: 'Sign In' }).closest('form');
    if (!form) throw new Error('no form');
    fireEvent.submit(form);
    fireEvent.submit(form);
    await screen.findByRole('button', { name: 'Please wait...' });
    await waitFor(() => expect(server.count(SIGN_IN)).toBeGreaterThan(0));
    expect(server.count(SIGN_IN)).toBe(1);
  });

  it('tells a coach who waits, and lets them out', async () => {
    server.on(SIGN_IN, () => {
      const coach = aCoach();
      server.on('GET /rest/v1/session', coach.coach && { ...coach, coach: { ...coach.coach, status: 'pending' } });
      return json({ user: {} });
    });
    await signIn();
    await press('Sign In');
    expect(await screen.findByText('Your coach profile is awaiting administrator approval.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Sign Out' })).toBeDefined();
    expect(screen.queryByText('Signed in successfully')).toBeNull();
    expect(screen.queryByText('Sign in to your account.')).toBeNull();
  });

  it('helps password managers', async () => {
    await openForm();
    const email = await screen.findByLabelText(/Email/);
    expect(email).toMatchObject({ type: 'email', autocomplete: 'username webauthn' });
    expect(screen.getByLabelText(/^Password/, { selector: 'input' })).toHaveProperty(
      'autocomplete',
      'current-password',
    );
  });

  it('links to the terms and to privacy', async () => {
    await openApp('/auth', null);
    expect((await screen.findByRole('link', { name: 'Terms' })).getAttribute('href')).toBe('/terms');
    expect(screen.getAllByRole('link', { name: 'Privacy Policy' })[0]?.getAttribute('href')).toBe('/privacy');
  });

  it('redirects signed-in people', async () => {
    server.on('GET /rest/v1/dashboards/client', null);
    const app = await openApp('/auth', aClient());
    await waitFor(() => expect(app.path()).toBe('/client/dashboard'));
  });
});

describe('the simple form', () => {
  it('wants both fields', async () => {
    await openApp('/auth-simple', null);
    await press('Sign In');
    expect((await screen.findByRole('alert')).textContent).toBe('Please enter both email and password');
    expect(server.count(SIGN_IN)).toBe(0);
  });
});

describe('a forgotten password', () => {
  it('is asked for, confirmed, and leads back', async () => {
    server.on('POST /auth/v1/request-password-reset', { status: true });
    await openApp('/auth', null);
    await press('Forgot password?');
    await press('Back to Sign In');
    await press('Forgot password?');
    type('Email', 'jonas@studio.example');
    await press('Send Reset Link');
    expect(await screen.findByText('Please check your email for the password reset link.')).toBeDefined();
    await press('Back to Login');
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeDefined();
  });

  it('shows why it could not be sent', async () => {
    server.on('POST /auth/v1/request-password-reset', { message: 'Reset password is not enabled' }, 400);
    await mount(<ForgotPasswordForm onBack={() => undefined} />);
    type('Email', 'jonas@studio.example');
    await press('Send Reset Link');
    expect((await screen.findByRole('alert')).textContent).toBe('Reset password is not enabled');
  });
});

describe('a reset link', () => {
  const openLink = () => openApp('/auth#type=recovery&token=secret-token', null);
  const openResetForm = () => mount(<ResetPasswordForm token="secret-token" onDone={async () => true} />);

  it('opens the form with its secret in no address', async () => {
    const app = await openLink();
    await screen.findByRole('button', { name: 'Save new password' });
    expect(app.address()).toBe('/reset-password');
    expect(app.canGoBack()).toBe(false);
    expect(document.body.innerHTML).not.toContain('secret-token');
  });

  it.each([
    ['short', 'short', 'Password must be at least 8 characters long'],
    ['long-enough', 'long-enough-2', 'Passwords do not match'],
  ])('refuses %s and %s', async (first, second, message) => {
    await openResetForm();
    type('New password', first);
    type('Confirm password', second);
    await press('Save new password');
    expect(await screen.findByText(message)).toBeDefined();
    expect(server.count('POST /auth/v1/reset-password')).toBe(0);
  });

  it('stores the password, and only then signs in and says so', async () => {
    let sent: Record<string, string> = {};
    server.on('GET /rest/v1/dashboards/client', null);
    server.on('POST /auth/v1/reset-password', async (request) => {
      sent = await body(request);
      asClient();
      return json({ status: true });
    });
    const app = await openLink();
    await screen.findByRole('button', { name: 'Save new password' });
    expect(screen.queryByText(/You are now logged in/)).toBeNull();
    type('New password', 'long-enough');
    type('Confirm password', 'long-enough');
    await press('Save new password');
    expect(await screen.findByText('Password reset successful. You are now logged in.')).toBeDefined();
    expect(app.path()).toBe('/client/dashboard');
    expect(sent).toMatchObject({ newPassword: 'long-enough', token: 'secret-token' });
  });

  it('shows why the password was refused', async () => {
    server.on('POST /auth/v1/reset-password', { message: 'Invalid token', code: 'INVALID_TOKEN' }, 400);
    await openResetForm();
    type('New password', 'long-enough');
    type('Confirm password', 'long-enough');
    await press('Save new password');
    expect((await screen.findByRole('alert')).textContent).toContain('Invalid token');
  });

  it('is asked for by a page that was opened without one', async () => {
    await openApp('/reset-password', null);
    expect((await screen.findByRole('link', { name: /sign in|new link/i })).getAttribute('href')).toMatch(/^\/auth/);
  });
});

describe('a verification link', () => {
  const VERIFY = 'GET /auth/v1/verify-email';
  const open = (session: Parameters<typeof openApp>[1]) => openApp('/auth#type=verify&token=mailed-token', session);

  it('that worked says so and goes home', async () => {
    server.on('GET /rest/v1/dashboards/client', null);
    server.on(VERIFY, { status: true });
    const app = await open(aClient());
    expect(await screen.findByText('Email verified successfully. You are now logged in.')).toBeDefined();
    await waitFor(() => expect(app.address()).toBe('/client/dashboard'));
    expect(server.count(VERIFY)).toBe(1);
  });

  it('that was opened in another browser asks for a new password and says why', async () => {
    let sent: Record<string, string> = {};
    server.on(VERIFY, { status: true, resetToken: 'secret-token' });
    server.on('GET /rest/v1/dashboards/client', null);
    server.on('POST /auth/v1/reset-password', async (request) => {
      sent = await body(request);
      asClient();
      return json({ status: true });
    });
    const app = await open(null);
    expect(await screen.findByText(/^Your email address is verified\. You were not signed in here/)).toBeDefined();
    expect(app.address()).toBe('/reset-password');
    expect(app.canGoBack()).toBe(false);
    expect(document.body.innerHTML).not.toContain('secret-token');
    type('New password', 'long-enough');
    type('Confirm password', 'long-enough');
    await press('Save new password');
    await waitFor(() => expect(app.path()).toBe('/client/dashboard'));
    expect(sent).toMatchObject({ newPassword: 'long-enough', token: 'secret-token' });
  });

  it('says that the address changed, and to sign in with it', async () => {
    server.on(VERIFY, { status: true, user: { id: 'x' } });
    const app = await open(null);
    expect(await screen.findByText('Email address changed')).toBeDefined();
    expect(screen.getByText('Please sign in with the new one.')).toBeDefined();
    expect(app.path()).toBe('/auth');
  });

  it('says that it was used before', async () => {
    server.on(VERIFY, { code: 'ALREADY_VERIFIED', message: 'x' }, 401);
    await open(null);
    expect(await screen.findByText(/^Your email address is verified, so you can sign in\./)).toBeDefined();
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeDefined();
  });

  it('offers a new reset link when the old one was used', async () => {
    server.on('POST /auth/v1/request-password-reset', { status: true });
    await openApp('/auth#error=INVALID_RESET_TOKEN', null);
    expect((await screen.findByRole('alert')).textContent).toContain('This reset link no longer works');
    type('Email', 'jonas@studio.example');
    await press('Send Reset Link');
    expect(await screen.findByText('Please check your email for the password reset link.')).toBeDefined();
  });

  it('that failed says so, and offers another one', async () => {
    server.on(VERIFY, { code: 'INVALID_TOKEN', message: 'x' }, 401);
    const app = await open(null);
    expect(await screen.findByText('Failed to verify your email. Please try signing in normally.')).toBeDefined();
    expect(screen.getByText('Authentication Error')).toBeDefined();
    expect(app.address()).not.toContain('#');
    fireEvent.click(screen.getByRole('link', { name: 'Request New Verification Link' }));
    await waitFor(() => expect(app.address()).toBe('/coach-onboarding?resend=true'));
    expect(await screen.findByRole('button', { name: 'Send verification link' })).toBeDefined();
  });
});

describe('asking for another verification link', () => {
  const SEND = 'POST /auth/v1/send-verification-email';

  it('works signed out', async () => {
    server.on(SEND, { status: true });
    await openApp('/coach-onboarding?resend=true', null);
    await screen.findByRole('button', { name: 'Send verification link' });
    type('Email', 'maya@studio.example');
    await press('Send verification link');
    expect((await screen.findByRole('status')).textContent).toMatch(/on its way/);
  });

  it('too soon says how long to wait', async () => {
    server.on(
      SEND,
      () =>
        new Response('{"message":"x"}', {
          status: 429,
          headers: { 'x-retry-after': '42', 'content-type': 'application/json' },
        }),
    );
    await mount(<ResendVerificationForm />);
    type('Email', 'maya@studio.example');
    await press('Send verification link');
    expect((await screen.findByRole('alert')).textContent).toContain('42 seconds');
  });

  it('is offered to a coach who waits for approval', async () => {
    const { coach } = aCoach();
    const waiting = coach && { ...coach, status: 'pending' };
    await openApp('/coach-onboarding', aCoach({ user: { emailVerified: false }, coach: waiting }));
    expect(await screen.findByRole('heading', { name: 'Verify your email' })).toBeDefined();
    expect(screen.getByLabelText(/Email/, { selector: 'input' })).toHaveProperty('value', 'maya@studio.example');
  });

  it('stands above the steps of a coach who sets up meanwhile, and holds back inviting alone', async () => {
    const coach = aCoach({ user: { emailVerified: false } });
    const { id } = coach.user;
    const facts = { verified: false, profile: false, photo: false, availability: false, template: false };
    server.on(`GET /rest/v1/coach_setups/${id}`, { ...facts, invited: false, step: 'invite', dismissed: false });
    server.on(`GET /rest/v1/coach_profiles/${id}`, aCoachCard({ coachId: id, fullName: 'Maya Lin', initials: 'ML' }));
    server.on(SEND, { status: true });
    await openApp('/coach-onboarding', coach);
    expect(await screen.findByRole('heading', { name: 'Invite your clients' })).toBeDefined();
    expect(screen.getByText('You can invite clients as soon as your email is verified.')).toBeDefined();
    await press('Send the link again');
    expect(await screen.findByText('A new link is on its way.')).toBeDefined();
  });
});
