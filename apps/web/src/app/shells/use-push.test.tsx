import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ENDPOINT, FakePush } from '../../../test/fake-push.ts';
import { openApp } from '../../../test/open-app.tsx';
import { aClient } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';

const ADD = 'POST /rest/v1/push_devices';
const KEY = 'stridewell.push';
const PAGE = '/notifications';

let push: FakePush;
beforeEach(() => {
  push = new FakePush();
  push.install();
});
afterEach(() => push.remove());

describe('a visit', () => {
  const DAY_MS = 86_400_000;
  const remember = (userId: string, at: number) => localStorage.setItem(KEY, JSON.stringify({ userId, at }));

  it('renews a subscription of yesterday, and forgets one that was removed elsewhere', async () => {
    push.permission = 'granted';
    push.have();
    const session = aClient();
    remember(session.user.id, Date.now() - 2 * DAY_MS);
    const sent: { former?: string }[] = [];
    server.on(ADD, async (request) => {
      sent.push(await request.json());
      return json({ defined: true, code: 'NOT_FOUND', status: 404, message: 'We could not find that.' }, 404);
    });
    await openApp(PAGE, session);
    await waitFor(() => expect(push.unsubscribed).toHaveBeenCalledTimes(1));
    expect(sent).toMatchObject([{ endpoint: ENDPOINT, former: ENDPOINT }]);
    expect(localStorage.getItem(KEY)).toBeNull();
  });

  it('keeps the subscription when the server does not answer', async () => {
    push.permission = 'granted';
    push.have();
    const session = aClient();
    remember(session.user.id, 0);
    const refused = vi.fn(() => json({}, 503));
    server.on(ADD, refused);
    await openApp(PAGE, session);
    await waitFor(() => expect(refused).toHaveBeenCalled());
    expect(JSON.parse(localStorage.getItem(KEY) ?? '{}')).toEqual({ userId: session.user.id, at: 0 });
    expect(push.unsubscribed).not.toHaveBeenCalled();
  });

  it('of another person ends the subscription of the first', async () => {
    push.have();
    remember('0190a5a0-0000-7000-8000-00000000ffff', Date.now());
    await openApp(PAGE, aClient());
    await waitFor(() => expect(push.unsubscribed).toHaveBeenCalledTimes(1));
    expect(localStorage.getItem(KEY)).toBeNull();
  });

  it('that ends by signing out ends it before the session', async () => {
    push.have();
    const session = aClient();
    remember(session.user.id, Date.now());
    const { sessionStore } = await openApp(PAGE, session).then(() => import('../session.ts'));
    const had: boolean[] = [];
    server.on('POST /auth/v1/sign-out', () => {
      had.push(push.subscription !== null);
      return json({});
    });
    await sessionStore.signOut();
    expect(had).toEqual([false]);
    expect(push.unsubscribed).toHaveBeenCalledTimes(1);
    expect(localStorage.getItem(KEY)).toBeNull();
  });

  it('opens the page of a notification that was pressed, and says so', async () => {
    const app = await openApp(PAGE, aClient());
    await screen.findByRole('heading', { name: 'Notifications', level: 1 });
    const { port1, port2 } = new MessageChannel();
    const answered = vi.fn();
    port1.onmessage = ({ data }) => answered(data);
    const data = { type: 'open-page', url: '/client/profile' };
    await waitFor(() => {
      // The listener is there once the shell has loaded.
      navigator.serviceWorker.dispatchEvent(Object.assign(new Event('message'), { data, ports: [port2] }));
      expect(app.address()).toBe('/client/profile');
    });
    await waitFor(() => expect(answered).toHaveBeenCalledWith('opened'));
    port1.close();
  });
});
