import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { openApp } from '../../../test/open-app.tsx';
import { aClient, aCoach, anOperator, CLIENT_ID, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { analyticsItems, isCurrent, menuSections } from './bar-items.ts';

const NOW = new Date('2026-03-02T09:00:00Z');
const bar = async () => screen.findByRole('navigation', { name: 'Main' });
const labels = (element: HTMLElement) =>
  within(element)
    .getAllByRole('link')
    .map((link) => link.textContent);
const withPlan = (plan: 'base' | 'plus' | 'pro') => {
  const session = aCoach();
  return { ...session, plan: { ...session.plan, plan } };
};

describe('the bar', () => {
  it('of a visitor', async () => {
    await openApp('/pricing', null);
    expect(labels(await bar())).toEqual(['Contact Us', 'Schedule Demo', 'Pricing', 'Log In']);
    expect(screen.queryByRole('button', { name: 'Your menu' })).toBeNull();
    expect(screen.queryByRole('button', { name: /Notifications/ })).toBeNull();
  });

  it('of an operator has the bell and a profile button', async () => {
    await openApp('/operator-dashboard', anOperator());
    await screen.findByRole('button', { name: 'Notifications' });
    expect(labels(await bar())).toEqual(['Dashboard', 'Contacts', 'Pipeline', 'Coach Approval', 'AI Assistant']);
    const profile = screen.getByRole('link', { name: 'OP, your profile' });
    expect(profile.getAttribute('href')).toBe('/operator/profile');
    expect(profile.textContent).toBe('OP');
  });

  it('of a coach ends with Settings', async () => {
    await openApp(`/coach/${COACH_ID}/calendar`, aCoach());
    const navigation = await bar();
    await within(navigation).findByRole('link', { name: 'Settings' });
    const order = [...navigation.querySelectorAll('a, button')].map((item) => item.textContent);
    expect(order).toEqual([
      'Dashboard',
      'Clients',
      'Pipeline',
      'Calendar',
      'Messages',
      'Programs',
      'Nutrition',
      'Money',
      'Analytics',
      'Settings',
    ]);
    expect(within(navigation).getByRole('link', { current: 'page' }).textContent).toBe('Calendar');
  });

  it('of a coach who waits for approval is that of a visitor', async () => {
    const coach = aCoach();
    await openApp('/auth', { ...coach, coach: coach.coach && { ...coach.coach, status: 'pending' } });
    expect(await screen.findByText('Your coach profile is awaiting administrator approval.')).toBeDefined();
    expect(labels(await bar())).toEqual(['Contact Us', 'Schedule Demo', 'Pricing', 'Log In']);
    expect(screen.queryByRole('button', { name: /Notifications|Your menu/ })).toBeNull();
  });

  it('of a client has an avatar that leads to the profile, and tabs', async () => {
    await openApp('/client/messages', aClient());
    const avatar = await screen.findByRole('link', { name: /your profile$/ });
    expect(avatar.textContent).toBe('JL');
    expect(avatar.getAttribute('href')).toBe('/client/profile');
    expect(labels(await bar())).toEqual([
      'Dashboard',
      'Profile',
      'Check-in',
      'Messages',
      'Workouts',
      'Nutrition',
      'Sessions',
      'Progress',
      'Payments',
    ]);
    const tabs = await screen.findByRole('navigation', { name: 'Portal' });
    expect(labels(tabs)).toEqual(['Today', 'Workouts', 'Check-in', 'Progress', 'Messages']);
    expect(within(tabs).getByRole('link', { current: 'page' }).textContent).toBe('Messages');
  });

  it('of a client has no tabs during the onboarding', async () => {
    const client = {
      coachId: COACH_ID,
      clientId: CLIENT_ID,
      coachName: 'Maya Okafor',
      status: 'active',
      photoId: null,
    };
    await openApp('/client-onboarding?step=goal', aClient({ client }));
    expect(await screen.findByRole('heading', { level: 1 })).toBeDefined();
    expect(screen.queryByRole('navigation', { name: 'Portal' })).toBeNull();
  });

  it('has a way past it for keyboards', async () => {
    await openApp('/pricing', null);
    const skip = await screen.findByRole('link', { name: 'Skip to content' });
    expect(skip.getAttribute('href')).toBe('#main');
    expect(screen.getByRole('main').id).toBe('main');
  });
});

describe('marks of plans', () => {
  it.each([
    ['base', ['Plus+', 'Plus+', undefined, 'Pro', 'Plus+', 'Pro']],
    ['plus', [undefined, undefined, undefined, 'Pro', undefined, 'Pro']],
    ['pro', [undefined, undefined, undefined, undefined, undefined, undefined]],
  ] as const)('on %s', (plan, marks) => {
    const items = analyticsItems(COACH_ID, withPlan(plan).plan, NOW);
    expect(items.map((item) => item.label)).toEqual([
      'Business Metrics',
      'Performance Metrics',
      'Reports',
      'Engagement',
      'Flows',
      'Assistant',
    ]);
    expect(items.map((item) => item.mark)).toEqual(marks);
  });

  it('on a plus plan whose subscription ended, and in its grace period', () => {
    const { plan } = withPlan('plus');
    const ended = { ...plan, subscription_status: 'canceled' };
    const marksOf = (access: typeof plan) => analyticsItems(COACH_ID, access, NOW).map((item) => item.mark);
    expect(marksOf(ended)).toEqual(['Plus+', 'Plus+', undefined, 'Pro', 'Plus+', 'Pro']);
    const grace = { ...ended, grace_until: '2026-03-03T00:00:00Z' };
    expect(marksOf(grace)).toEqual([undefined, undefined, undefined, undefined, undefined, undefined]);
  });
});

describe('menus', () => {
  it('of a coach has profile, settings, the plan and the way out', async () => {
    server.on('GET /rest/v1/calendar_questions', { questions: [] });
    await openApp(`/coach/${COACH_ID}/calendar`, withPlan('plus'));
    const button = await screen.findByRole('button', { name: /your menu$/i });
    expect(button.textContent).toContain('Coach Plus');
    fireEvent.click(button);
    const items = await screen.findAllByRole('menuitem');
    expect(items.map((item) => item.textContent)).toEqual(['Profile', 'Profile Settings', 'Dark mode', 'Sign Out']);
  });

  it('switches to dark and back', async () => {
    await openApp('/client/messages', aClient());
    fireEvent.click(await screen.findByRole('button', { name: 'Your menu' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Dark mode' }));
    expect(document.documentElement.dataset.mantineColorScheme).toBe('dark');
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Light mode' }));
    expect(document.documentElement.dataset.mantineColorScheme).toBe('light');
  });

  it('for phones holds everything that the bar does', async () => {
    await openApp(`/coach/${COACH_ID}/calendar`, aCoach());
    fireEvent.click(await screen.findByRole('button', { name: 'Open menu' }));
    const menu = await screen.findByRole('navigation', { name: 'Menu' });
    expect(labels(menu)).toEqual([
      'Dashboard',
      'Clients',
      'Pipeline',
      'Calendar',
      'Messages',
      'Programs',
      'Nutrition',
      'Money',
      'Business MetricsPlus+',
      'Performance MetricsPlus+',
      'Reports',
      'EngagementPro',
      'FlowsPlus+',
      'AssistantPro',
      'Settings',
      'Profile',
    ]);
    fireEvent.click(within(menu).getByRole('link', { name: 'Messages' }));
    await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Menu' })).toBeNull());
  });

  it('of an operator on a phone has Your Profile', () => {
    const items = menuSections('operator', anOperator(), NOW).flatMap((section) => section.items);
    expect(items.at(-1)).toEqual({ label: 'Your Profile', to: '/operator/profile' });
  });
});

it('a page below another belongs to it, and one that only begins alike does not', () => {
  const clients = { label: 'Clients', to: '/coach/1/clients', alsoBelow: '/coach/1/client' };
  expect(isCurrent(clients, '/coach/1/clients')).toBe(true);
  expect(isCurrent(clients, '/coach/1/client/2/edit')).toBe(true);
  expect(isCurrent(clients, '/coach/1/client-onboarding')).toBe(false);
  expect(isCurrent({ label: 'Messages', to: '/client/messages' }, '/client/messages/3')).toBe(true);
});

describe('signing out', () => {
  it.each([
    ['', 200],
    [', even when the server knows no session', 401],
    [', even when the server fails', 500],
  ])('leads to the landing page and forgets%s', async (_, status) => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    server.on('POST /auth/v1/sign-out', () => json({}, status));
    const app = await openApp('/client/messages', aClient());
    fireEvent.click(await screen.findByRole('button', { name: 'Your menu' }));
    server.on('GET /rest/v1/session', null);
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Sign Out' }));
    await screen.findByRole('heading', { name: 'Transform Your Coaching Business' });
    expect(app.path()).toBe('/landing');
    expect(window.localStorage.getItem('clientProfile')).toBeNull();
    expect(labels(await bar())).toContain('Log In');
  });
});

it('the progress bar shows for 500 ms after every change of path', async () => {
  const app = await openApp('/pricing', null);
  await screen.findByRole('heading', { level: 1 });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await act(() => app.go('/contact'));
  expect(screen.getByTestId('navigation-progress')).toBeDefined();
  await act(() => vi.advanceTimersByTimeAsync(520));
  expect(screen.queryByTestId('navigation-progress')).toBeNull();
});

describe('a gated page', () => {
  it.each([
    [`/coach/${COACH_ID}/business-metrics`, 'base', 'Advanced AI', 'Coach Base', 'Coach Plus'],
    [`/coach/${COACH_ID}/performance-metrics`, 'base', 'Advanced AI', 'Coach Base', 'Coach Plus'],
    [`/coach/${COACH_ID}/engagement`, 'plus', 'Retention tracking', 'Coach Plus', 'Coach Pro'],
  ] as const)('%s on %s names feature, plan and required plan', async (path, plan, feature, current, required) => {
    await openApp(path, withPlan(plan));
    await screen.findByRole('heading', { name: 'Feature Upgrade Required' });
    const main = screen.getByRole('main');
    for (const text of [new RegExp(feature), current, required]) expect(within(main).getByText(text)).toBeDefined();
    expect(within(main).getByRole('link', { name: /plans/i }).getAttribute('href')).toBe('/pricing');
  });

  it('asks a past-due coach for the payment instead of an upgrade', async () => {
    const session = withPlan('plus');
    await openApp(`/coach/${COACH_ID}/business-metrics`, {
      ...session,
      plan: { ...session.plan, subscription_status: 'past_due', grace_until: '2026-01-01T00:00:00Z' },
    });
    await screen.findByRole('heading', { name: 'Payment required' });
    const main = within(screen.getByRole('main'));
    expect(main.getByText(/^Your last payment for Coach Plus failed/)).toBeDefined();
    expect(main.getByRole('link', { name: 'Update card' }).getAttribute('href')).toBe('/billing');
    expect(main.queryByText(/upgrade/i)).toBeNull();
  });

  it('is open on the plan that has its feature', async () => {
    server.on('GET /rest/v1/engagement', {
      today: '2026-03-02',
      model: { state: 'prior', clients: 0 },
      clients: [],
    });
    await openApp(`/coach/${COACH_ID}/engagement`, withPlan('pro'));
    await screen.findByText('Your clients will appear here');
    expect(screen.queryByText('Feature Upgrade Required')).toBeNull();
  });
});
