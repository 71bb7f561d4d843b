import type { Notification } from '@stridewell/contract/notifications/notifications';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { mount, mountPage } from '../../../test/mount.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { aClient, aCoach, anOperator } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { NotificationFilters } from './notification-filters.tsx';
import { NotificationList } from './notification-list.tsx';
import { NotificationPreferences } from './notification-preferences.tsx';
import { readNotificationSearch } from './notifications.search.ts';

const LIST = 'GET /rest/v1/notifications';
const READ_CHOICES = 'GET /rest/v1/notification_preferences';
const SET_CHOICE = 'POST /rest/v1/notification_preferences';
const idOf = (index: number) => `0190a5a0-0000-7000-8000-1000000000${String(index).padStart(2, '0')}`;

const aNotification = (index: number, changes: Partial<Notification> = {}): Notification => ({
  id: idOf(index),
  type: 'session_changed',
  title: `Number ${index}`,
  message: 'Something happened.',
  read: false,
  createdAt: new Date().toISOString(),
  metadata: {},
  ...changes,
});

/** A server with two pages of notifications, which does what the address asks for. */
const answerPages = (request: Request) => {
  const query = new URL(request.url).searchParams;
  if (query.get('show') === 'unread') {
    return json({ notifications: query.get('group') ? [] : [aNotification(1)], unread: 1, nextCursor: null });
  }
  return query.get('cursor')
    ? json({
        notifications: [aNotification(2, { read: true }), aNotification(3, { read: true })],
        unread: 1,
        nextCursor: null,
      })
    : json({ notifications: [aNotification(1), aNotification(2, { read: true })], unread: 1, nextCursor: 'next' });
};
const titles = () => screen.getAllByRole('listitem').map((item) => item.textContent?.slice(0, 8));

/** The list of a coach with its filters, without the page around it. */
const openList = (at = '/notifications') =>
  mountPage({
    at,
    read: readNotificationSearch,
    page: (search, onSearch) => (
      <NotificationList
        expanded
        search={search}
        reader="coach"
        title="Notifications"
        filters={
          <NotificationFilters
            search={search}
            reader="coach"
            onChange={(change) => onSearch({ ...search, ...change })}
          />
        }
        onOpen={() => undefined}
      />
    ),
  });

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

describe('the list', () => {
  it('shows older ones below, each once', async () => {
    server.on(LIST, answerPages);
    await openList();
    fireEvent.click(await screen.findByRole('button', { name: 'Show older' }));
    await waitFor(() => expect(titles()).toEqual(['Number 1', 'Number 2', 'Number 3']));
    expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
  });

  it('keeps the list when older ones fail to load, and shows an error', async () => {
    server.on(LIST, answerPages);
    await openList();
    const button = await screen.findByRole('button', { name: 'Show older' });
    server.refuse(LIST, 500, 'INTERNAL_SERVER_ERROR', 'Internal');
    fireEvent.click(button);
    expect(await screen.findByText('Older notifications could not be loaded')).toBeDefined();
    expect(titles()).toEqual(['Number 1', 'Number 2']);
  });

  it('takes an address that makes no sense as one without filters', async () => {
    server.on(LIST, answerPages);
    await openList('/notifications?show=1&group=%3Cb%3E&view=x');
    expect(await screen.findByRole('radio', { name: 'Everything' })).toHaveProperty('checked', true);
    await waitFor(() => expect(titles()).toHaveLength(2));
  });
});

describe('preferences', () => {
  const openPreferences = () => {
    server.on('GET /rest/v1/push_devices', { publicKey: null, devices: [] });
    return mount(<NotificationPreferences reader="coach" email="maya@studio.example" emailVerified />);
  };
  const mail = () => screen.findByRole('switch', { name: 'A session is booked: by email' });

  it('show what is usual and what was chosen, for each side its own', async () => {
    server.on(READ_CHOICES, { choices: [{ type: 'session_scheduled', channel: 'mail', enabled: false }] });
    await openPreferences();
    expect(await mail()).toHaveProperty('checked', false);
    expect(screen.getByRole('switch', { name: 'A session is booked: in the app' })).toHaveProperty('checked', true);
    expect(screen.getByRole('switch', { name: 'A client sends a check-in: by email' })).toHaveProperty(
      'checked',
      false,
    );
    expect(screen.queryByText('Your check-in is due')).toBeNull();
  });

  it('are saved as they are switched, and go back alone when the server refuses', async () => {
    server.on(READ_CHOICES, { choices: [] });
    await openPreferences();
    const answer = Promise.withResolvers<Response>();
    const refused = vi.fn(() => answer.promise);
    server.on(SET_CHOICE, async (request) => {
      const choice = await request.json();
      return choice.type === 'session_scheduled' ? refused() : json(choice);
    });
    fireEvent.click(await mail());
    await waitFor(async () => expect(await mail()).toHaveProperty('checked', false));
    const other = screen.getByRole('switch', { name: 'A session is canceled: by email' });
    fireEvent.click(other);
    await waitFor(() => expect(other).toHaveProperty('checked', false));
    await waitFor(() => expect(refused).toHaveBeenCalledTimes(1));
    server.on(READ_CHOICES, { choices: [{ type: 'session_cancelled', channel: 'mail', enabled: false }] });
    answer.resolve(json({ defined: true, code: 'INTERNAL_SERVER_ERROR', status: 500, message: 'Internal' }, 500));
    expect(await screen.findByText('Not saved')).toBeDefined();
    await waitFor(async () => expect(await mail()).toHaveProperty('checked', true));
    expect(other).toHaveProperty('checked', false);
  });

  it('that do not load say so, and can be asked for again', async () => {
    server.refuse(READ_CHOICES, 500, 'INTERNAL_SERVER_ERROR', 'Internal');
    await openPreferences();
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText('Your preferences could not be loaded')).toBeDefined();
    server.on(READ_CHOICES, { choices: [] });
    fireEvent.click(alert.getByRole('button', { name: 'Try again' }));
    expect(await mail()).toHaveProperty('checked', true);
  });
});

describe('the page', () => {
  it('keeps its filters in the address, and says what is not there', async () => {
    server.on(LIST, answerPages);
    const app = await openApp('/notifications', aCoach());
    fireEvent.click(await screen.findByRole('radio', { name: 'Unread' }));
    await waitFor(() => expect(app.address()).toBe('/notifications?show=unread'));
    await waitFor(() => expect(titles()).toEqual(['Number 1']));
    fireEvent.click(screen.getByRole('radio', { name: 'Sessions' }));
    await waitFor(() => expect(app.address()).toBe('/notifications?show=unread&group=sessions'));
    expect(await screen.findByText('Nothing unread about sessions')).toBeDefined();
  });

  it('has preferences about a coach for a client', async () => {
    server.on(READ_CHOICES, { choices: [] });
    await openApp('/notifications?view=preferences', aClient());
    expect(await screen.findByRole('switch', { name: 'Your check-in is due: by email' })).toHaveProperty(
      'checked',
      true,
    );
    expect(screen.queryByText('A client sends a check-in')).toBeNull();
  });

  it('has no preferences for operators', async () => {
    await openApp('/notifications?view=preferences', anOperator());
    expect(await screen.findByText('No notifications')).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Preferences' })).toBeNull();
  });
});
