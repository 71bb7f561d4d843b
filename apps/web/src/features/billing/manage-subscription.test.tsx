import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { aClient, aCoach } from '../../../test/people.ts';
import { server } from '../../../test/server.ts';
import DunningBanner from './dunning-banner.tsx';
import ManageSubscriptionButton from './manage-subscription-button.tsx';

const PORTAL = 'POST /functions/v1/customer-portal';
const press = async () => fireEvent.click(await screen.findByRole('button', { name: 'Manage Subscription' }));

/** Stands for the tab that a browser would open. */
function stubTab() {
  const tab = { opener: {}, location: { href: '' }, close: vi.fn() };
  const open = vi.fn(() => tab);
  vi.stubGlobal('open', open);
  return { tab, open };
}

describe('Manage Subscription', () => {
  it.each([
    [404, 'NO_SUBSCRIPTION', 'No subscription found to manage.', 'No subscription found to manage.'],
    [401, 'UNAUTHORIZED', 'Auth session missing!', 'Please log in to manage your subscription.'],
    [500, 'INTERNAL_SERVER_ERROR', 'Internal', 'Failed to open subscription management. Please try again.'],
  ])('closes the tab after a %s and says why', async (status, code, message, shown) => {
    const { tab } = stubTab();
    server.refuse(PORTAL, status, code, message);
    await mount(<ManageSubscriptionButton />);
    await press();
    expect(await screen.findByText(shown)).toBeDefined();
    expect(tab.close).toHaveBeenCalledOnce();
  });

  it('is for people who are signed in', async () => {
    await openApp('/pricing', null);
    await screen.findByText('Cancel anytime or update your payment method.');
    expect(screen.queryByRole('button', { name: 'Manage Subscription' })).toBeNull();
  });

  it('opens a tab at once, which then goes to the portal', async () => {
    const { tab, open } = stubTab();
    server.on(PORTAL, { url: 'https://portal.example/session' });
    await openApp('/pricing', aCoach());
    await press();
    expect(open).toHaveBeenCalledWith('', '_blank');
    await waitFor(() => expect(tab.location.href).toBe('https://portal.example/session'));
    expect(tab.opener).toBeNull();
    expect(tab.close).not.toHaveBeenCalled();
  });
});

describe('the banner of a failed payment', () => {
  const failing = (changes: object) =>
    aCoach({
      plan: {
        ...aCoach().plan,
        plan: 'plus',
        subscription_status: 'past_due',
        grace_until: '2042-11-26T12:00:00.000Z',
        in_grace_period: true,
        ...changes,
      },
    });
  const banner = () => screen.queryByRole('region', { name: 'Payment failed' });

  it('says that the plan is locked once the grace period is over', async () => {
    const { plan } = failing({ grace_until: '2020-01-01T00:00:00.000Z', in_grace_period: false });
    await mount(<DunningBanner access={plan} timeZone="America/New_York" />);
    await waitFor(() => expect(banner()).not.toBeNull());
    expect(
      screen.getByText(
        'Your last payment failed, so the features of Coach Plus are locked. Update your card to unlock them.',
      ),
    ).toBeDefined();
    expect(screen.getByRole('link', { name: 'Update card' }).getAttribute('href')).toBe('/billing');
  });

  it('says until when the plan stays, and leads to the card', async () => {
    await openApp('/settings', failing({}));
    await waitFor(() => expect(banner()).not.toBeNull());
    expect(
      screen.getByText('Your last payment failed. Update your card by Wed, Nov 26, 2042 to keep Coach Plus.'),
    ).toBeDefined();
    expect(screen.getByRole('link', { name: 'Update card' }).getAttribute('href')).toBe('/billing');
  });

  it.each([
    ['an active subscription', failing({ subscription_status: 'active' })],
    ['Coach Pro, which stays open without a grace period', failing({ plan: 'pro', grace_until: null })],
    ['a client', aClient({ plan: failing({}).plan })],
  ])('is not there for %s', async (_, session) => {
    await openApp('/settings', session);
    await screen.findByRole('heading', { level: 1, name: /^(Settings|Your profile)$/ });
    await screen.findByRole('button', { name: /^Notifications/ });
    expect(banner()).toBeNull();
  });
});
