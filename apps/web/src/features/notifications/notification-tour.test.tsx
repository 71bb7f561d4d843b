import { CORE_NOTIFICATION_TYPES } from '@stridewell/contract/notifications/notifications.rules';
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { server } from '../../../test/server.ts';
import { NotificationSamples } from './notification-samples.tsx';
import { NotificationTour } from './notification-tour.tsx';

const heading = () => screen.findByRole('heading', { level: 1, name: 'Every kind of notification' });
async function mountTour() {
  await mount(<NotificationTour samples={<NotificationSamples />} />);
  await heading();
  return { part: (name: string) => within(screen.getByRole('region', { name })) };
}

const BADGES = 'The badge counts what is unread';
const TYPES = 'Five kinds of notification';

describe('the notification tour', () => {
  it('shows each look of the badge', async () => {
    const { part } = await mountTour();
    const bells = part(BADGES).getAllByRole('img', { name: /^Notifications/ });
    expect(bells.map((bell) => [bell.getAttribute('aria-label'), bell.textContent])).toEqual([
      ['Notifications', ''],
      ['Notifications, 1 unread', ''],
      ['Notifications, 2 unread', '2'],
      ['Notifications, 9 unread', '9'],
      ['Notifications, 9+ unread', '9+'],
    ]);
    expect(part(BADGES).getAllByTestId('badge-dot')).toHaveLength(1);
  });

  it('shows each type', async () => {
    const { part } = await mountTour();
    const rows = part(TYPES).getAllByRole('listitem');
    expect(rows.map((row) => row.querySelector('code')?.textContent)).toEqual([...CORE_NOTIFICATION_TYPES]);
    for (const row of rows) expect(within(row).getByRole('button')).toBeDefined();
  });

  it('shows each state of the panel', async () => {
    const { part } = await mountTour();
    expect(part('List').getAllByRole('listitem')).toHaveLength(CORE_NOTIFICATION_TYPES.length);
    expect(part('Loading').getByText('Loading...')).toBeDefined();
    expect(part('Empty').getByText('No notifications')).toBeDefined();
    const problems = screen.getAllByRole('alert').map((alert) => alert.textContent);
    expect(problems).toEqual([
      'Failed to load notifications',
      'You must be logged in to view notifications',
      'You do not have access to this.',
      'An unexpected error occurred.',
    ]);
  });

  it('marks one as read with a click and says where it would lead', async () => {
    const { part } = await mountTour();
    const live = () => part('List').getByRole('img', { name: /^Notifications/ });
    expect(live().textContent).toBe('3');
    fireEvent.click(part('List').getByRole('button', { name: /New check-in/ }));
    expect(live().textContent).toBe('2');
    expect(await screen.findByText('In the app this opens the client’s page.')).toBeDefined();
    fireEvent.click(part(TYPES).getByRole('button', { name: /Your check-in is due/ }));
    expect(live().textContent).toBe('');
    expect(part('List').getByTestId('badge-dot')).toBeDefined();
  });

  it('marks all as read and starts over', async () => {
    const { part } = await mountTour();
    const all = part('List').getByRole('button', { name: 'Mark all as read' });
    fireEvent.click(all);
    expect(part('List').queryAllByRole('img', { name: 'Unread' })).toHaveLength(0);
    expect(all).toHaveProperty('disabled', true);
    fireEvent.click(part('List').getByRole('button', { name: 'Start over' }));
    expect(part('List').getAllByRole('img', { name: 'Unread' })).toHaveLength(3);
  });

  it('says that its data are samples and asks the server for none', async () => {
    await openApp('/notification-demo', null);
    await heading();
    expect(screen.getByText('Sample data')).toBeDefined();
    expect(server.calls.some((call) => call.includes('notifications'))).toBe(false);
  });
});
