import type { Notification } from '@stridewell/contract/notifications/notifications';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeSocket } from '../../../test/fake-socket.ts';
import { mount } from '../../../test/mount.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { aClient, aCoach, CLIENT_ID, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { NotificationBell } from './notification-bell.tsx';
import { useLiveNotifications } from './notifications.queries.ts';

const LIST = 'GET /rest/v1/notifications';
const idOf = (index: number) => `0190a5a0-0000-7000-8000-1000000000${String(index).padStart(2, '0')}`;

const aNotification = (index: number, changes: Partial<Notification> = {}): Notification => ({
  id: idOf(index),
  type: 'check_in_completed',
  title: `Check-in ${index}`,
  message: 'Jonas Lind sent this week’s check-in.',
  read: false,
  createdAt: new Date(Date.now() - 5 * 60_000).toISOString(),
  metadata: {},
  ...changes,
});

const listOf = (...notifications: Notification[]) => ({
  notifications,
  unread: notifications.filter(({ read }) => !read).length,
});

type ListAnswer = object | ((request: Request) => Response | Promise<Response>);
const bell = () => screen.findByRole('button', { name: /^Notifications/ });

function Bell({ unread, onOpen }: { unread: number; onOpen: (notification: Notification) => void }) {
  useLiveNotifications(COACH_ID);
  return <NotificationBell initialUnread={unread} onOpen={onOpen} />;
}

/** The bell alone, and the notifications that were opened from it. */
async function openWith(list: ListAnswer, unread = 0) {
  server.on(LIST, list);
  const opened: Notification[] = [];
  const app = await mount(<Bell unread={unread} onOpen={(notification) => opened.push(notification)} />);
  return { app, opened };
}

/** The bell in the bar of the app, which knows where notifications lead. */
async function openInApp(list: ListAnswer, session = aCoach()) {
  server.on(LIST, list);
  return openApp('/settings', session);
}

// Named by the bell, which says how many are unread.
const panel = () => screen.findByRole('dialog', { name: /^Notifications/ });

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

describe('the badge', () => {
  it('is absent while everything is read', async () => {
    await openWith(listOf());
    expect((await screen.findByRole('button', { name: 'Notifications' })).textContent).toBe('');
  });

  it.each([
    [1, 'Notifications, 1 unread', 'badge-dot', ''],
    [2, 'Notifications, 2 unread', 'badge-count', '2'],
    [9, 'Notifications, 9 unread', 'badge-count', '9'],
    [10, 'Notifications, 9+ unread', 'badge-count', '9+'],
  ])('for %s unread', async (unread, name, badge, text) => {
    await openWith(listOf(...Array.from({ length: unread }, (_, index) => aNotification(index))));
    const bell = await screen.findByRole('button', { name });
    expect(within(bell).getByTestId(badge).textContent).toBe(text);
  });

  it('shows what the session said until the list is there', async () => {
    await openWith(() => new Promise<Response>(() => undefined), 3);
    expect(await screen.findByRole('button', { name: 'Notifications, 3 unread' })).toBeDefined();
  });
});

describe('the panel', () => {
  it('opens and closes with the bell', async () => {
    await openWith(listOf());
    fireEvent.click(await bell());
    await panel();
    fireEvent.click(await bell());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('is loading, then empty', async () => {
    const answer = Promise.withResolvers<Response>();
    await openWith(() => answer.promise);
    fireEvent.click(await bell());
    const shown = within(await panel());
    expect(shown.getByText('Loading...')).toBeDefined();
    expect(shown.getByRole('button', { name: 'Mark all as read' })).toHaveProperty('disabled', true);
    answer.resolve(json(listOf()));
    expect(await shown.findByText('No notifications')).toBeDefined();
    expect(shown.getByRole('button', { name: 'Mark all as read' })).toHaveProperty('disabled', true);
  });

  it.each([
    ['a refusal', 403, { defined: true, code: 'FORBIDDEN', status: 403, message: 'You do not have access to this.' }],
    ['no session', 401, { defined: true, code: 'UNAUTHORIZED', status: 401, message: 'Auth session missing!' }],
    ['a failure', 500, { defined: true, code: 'INTERNAL_SERVER_ERROR', status: 500, message: 'Internal' }],
  ])('says what happened after %s', async (_, status, body) => {
    await openWith(() => json(body, status));
    fireEvent.click(await bell());
    const alert = await within(await panel()).findByRole('alert', {}, { timeout: 3000 });
    const texts: Record<number, string> = {
      401: 'You must be logged in to view notifications',
      403: 'You do not have access to this.',
      500: 'Failed to load notifications',
    };
    expect(alert.textContent).toBe(texts[status]);
  });

  it('lists title, message and time, and marks what is unread', async () => {
    await openWith(listOf(aNotification(1), aNotification(2, { read: true, title: 'Seen' })));
    fireEvent.click(await bell());
    const [first, second] = await within(await panel()).findAllByRole('listitem');
    expect(first?.textContent).toBe('Check-in 1Jonas Lind sent this week’s check-in.5 min ago');
    expect(first && within(first).getByRole('img', { name: 'Unread' })).toBeDefined();
    expect(second && within(second).queryByRole('img', { name: 'Unread' })).toBeNull();
  });
});

describe('a click', () => {
  it.each([
    [
      'a coach to the client',
      aCoach({ unreadNotifications: 1 }),
      { metadata: { client_id: CLIENT_ID } },
      `/coach/${COACH_ID}/client/${CLIENT_ID}`,
    ],
    [
      'a client without a coach to the dashboard',
      aClient({ client: null, unreadNotifications: 1 }),
      { type: 'check_in_due' },
      '/client/dashboard',
    ],
    ['a client to the messages', aClient({ unreadNotifications: 1 }), { type: 'message_received' }, '/client/messages'],
  ] as const)('marks as read and leads %s', async (_, session, changes, address) => {
    server.on(`PATCH /rest/v1/notifications/${idOf(1)}`, { id: idOf(1) });
    server.refuse(`GET /rest/v1/clients/${CLIENT_ID}`, 404, 'NOT_FOUND', 'We could not find that.');
    server.on('GET /rest/v1/dashboards/client', null);
    // The list comes later, so the bell shows what the session said.
    const answer = Promise.withResolvers<Response>();
    const app = await openInApp(() => answer.promise, session);
    fireEvent.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }));
    answer.resolve(json(listOf(aNotification(1, changes))));
    fireEvent.click(await within(await panel()).findByRole('button', { name: /Check-in 1/ }));
    await waitFor(() => expect(app.path()).toBe(address));
    await waitFor(() => expect(server.count(`PATCH /rest/v1/notifications/${idOf(1)}`)).toBe(1));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('on one that is read asks nothing', async () => {
    const { opened } = await openWith(listOf(aNotification(1, { read: true })));
    fireEvent.click(await bell());
    fireEvent.click(await within(await panel()).findByRole('button', { name: /Check-in 1/ }));
    expect(opened).toMatchObject([{ id: idOf(1) }]);
    expect(server.calls.some((call) => call.startsWith('PATCH'))).toBe(false);
  });

  it('shows at once, and takes it back with a word when the server fails', async () => {
    const answer = Promise.withResolvers<Response>();
    server.on(`PATCH /rest/v1/notifications/${idOf(1)}`, () => answer.promise);
    await openWith(listOf(aNotification(1), aNotification(2)));
    fireEvent.click(await bell());
    fireEvent.click(await within(await panel()).findByRole('button', { name: /Check-in 1/ }));
    expect(await screen.findByRole('button', { name: 'Notifications, 1 unread' })).toBeDefined();
    answer.resolve(json({ defined: true, code: 'INTERNAL_SERVER_ERROR', status: 500, message: 'Internal' }, 500));
    expect(await screen.findByText('Failed to update notification status')).toBeDefined();
    expect(screen.getByText('Error')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Notifications, 2 unread' })).toBeDefined();
  });
});

describe('Mark all as read', () => {
  it('marks all with one call and is disabled afterwards', async () => {
    server.on('PATCH /rest/v1/notifications', () => {
      server.on(LIST, listOf(aNotification(1, { read: true }), aNotification(2, { read: true })));
      return json({ marked: 2 });
    });
    await openWith(listOf(aNotification(1), aNotification(2)));
    fireEvent.click(await bell());
    const button = await within(await panel()).findByRole('button', { name: 'Mark all as read' });
    await waitFor(() => expect(button).toHaveProperty('disabled', false));
    fireEvent.click(button);
    await waitFor(() => expect(button).toHaveProperty('disabled', true));
    expect(await bell()).toHaveProperty('ariaLabel', 'Notifications');
    expect(server.count('PATCH /rest/v1/notifications')).toBe(1);
  });

  it('is disabled when all are read', async () => {
    await openWith(listOf(aNotification(1, { read: true })));
    fireEvent.click(await bell());
    const shown = within(await panel());
    await shown.findByRole('listitem');
    expect(shown.getByRole('button', { name: 'Mark all as read' })).toHaveProperty('disabled', true);
  });
});

describe('how often it asks', () => {
  it('asks again on a change of path, at most once in ten seconds, and every five minutes', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.now() });
    const { app } = await openWith(listOf());
    await bell();
    await waitFor(() => expect(server.count(LIST)).toBe(1));
    await app.go('/coach-profile');
    expect(server.count(LIST)).toBe(1);
    await act(() => vi.advanceTimersByTimeAsync(10_500));
    await app.go('/settings');
    await waitFor(() => expect(server.count(LIST)).toBe(2));
    await act(() => vi.advanceTimersByTimeAsync(301_000));
    await waitFor(() => expect(server.count(LIST)).toBe(3));
  });

  it('waits after marking as read, too', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.now() });
    server.on('PATCH /rest/v1/notifications', { marked: 1 });
    await openWith(listOf(aNotification(1)));
    fireEvent.click(await bell());
    const markAll = await within(await panel()).findByRole('button', { name: 'Mark all as read' });
    await waitFor(() => expect(markAll).toHaveProperty('disabled', false));
    fireEvent.click(markAll);
    await waitFor(() => expect(server.count('PATCH /rest/v1/notifications')).toBe(1));
    await act(() => vi.advanceTimersByTimeAsync(3000));
    expect(server.count(LIST)).toBe(1);
    await act(() => vi.advanceTimersByTimeAsync(7500));
    expect(server.count(LIST)).toBe(2);
  });

  it('loads new notifications, and combines those that come within ten seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.now() });
    await openWith(listOf());
    await screen.findByRole('button', { name: 'Notifications' });
    await waitFor(() => expect(FakeSocket.made).toHaveLength(1));
    await waitFor(() => expect(server.count(LIST)).toBe(1));
    server.on(LIST, listOf(aNotification(1), aNotification(2)));
    FakeSocket.last.say('connect');
    for (const index of [1, 2]) FakeSocket.last.say('event', { event: 'notification', id: idOf(index) });
    FakeSocket.last.say('event', { event: 'typing' });
    await act(() => vi.advanceTimersByTimeAsync(8000));
    expect(server.count(LIST)).toBe(1);
    await act(() => vi.advanceTimersByTimeAsync(2500));
    await screen.findByRole('button', { name: 'Notifications, 2 unread' });
    expect(server.count(LIST)).toBe(2);
    // After a pause nothing waits.
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    server.on(LIST, listOf());
    FakeSocket.last.say('event', { event: 'read' });
    await screen.findByRole('button', { name: 'Notifications' });
    expect(server.count(LIST)).toBe(3);
  });
});
