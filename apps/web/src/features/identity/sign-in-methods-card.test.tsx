import type { SignInMethod } from '@stridewell/contract/identity/identity';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { json, server } from '../../../test/server.ts';
import { product } from '../../lib/product.ts';
import { SignInMethodsCard } from './sign-in-methods-card.tsx';

const aMethod = (changes: Partial<SignInMethod>): SignInMethod => ({
  id: '0190a5a0-0000-7000-8000-00000000000a',
  kind: 'password',
  name: '',
  host: null,
  addedAt: '2026-11-01T08:00:00.000Z',
  lastUsedAt: null,
  isUsable: true,
  isRemovable: false,
  ...changes,
});
const PASSWORD = aMethod({});
const PASSKEY = aMethod({
  id: '0190a5a0-0000-7000-8000-00000000000b',
  kind: 'passkey',
  name: 'Chrome on Mac',
  host: 'localhost',
  isRemovable: true,
});
const PHONE = aMethod({
  id: '0190a5a0-0000-7000-8000-00000000000c',
  kind: 'phone',
  name: '+14155550123',
  isRemovable: true,
});
const STUDIO = aMethod({
  id: '0190a5a0-0000-7000-8000-00000000000d',
  kind: 'provider',
  name: 'Studio ID',
  isRemovable: true,
});

const usual = { ...product };
beforeEach(() => {
  Object.assign(product, { textsCodes: true, signInProviders: [{ id: 'oidc', name: 'Studio ID' }] });
});
afterEach(() => {
  Object.assign(product, usual);
});

const onSignedIn = vi.fn(async () => true);
const show = (methods: SignInMethod[]) =>
  mount(<SignInMethodsCard methods={methods} email="kim@studio.example" onSignedIn={onSignedIn} />);
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const type = (label: RegExp | string, value: string) =>
  fireEvent.change(screen.getByLabelText(label, { selector: 'input' }), { target: { value } });
const bodies = (call: string, answer: () => Response = () => json({ status: true })) => {
  const sent: unknown[] = [];
  server.on(call, async (request) => {
    sent.push(await request.json());
    return answer();
  });
  return sent;
};
const notFresh = () => json({ code: 'SESSION_NOT_FRESH', message: 'Please sign in again first.' }, 403);

describe('the list', () => {
  it('says when each way was used, where a passkey works, and what is not offered now', async () => {
    await show([
      { ...PASSWORD, lastUsedAt: new Date().toISOString() },
      { ...PASSKEY, host: 'coach.example' },
      { ...PHONE, isUsable: false },
    ]);
    const [password, passkey, phone] = screen.getAllByRole('listitem');
    expect(password?.textContent).toMatch(/^PasswordLast used /);
    expect(passkey?.textContent).toMatch(/^Chrome on MacAdded .*, for coach\.example/);
    expect(phone?.textContent).toMatch(/^\+14155550123Not available at the moment/);
    expect(within(password as HTMLElement).queryByRole('button')).toBeNull();
  });

  it('keeps the last way, and offers a password to people without one', async () => {
    const sent = bodies('POST /auth/v1/request-password-reset');
    await show([{ ...STUDIO, isRemovable: false }]);
    expect(screen.queryByRole('button', { name: 'Disconnect Studio ID' })).toBeNull();
    expect(screen.getByText(/^This is your only way to sign in\./)).toBeDefined();
    await press('Set a password');
    expect(await screen.findByText(/We sent a link to kim@studio\.example/)).toBeDefined();
    expect(sent).toEqual([{ email: 'kim@studio.example' }]);
  });

  it('offers what this browser and this installation can do', async () => {
    Object.assign(product, { textsCodes: false, signInProviders: [] });
    await show([PASSWORD]);
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('a change', () => {
  it('removes a way after a question', async () => {
    const sent = bodies('POST /auth/v1/unlink-account');
    await show([PASSWORD, PHONE]);
    await press('Remove +14155550123');
    const dialog = await screen.findByRole('dialog', { name: 'Remove +14155550123?' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Phone number removed')).toBeDefined();
    expect(sent).toEqual([{ accountId: PHONE.id }]);
  });

  it('stays in its dialog when it is refused', async () => {
    server.on(
      'POST /auth/v1/passkey/delete-passkey',
      { code: 'LAST_SIGN_IN_METHOD', message: 'The last way stays.' },
      409,
    );
    await show([PASSWORD, PASSKEY]);
    await press('Remove Chrome on Mac');
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
    expect((await within(dialog).findByRole('alert')).textContent).toBe('The last way stays.');
  });

  it('renames a passkey', async () => {
    const sent = bodies('POST /auth/v1/passkey/update-passkey');
    await show([PASSWORD, PASSKEY]);
    await press('Rename Chrome on Mac');
    await screen.findByRole('dialog', { name: 'Rename passkey' });
    type(/^Name/, 'Old laptop');
    await press('Save name');
    await screen.findByText('Passkey renamed');
    expect(sent).toEqual([{ id: PASSKEY.id, name: 'Old laptop' }]);
  });

  it('asks for a sign-in when the last one is too long ago, and is made afterwards', async () => {
    let isFresh = false;
    const sent = bodies('POST /auth/v1/unlink-account', () => (isFresh ? json({ status: true }) : notFresh()));
    server.on('POST /auth/v1/sign-in/email', () => {
      isFresh = true;
      return json({ user: {} });
    });
    await show([PASSWORD, STUDIO]);
    await press('Disconnect Studio ID');
    const question = await screen.findByRole('dialog', { name: 'Disconnect Studio ID?' });
    fireEvent.click(within(question).getByRole('button', { name: 'Disconnect' }));
    const again = await screen.findByRole('dialog', { name: 'Please sign in again' });
    expect(within(again).getByLabelText(/^Email/)).toHaveProperty('value', 'kim@studio.example');
    type(/^Password/, 'correct-horse');
    fireEvent.click(within(again).getByRole('button', { name: 'Sign In' }));
    expect(await screen.findByText('Disconnected')).toBeDefined();
    expect(sent).toHaveLength(2);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is not made for another person who signs in', async () => {
    const sent = bodies('POST /auth/v1/unlink-account', notFresh);
    server.on('POST /auth/v1/sign-in/email', { user: {} });
    onSignedIn.mockResolvedValueOnce(false);
    await show([PASSWORD, STUDIO]);
    await press('Disconnect Studio ID');
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Disconnect' }));
    const again = await screen.findByRole('dialog', { name: 'Please sign in again' });
    type(/^Password/, 'correct-horse');
    fireEvent.click(within(again).getByRole('button', { name: 'Sign In' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toHaveLength(1);
  });

  it('adds a phone number with a code', async () => {
    const asked = bodies('POST /auth/v1/phone-number/add');
    server.on(
      'POST /auth/v1/phone-number/verify',
      { code: 'INVALID_PHONE_CODE', message: 'That code is not right.' },
      400,
    );
    await show([PASSWORD]);
    await press('Add a phone number');
    await screen.findByRole('dialog', { name: 'Sign in by phone' });
    expect(screen.getByRole('textbox', { name: /^Phone number/ })).toHaveProperty('value', '+1 ');
    type(/^Phone number/, '+1 415 555 0123');
    await press('Send code');
    await screen.findByLabelText(/^Code/);
    type(/^Code/, '111111');
    await press('Save number');
    expect((await screen.findByRole('alert')).textContent).toBe('That code is not right.');
    const entered = bodies('POST /auth/v1/phone-number/verify');
    type(/^Code/, '123456');
    await press('Save number');
    expect(await screen.findByText('Phone number saved')).toBeDefined();
    expect(asked).toEqual([{ phoneNumber: '+1 415 555 0123' }]);
    expect(entered).toEqual([{ phoneNumber: '+1 415 555 0123', code: '123456' }]);
  });

  it('says when a provider is away', async () => {
    server.on('POST /auth/v1/link-social', { code: 'PROVIDER_UNAVAILABLE', message: 'x' }, 503);
    await show([PASSWORD]);
    await press('Connect Studio ID');
    expect((await screen.findByRole('alert')).textContent).toMatch(/cannot be reached right now/);
  });
});
