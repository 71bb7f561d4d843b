import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { DashboardPreview } from './landing-demo.tsx';
import { LandingPage } from './landing-page.tsx';
import { PortalPreview } from './landing-portal.tsx';
import { PublicFooter } from './public-footer.tsx';

const heading = () => screen.findByRole('heading', { level: 1, name: 'Transform Your Coaching Business' });
async function mountLanding() {
  await mount(<LandingPage portal={<PortalPreview />} dashboard={<DashboardPreview />} />);
  await heading();
}

const tabsOf = (name: string) => within(screen.getByRole('tablist', { name })).getAllByRole('tab');
const tab = (list: string, name: string) =>
  within(screen.getByRole('tablist', { name: list })).getByRole('tab', { name });
const openTab = (list: string, name: string) => {
  fireEvent.click(tab(list, name));
  return within(screen.getByRole('tabpanel', { name }));
};

const PORTAL = 'Client portal preview';
const DASHBOARD = 'Coach dashboard preview';

describe('the landing page', () => {
  it('leads to the demo, the contact form and the plans', async () => {
    await mountLanding();
    const targets = (name: string) => screen.getAllByRole('link', { name }).map((link) => link.getAttribute('href'));
    expect(targets('Schedule a Demo')).toEqual(['/schedule-demo', '/schedule-demo']);
    expect(targets('Contact Us')).toEqual(['/contact']);
    expect(targets('Pricing')).toEqual(['/pricing']);
    expect(targets('See the plans')).toEqual(['/pricing']);
  });

  it('shows the sample retention dashboard with its three groups', async () => {
    await mountLanding();
    const board = within(screen.getByRole('figure', { name: 'Sample retention dashboard' }));
    expect(board.getByText('Sample data')).toBeDefined();
    expect(board.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^High Risk.*3clients$/),
      expect.stringMatching(/^Moderate Risk.*5clients$/),
      expect.stringMatching(/^Highly Engaged.*15clients$/),
    ]);
  });
});

describe('the portal preview', () => {
  it('has four tabs with their numbers', async () => {
    await mountLanding();
    expect(tabsOf(PORTAL).map(({ textContent }) => textContent)).toEqual([
      'Progress',
      'Workouts',
      'Nutrition',
      'Messages',
    ]);
    expect(within(screen.getByRole('tabpanel', { name: 'Progress' })).getByText('73%')).toBeDefined();
    expect(openTab(PORTAL, 'Workouts').getByText('92%')).toBeDefined();
    expect(openTab(PORTAL, 'Nutrition').getByText('2,400')).toBeDefined();
    expect(openTab(PORTAL, 'Messages').getByText('Coach Elena')).toBeDefined();
    expect(screen.queryByRole('tabpanel', { name: 'Progress' })).toBeNull();
  });

  it('moves with the arrow keys, round to the first', async () => {
    await mountLanding();
    const press = (from: string, key: string) => fireEvent.keyDown(tab(PORTAL, from), { key });
    const selected = () => tabsOf(PORTAL).find((one) => one.getAttribute('aria-selected') === 'true')?.textContent;
    press('Progress', 'ArrowRight');
    expect(selected()).toBe('Workouts');
    press('Workouts', 'ArrowLeft');
    press('Progress', 'ArrowLeft');
    expect(selected()).toBe('Messages');
  });
});

describe('the dashboard preview', () => {
  it('opens with the figures and reveals the recommendation in place', async () => {
    await mountLanding();
    const overview = within(screen.getByRole('tabpanel', { name: 'Overview' }));
    for (const [label, value] of [
      ['Active Clients', '23'],
      ['Check-ins', '18'],
      ['This Month', '$4.2k'],
    ]) {
      expect(overview.getByText(label ?? '').nextElementSibling?.textContent).toBe(value);
    }
    const alert = within(overview.getByRole('region', { name: 'Client Retention Alert' }));
    const button = alert.getByRole('button', { name: 'View Recommendation' });
    expect(alert.queryByText(/^Write to Maya today/)).toBeNull();
    expect(button.getAttribute('aria-expanded')).toBe('false');
    fireEvent.click(button);
    expect(alert.getByText(/^Write to Maya today/)).toBeDefined();
    expect(button.getAttribute('aria-expanded')).toBe('true');
    fireEvent.click(button);
    expect(alert.queryByText(/^Write to Maya today/)).toBeNull();
  });

  it.each([
    ['Maya Torres', 'High Risk', ['+1.2 lb', '−6.4 lb', '48%', '9 days ago'], 'Week 5 of 16', '31.25'],
    ['Derek Olsen', 'Moderate Risk', ['−0.2 lb', '−9.1 lb', '71%', '4 days ago'], 'Week 8 of 12', /^66\.6/],
    ['Priya Nair', 'On Track', ['−0.8 lb', '−14.6 lb', '92%', 'Yesterday'], 'Week 10 of 12', /^83\.3/],
  ] as const)('shows the numbers of %s', async (name, risk, numbers, week, progress) => {
    await mountLanding();
    const clients = openTab(DASHBOARD, 'Clients');
    const button = clients.getByRole('button', { name: new RegExp(`^${name}.*${risk}$`) });
    fireEvent.click(button);
    const pressed = clients.getAllByRole('button').filter((one) => one.getAttribute('aria-pressed') === 'true');
    expect(pressed).toEqual([button]);
    const detail = within(clients.getByRole('region', { name }));
    expect(detail.getAllByRole('group').map(({ lastChild }) => lastChild?.textContent)).toEqual(numbers);
    expect(detail.getByText(week)).toBeDefined();
    const bar = detail.getByRole('progressbar', { name: 'Program progress' });
    expect(bar.getAttribute('aria-valuenow')).toMatch(progress);
  });

  it('says what the calendar will show', async () => {
    await mountLanding();
    const calendar = openTab(DASHBOARD, 'Calendar');
    expect(calendar.getByText('Calendar view with scheduled appointments')).toBeDefined();
  });
});

it.each(['/landing', '/'])('the landing page at %s has its chapters under one main heading', async (path) => {
  await openApp(path, null);
  await heading();
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  for (const name of [
    'Client Management',
    'Scheduling',
    'AI Assistance',
    'Engagement Tracking',
    'Early Warning System',
    'Automated Re-engagement',
    'Client Health Score',
  ]) {
    expect(screen.getByRole('heading', { level: 3, name })).toBeDefined();
  }
});

describe('the social link in the footer', () => {
  const footer = () => within(screen.getByRole('navigation', { name: 'Footer' }));

  it('is not there without one', async () => {
    await mount(<PublicFooter />);
    expect(footer().queryByRole('link', { name: 'Follow us' })).toBeNull();
  });

  it('leads to the configured address', async () => {
    const setting = document.createElement('meta');
    setting.name = 'social-url';
    setting.content = 'https://social.example/stridewell';
    document.head.append(setting);
    try {
      await openApp('/landing', null);
      await heading();
      const link = footer().getByRole('link', { name: 'Follow us' });
      expect(link.getAttribute('href')).toBe('https://social.example/stridewell');
      expect(link.getAttribute('rel')).toBe('noopener');
    } finally {
      setting.remove();
    }
  });
});
