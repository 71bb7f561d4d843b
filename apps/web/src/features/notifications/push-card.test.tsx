import type { PushDevice } from '@stridewell/contract/notifications/notifications';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENDPOINT, FakePush, PUBLIC_KEY } from '../../../test/fake-push.ts';
import { mount } from '../../../test/mount.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { aClient } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { NotificationPreferences } from './notification-preferences.tsx';
import { PushCard } from './push-card.tsx';

const LIST = 'GET /rest/v1/push_devices';
const ADD = 'POST /rest/v1/push_devices';
const KEY = 'stridewell.push';
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
const OTHER: PushDevice = {
  id: '0190a5a0-0000-7000-8000-000000000002',
  endpointDigest: 'another',
  userAgent: WINDOWS,
  createdAt: '2026-11-02T10:00:00.000Z',
};

const digestOf = async (text: string) =>
  Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).toString('base64url');
const ownDevice = async (): Promise<PushDevice> => ({
  id: '0190a5a0-0000-7000-8000-000000000001',
  endpointDigest: await digestOf(ENDPOINT),
  userAgent: WINDOWS,
  createdAt: '2026-11-20T10:00:00.000Z',
});

let push: FakePush;
beforeEach(() => {
  push = new FakePush();
  push.install();
  server.usually(LIST, { publicKey: null, devices: [] });
  server.on('GET /rest/v1/notification_preferences', { choices: [] });
});
afterEach(() => push.remove());

const open = () => mount(<PushCard userId="u1" />);
/** The switches of a coach and the devices below them. */
const openPreferences = () =>
  mount(
    <>
      <NotificationPreferences reader="coach" email="maya@example.com" emailVerified />
      <PushCard userId="u1" />
    </>,
  );
const card = async () => within(await screen.findByRole('region', { name: 'Push notifications' }));

describe('push notifications', () => {
  it('are turned off here, and the browser ends its subscription', async () => {
    push.permission = 'granted';
    push.have();
    const device = await ownDevice();
    let devices = [device];
    server.on(LIST, () => json({ publicKey: PUBLIC_KEY, devices }));
    server.on(`DELETE /rest/v1/push_devices/${device.id}`, () => {
      devices = [];
      return json({ id: device.id });
    });
    await open();
    const own = await card();
    fireEvent.click(await own.findByRole('button', { name: 'Turn off' }));
    expect(await own.findByText(/^Off\./)).toBeDefined();
    expect(push.unsubscribed).toHaveBeenCalledTimes(1);
  });

  it('are turned off on another device, and stay on here', async () => {
    push.permission = 'granted';
    push.have();
    let devices = [await ownDevice(), OTHER];
    server.on(LIST, () => json({ publicKey: PUBLIC_KEY, devices }));
    server.on(`DELETE /rest/v1/push_devices/${OTHER.id}`, () => {
      devices = devices.slice(0, 1);
      return json({ id: OTHER.id });
    });
    await open();
    const own = await card();
    fireEvent.click(await own.findByRole('button', { name: 'Turn off Chrome on Windows' }));
    await waitFor(() => expect(own.queryByText('Chrome on Windows')).toBeNull());
    expect(own.getByText(/^On\./)).toBeDefined();
    expect(push.unsubscribed).not.toHaveBeenCalled();
  });

  it('say so when the person refuses the question', async () => {
    push.answer = 'default';
    server.on(LIST, { publicKey: PUBLIC_KEY, devices: [] });
    await open();
    const own = await card();
    fireEvent.click(await own.findByRole('button', { name: 'Turn on' }));
    expect(await own.findByText(/did not allow it/)).toBeDefined();
  });

  it('keep nothing when the server refuses', async () => {
    server.on(LIST, { publicKey: PUBLIC_KEY, devices: [] });
    server.refuse(ADD, 500, 'INTERNAL_SERVER_ERROR', 'Internal');
    await open();
    const own = await card();
    fireEvent.click(await own.findByRole('button', { name: 'Turn on' }));
    expect(await own.findByRole('alert')).toBeDefined();
    expect(own.getByText(/^Off\./)).toBeDefined();
    expect(localStorage.getItem(KEY)).toBeNull();
  });

  it('are off when the server has other keys now', async () => {
    push.permission = 'granted';
    push.have(new Uint8Array([1, 2, 3]));
    server.on(LIST, { publicKey: PUBLIC_KEY, devices: [await ownDevice()] });
    await open();
    expect(await (await card()).findByText(/^Off\./)).toBeDefined();
  });

  it.each([
    ['a browser that blocks them', () => Object.assign(push, { permission: 'denied' }), /Your browser blocks/],
    [
      'an iPhone without the installed app',
      () => Object.defineProperty(navigator, 'standalone', { configurable: true, value: false }),
      /add Stridewell to your home screen first/,
    ],
    [
      'a browser without them',
      () => Reflect.deleteProperty(window, 'PushManager'),
      'This browser does not support push notifications.',
    ],
  ])('explain %s, without a button', async (_, prepare, words) => {
    prepare();
    server.on(LIST, { publicKey: PUBLIC_KEY, devices: [] });
    await open();
    const own = await card();
    expect(await own.findByText(words)).toBeDefined();
    expect(own.queryByRole('button')).toBeNull();
  });

  it('have a column of switches where the server offers them', async () => {
    server.on(LIST, { publicKey: PUBLIC_KEY, devices: [] });
    await openPreferences();
    expect(await screen.findByRole('switch', { name: 'You receive a message: by push' })).toHaveProperty(
      'checked',
      true,
    );
    expect(screen.getByRole('switch', { name: 'A client sends a check-in: by push' })).toHaveProperty('checked', false);
  });

  it('are not mentioned where the server has no keys', async () => {
    await openPreferences();
    expect(await screen.findByRole('switch', { name: 'You receive a message: by email' })).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Push notifications' })).toBeNull());
    expect(screen.queryByRole('switch', { name: 'You receive a message: by push' })).toBeNull();
  });

  it('are turned on by a press, which asks for permission', async () => {
    let devices: PushDevice[] = [OTHER];
    const sent: unknown[] = [];
    server.on(LIST, () => json({ publicKey: PUBLIC_KEY, devices }));
    server.on(ADD, async (request) => {
      sent.push(await request.json());
      const device = await ownDevice();
      devices = [device, OTHER];
      return json(device);
    });
    const session = aClient();
    await openApp('/notifications?view=preferences', session);
    const own = await card();
    expect(await own.findByText(/^Off\./)).toBeDefined();
    expect(push.asked).not.toHaveBeenCalled();
    fireEvent.click(own.getByRole('button', { name: 'Turn on' }));
    expect(await own.findByText(/^On\./)).toBeDefined();
    expect(push.asked).toHaveBeenCalledTimes(1);
    expect(sent).toEqual([
      {
        endpoint: ENDPOINT,
        keys: { p256dh: 'p', auth: 'a' },
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        userAgent: navigator.userAgent,
      },
    ]);
    expect(JSON.parse(localStorage.getItem(KEY) ?? '{}')).toMatchObject({ userId: session.user.id });
    expect(own.getByText('Chrome on Windows')).toBeDefined();
  });
});
