import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { aClient, aCoach, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { AccountForms } from './account-section.tsx';
import { SecuritySection } from './security-section.tsx';
import { SignInForm } from './sign-in-form.tsx';

const type = (label: RegExp | string, value: string) =>
  fireEvent.change(screen.getByLabelText(label, { selector: 'input' }), { target: { value } });
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const bodyOf = (request: Request): Promise<Record<string, unknown>> => request.json();

const VERIFY = 'POST /auth/v1/two-factor/verify-totp';
const SECURITY = 'GET /rest/v1/account/security';
const DEVICE = {
  id: '0190a5a0-0000-7000-8000-00000000000a',
  userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15',
  signedInAt: '2026-11-01T08:00:00.000Z',
  lastUsedAt: '2026-11-01T08:00:00.000Z',
  current: false,
};
const PASSWORD_METHOD = {
  id: '0190a5a0-0000-7000-8000-00000000000c',
  kind: 'password',
  name: '',
  host: null,
  addedAt: '2026-11-01T08:00:00.000Z',
  lastUsedAt: null,
  isUsable: true,
  isRemovable: false,
};
const THIS = { ...DEVICE, id: '0190a5a0-0000-7000-8000-00000000000b', current: true };

async function firstStep() {
  server.on('POST /auth/v1/sign-in/email', { twoFactorRedirect: true, twoFactorMethods: ['totp'] });
  await screen.findByRole('button', { name: 'Sign In' });
  type(/Email/, 'jonas@studio.example');
  type(/^Password/, 'correct-horse');
  await press('Sign In');
  await screen.findByLabelText(/^Code/);
}

describe('the second step', () => {
  it('takes a recovery code instead, and leads back', async () => {
    await mount(<SignInForm onForgot={() => undefined} onSignedIn={async () => true} />);
    await firstStep();
    await press('Use a recovery code');
    server.on('POST /auth/v1/two-factor/verify-backup-code', { code: 'INVALID_BACKUP_CODE', message: 'x' }, 401);
    type(/^Recovery code/, 'abcde-fghij');
    await press('Continue');
    expect((await screen.findByRole('alert')).textContent).toMatch(/or it was used already/);
    await press('Back to Sign In');
    expect(await screen.findByLabelText(/^Password/, { selector: 'input' })).toHaveProperty('value', '');
  });
});

describe('settings', () => {
  const openSecurity = () => mount(<SecuritySection email="maya@studio.example" onSignedIn={async () => true} />);

  it('list the signed-in devices, and end one of them', async () => {
    server.on(SECURITY, { twoFactorEnabled: true, methods: [PASSWORD_METHOD], devices: [THIS, DEVICE] });
    server.on(`POST /rest/v1/account/sessions/${DEVICE.id}/end`, () => {
      server.on(SECURITY, { twoFactorEnabled: true, methods: [PASSWORD_METHOD], devices: [THIS] });
      return json({ sessionId: DEVICE.id });
    });
    await openSecurity();
    const card = await screen.findByRole('region', { name: 'Where you are signed in' });
    const [first] = within(card).getAllByRole('listitem');
    if (!first) throw new Error('no device');
    expect(within(first).getByText('This device')).toBeDefined();
    expect(within(first).queryByRole('button')).toBeNull();
    await press('Sign out Safari on Mac');
    expect(await screen.findByText('This is the only device that is signed in.')).toBeDefined();
  });

  it('say so when that cannot be loaded, and try again', async () => {
    server.on(SECURITY, {}, 500);
    await openSecurity();
    const again = await screen.findByRole('button', { name: 'Try again' }, { timeout: 5000 });
    server.on(SECURITY, { twoFactorEnabled: false, methods: [PASSWORD_METHOD], devices: [THIS] });
    fireEvent.click(again);
    expect(await screen.findByRole('button', { name: 'Turn on' })).toBeDefined();
  });

  it.each([
    [() => json({ message: 'Internal server error' }, 500), /^The problem is on our side, and nothing was changed/],
    [() => Promise.reject(new TypeError('Failed to fetch')), /^We could not reach the server/],
  ])('say in plain words why a name was not saved', async (answer, words) => {
    server.on('POST /auth/v1/update-user', answer);
    await mount(
      <AccountForms fullName="Maya Okafor" email="maya@studio.example" nameHint="" onChanged={() => undefined} />,
    );
    await screen.findByRole('region', { name: 'Your name' });
    type('Full name', 'Maya O.');
    await press('Save name');
    expect((await screen.findByRole('alert')).textContent).toMatch(words);
    expect(screen.getByLabelText('Full name')).toHaveProperty('value', 'Maya O.');
  });
});

describe('the page of the settings', () => {
  it('leads a client to the own profile, with the section that was asked for', async () => {
    server.on(SECURITY, { twoFactorEnabled: false, methods: [PASSWORD_METHOD], devices: [THIS] });
    const app = await openApp('/settings?section=security', aClient());
    await waitFor(() => expect(app.address()).toBe('/client/profile?section=security'));
    expect(await screen.findByText('This is the only device that is signed in.')).toBeDefined();
  });

  it('shows an unknown section as the first one', async () => {
    await openApp('/settings?section=%3Cscript%3E', aCoach());
    expect(await screen.findByRole('region', { name: 'Your name' })).toBeDefined();
  });

  it('deletes an account only with the password and the word, and says why not', async () => {
    const REMOVE = 'POST /rest/v1/account/delete';
    server.refuse(REMOVE, 403, 'WRONG_PASSWORD', 'That is not your password.');
    await openApp('/settings?section=danger', aCoach());
    const calendars = await screen.findByText(/^Sessions in your connected calendars stay there\./);
    expect(within(calendars).getByRole('link').getAttribute('href')).toBe(`/coach/${COACH_ID}/integrations`);
    await press('Delete my account');
    const confirm = await screen.findByRole('button', { name: 'Delete for good' });
    type(/Current password/, 'wrong-password');
    type(/Type DELETE/, 'delete');
    expect(confirm).toHaveProperty('disabled', true);
    type(/Type DELETE/, 'DELETE');
    fireEvent.click(confirm);
    expect((await screen.findByRole('alert')).textContent).toBe('That is not your password.');
    expect(server.count(REMOVE)).toBe(1);
  });
});

describe('the second step of the page', () => {
  it('asks for the code, says when it was wrong, and opens the requested page', async () => {
    server.on('GET /rest/v1/dashboards/client', null);
    const app = await openApp('/auth?next=%2Fclient%2Fprofile', null);
    await firstStep();
    expect(screen.queryByText('Signed in successfully')).toBeNull();
    server.on(VERIFY, { code: 'INVALID_CODE', message: 'Invalid code' }, 401);
    type(/^Code/, '111111');
    await press('Continue');
    expect((await screen.findByRole('alert')).textContent).toMatch(/That code is not right/);
    expect(screen.getByLabelText(/^Code/)).toHaveProperty('value', '');
    let sent: Record<string, unknown> = {};
    server.on(VERIFY, async (request) => {
      sent = await bodyOf(request);
      server.on('GET /rest/v1/session', aClient());
      return json({ token: 'x' });
    });
    type(/^Code/, '123 456');
    await press('Continue');
    await waitFor(() => expect(app.path()).toBe('/client/profile'));
    expect(sent).toEqual({ code: '123456', trustDevice: false });
  });
});

describe('a client without a coach', () => {
  it('opens an invitation by its link, and hears of a link that was cut short', async () => {
    server.on('GET /rest/v1/my_coach', null);
    server.refuse('GET /rest/v1/invitations/abcdefghijklmnopqrstuvwxyz', 404, 'NOT_FOUND', 'We could not find that.');
    const app = await openApp('/client/profile?section=coach', aClient({ client: null }));
    await screen.findByLabelText('Invitation link');
    type('Invitation link', 'https://coach.example/invitation/abc');
    await press('Open invitation');
    expect(await screen.findByText(/link is not complete/)).toBeDefined();
    type('Invitation link', 'https://coach.example/invitation/abcdefghijklmnopqrstuvwxyz');
    await press('Open invitation');
    await waitFor(() => expect(app.path()).toBe('/invitation/abcdefghijklmnopqrstuvwxyz'));
  });
});
