import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aBoard } from '../../test/leads.ts';
import { openApp } from '../../test/open-app.tsx';
import { aClient, aCoach, anOperator, CLIENT_ID, COACH_ID, OPERATOR_ID } from '../../test/people.ts';
import { json, server } from '../../test/server.ts';

const OTHER_ID = '0190a5a0-0000-7000-8000-0000000000ff';
type App = Awaited<ReturnType<typeof openApp>>;
const ends = (app: Pick<App, 'address'>, address: string) => waitFor(() => expect(app.address()).toBe(address));
/** Follows a link to `path` within the open app. Guards run as on a page load, in a tenth of its time. */
async function goes(app: App, path: string, address = path): Promise<void> {
  await act(() => app.go(path));
  expect(app.address(), path).toBe(address);
}

describe('without a session', () => {
  it('the pages of every role ask to sign in and keep where to come back to', async () => {
    const paths = [
      `/coach/${COACH_ID}/calendar`,
      '/client/profile',
      '/client/progress',
      '/client/unsent',
      '/operator/contacts',
      '/settings',
      '/notifications',
      '/client-onboarding',
      '/coach-onboarding',
      '/engagement-dashboard',
    ];
    const app = await openApp('/settings', null);
    await ends(app, '/auth?next=%2Fsettings');
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeDefined();
    for (const path of paths) await goes(app, path, `/auth?next=${encodeURIComponent(path)}`);
  });

  it('public pages are open', async () => {
    const app = await openApp('/landing', null);
    await screen.findByRole('heading', { level: 1 });
    for (const path of ['/pricing', '/contact', '/schedule-demo', '/terms-of-service', '/privacy-policy']) {
      const [title] = screen.getAllByRole('heading', { level: 1 });
      await goes(app, path);
      await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).not.toBe(title));
    }
  });

  it('the root shows the landing page', async () => {
    await openApp('/', null);
    expect(await screen.findByRole('heading', { name: 'Transform Your Coaching Business' })).toBeDefined();
  });

  it('the root says Loading... until it is known who is there', async () => {
    const answer = Promise.withResolvers<Response>();
    server.on('GET /rest/v1/session', () => answer.promise);
    await openApp('/', null);
    expect(await screen.findByText('Loading...')).toBeDefined();
    answer.resolve(json(null));
    expect(await screen.findByRole('heading', { name: 'Transform Your Coaching Business' })).toBeDefined();
  });
});

describe('an address that names a coach', () => {
  const CHOOSE = `POST /rest/v1/my_coach/${OTHER_ID}/choose`;
  const current = { coachId: COACH_ID, clientId: CLIENT_ID, coachName: 'Maya Okafor', status: 'active' } as const;
  const other = { coachId: OTHER_ID, clientId: OTHER_ID, coachName: 'Ana Silva', status: 'active' } as const;
  const ofTwo = aClient({ coachings: [current, other] });

  it('changes to that coach and removes the parameter from the address', async () => {
    server.on(CHOOSE, () => {
      server.on('GET /rest/v1/session', aClient({ client: { ...other, photoId: null }, coachings: [other, current] }));
      return json({ coachId: OTHER_ID });
    });
    await ends(
      await openApp(`/client/profile?section=units&coach=${OTHER_ID}`, ofTwo),
      '/client/profile?section=units',
    );
    expect(server.count(CHOOSE)).toBe(1);
  });

  it.each([
    ['is the current one', COACH_ID],
    ['is not their coach', OPERATOR_ID],
  ])('changes nothing when that coach %s', async (_, coachId) => {
    await ends(await openApp(`/client/profile?coach=${coachId}`, ofTwo), '/client/profile');
    expect(server.count(`POST /rest/v1/my_coach/${coachId}/choose`)).toBe(0);
  });

  it('changes nothing while the page is only made ready', async () => {
    await openApp('/client/profile', ofTwo);
    await screen.findByRole('heading', { name: 'Your profile' });
    // The instance of the open app: its session is loaded.
    const { requireClient } = await import('./guards.ts');
    const search = `?coach=${OTHER_ID}`;
    const location = { href: `/client/messages${search}`, pathname: '/client/messages', searchStr: search };
    expect(await requireClient({ location, preload: true })).toMatchObject({ client: { coachId: COACH_ID } });
    expect(server.count(CHOOSE)).toBe(0);
  });
});

describe('home', () => {
  it.each([
    ['an operator', anOperator(), '/operator-dashboard'],
    ['a coach who waits for approval', aCoach({ coach: { ...coachRecord(), status: 'pending' } }), '/auth'],
  ])('of %s', async (_, session, home) => {
    await ends(await openApp('/', session), home);
  });

  it('of a client and of a coach is their dashboard', async () => {
    server.on('GET /rest/v1/dashboards/client', null);
    await ends(await openApp('/', aClient()), '/client/dashboard');
  });
});

describe('the bar of a coach', () => {
  const named = async (name: string) => within(await screen.findByRole('banner')).findByText(name);

  it('shows the name and the icon of their brand in place of the product', async () => {
    const brand = { name: 'Peak Lab', logo: null, icon: '/brands/peak/tab.png' };
    await openApp('/notifications', aCoach({ coach: { ...coachRecord(), status: 'active', brand } }));
    expect(await named('Peak Lab')).toBeDefined();
    expect(screen.getByRole('banner').querySelector('img')?.getAttribute('src')).toBe(brand.icon);
    expect(within(screen.getByRole('banner')).queryByText('Stridewell')).toBeNull();
  });

  it('shows the product to a coach without a brand', async () => {
    await openApp('/notifications', aCoach());
    expect(await named('Stridewell')).toBeDefined();
  });
});

describe('roles', () => {
  it.each([
    [
      'a client',
      aClient(),
      [`/coach/${COACH_ID}/calendar`, '/operator/contacts', '/engagement-dashboard'],
      '/client/dashboard',
      '/client/profile',
    ],
    [
      'an operator',
      anOperator(),
      ['/client/profile', `/coach/${COACH_ID}/clients`],
      '/operator-dashboard',
      '/operator/profile',
    ],
  ])('%s on the page of another role goes home', async (_, session, [first = '', ...others], home, elsewhere) => {
    server.on('GET /rest/v1/dashboards/client', null);
    const app = await openApp(first, session);
    await ends(app, home);
    for (const path of others) {
      await goes(app, elsewhere);
      await goes(app, path, home);
    }
  });

  it('people of the company see the operator bar and a closed page', async () => {
    const meta = document.head.appendChild(document.createElement('meta'));
    Object.assign(meta, { name: 'operator-domain', content: 'company.example' });
    try {
      const client = aClient();
      const app = await openApp('/operator/profile', {
        ...client,
        user: { ...client.user, email: 'ann@company.example' },
      });
      expect(await screen.findByRole('heading', { name: 'Only operators can open this page' })).toBeDefined();
      expect(await screen.findByRole('link', { name: 'OP, your profile' })).toBeDefined();
      expect(app.path()).toBe('/operator/profile');
    } finally {
      meta.remove();
    }
  });

  it('an operator finds no page of one client', async () => {
    await openApp(`/coach/${COACH_ID}/client/${CLIENT_ID}/dashboard`, anOperator());
    expect(await screen.findByRole('heading', { name: 'There is no page at this address' })).toBeDefined();
  });

  it('a coach with the id of another one gets the same page under the own id', async () => {
    server.on(`GET /rest/v1/coaches/${OTHER_ID}`, { coachId: OTHER_ID });
    const app = await openApp(`/coach/${OTHER_ID}/calendar?view=week`, aCoach());
    await ends(app, `/coach/${COACH_ID}/calendar?view=week`);
  });

  it('an id that no coach has is not found', async () => {
    server.on(
      `GET /rest/v1/coaches/${OTHER_ID}`,
      { defined: true, code: 'NOT_FOUND', status: 404, message: 'No.' },
      404,
    );
    await openApp(`/coach/${OTHER_ID}/calendar`, aCoach());
    expect(await screen.findByRole('heading', { name: 'There is no page at this address' })).toBeDefined();
  });

  it('an operator sees the pseudo-coach dashboard and links to the operator pages', async () => {
    const app = await openApp(`/coach/${OPERATOR_ID}/dashboard`, anOperator());
    expect(await screen.findByRole('heading', { name: /welcome/i })).toBeDefined();
    expect(app.path()).toBe(`/coach/${OPERATOR_ID}/dashboard`);
  });

  it('a coach who is not active reads why, and is not sent in circles', async () => {
    const of = (status: string) => aCoach({ coach: { ...coachRecord(), status } });
    const app = await openApp(`/coach/${COACH_ID}/calendar`, of('pending'));
    expect(await screen.findByText('Your coach profile is awaiting administrator approval.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Sign Out' })).toBeDefined();
    expect(app.path()).toBe('/auth');
    for (const status of ['approved', 'inactive', 'rejected', 'suspended']) {
      server.on('GET /rest/v1/session', of(status));
      await act(() => app.sessionStore.apply('USER_UPDATED', false));
      await act(() => app.go(`/coach/${COACH_ID}/calendar`));
      expect(app.path(), status).toBe('/auth');
      expect(screen.getByText(/coach profile/), status).toBeDefined();
      expect(screen.queryByText(/awaiting/), status).toBeNull();
      expect(screen.getByRole('button', { name: 'Sign Out' })).toBeDefined();
    }
  });

  it('a coach without a coach record reads that as well', async () => {
    await openApp('/engagement-dashboard', aCoach({ coach: null }));
    expect(await screen.findByText(/not set up/)).toBeDefined();
  });
});

describe('at a coach’s domain', () => {
  const meta = Object.assign(document.createElement('meta'), { name: 'coach-domain', content: 'true' });
  beforeEach(() => document.head.append(meta));
  afterEach(() => meta.remove());

  /** Records the addresses that the app leaves to the server, instead of loading them. */
  async function recordLoads() {
    const { router } = await import('./router.ts');
    const loaded: unknown[] = [];
    const navigate = router.navigate;
    const spy = vi.spyOn(router, 'navigate').mockImplementation(async (to) => {
      if (!to.reloadDocument) return navigate(to);
      loaded.push(to.href);
    });
    return { loaded, restore: () => spy.mockRestore() };
  }

  it('pages of others are left to the server, and those of clients open', async () => {
    server.on('GET /rest/v1/dashboards/client', null);
    const app = await openApp('/terms-of-service', aClient());
    await screen.findByRole('heading', { level: 1 });
    const { loaded, restore } = await recordLoads();
    const others = ['/landing#prices', '/pricing', `/coach/${COACH_ID}/calendar?view=day`, '/operator-dashboard', '/x'];
    for (const path of others) {
      // Without an answer to wait for: the page is being replaced.
      void app.go(path);
      await waitFor(() => expect(loaded).toContain(path.replace(/#.*/, '')));
    }
    expect(loaded).toHaveLength(others.length);
    restore();
    await goes(app, '/client/dashboard');
    await goes(app, '/privacy-policy');
    // As the server does, which leads to the sign-in.
    await goes(app, '/', '/client/dashboard');
  });

  it('a client of another coach is left to the server, which leads to the product', async () => {
    const app = await openApp('/privacy-policy', aClient({ client: null, coachings: [] }));
    await screen.findByRole('heading', { level: 1 });
    const { loaded, restore } = await recordLoads();
    void app.go('/client/progress?tab=weight');
    await waitFor(() => expect(loaded).toEqual(['/client/progress?tab=weight']));
    restore();
  });

  it('nothing is loaded before a link is followed', async () => {
    await openApp('/terms-of-service', aClient());
    await screen.findByRole('heading', { level: 1 });
    const { router } = await import('./router.ts');
    const spy = vi.spyOn(router, 'navigate');
    await act(() => router.preloadRoute({ to: '/pricing' }));
    expect(spy).not.toHaveBeenCalled();
  });

  it('a visitor stays at the sign-in', async () => {
    const app = await openApp('/', null);
    await ends(app, '/auth');
    await screen.findByRole('button', { name: 'Sign In' });
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).not.toContain('/landing');
  });
});

describe('addresses', () => {
  it('without a page are not found', async () => {
    const notFound = { name: 'There is no page at this address' };
    const app = await openApp('/nowhere', aCoach());
    expect(await screen.findByRole('heading', notFound)).toBeDefined();
    for (const path of [
      '/coach/not-an-id/calendar',
      '/coach/default/dashboard',
      `/${COACH_ID}/nowhere`,
      '/a/check-in',
    ]) {
      await goes(app, '/settings');
      await waitFor(() => expect(screen.queryByRole('heading', notFound)).toBeNull());
      await goes(app, path);
      expect(await screen.findByRole('heading', notFound), path).toBeDefined();
    }
  });

  it('/operator leads to the dashboard', async () => {
    await ends(await openApp('/operator', anOperator()), '/operator-dashboard');
  });

  it('quick actions lead to the pages of the coach', async () => {
    server.on('GET /rest/v1/check_ins/due', { clients: [] });
    server.on('GET /rest/v1/broadcasts', { broadcasts: [], nextCursor: null });
    server.on('GET /rest/v1/broadcasts/clients', { clients: [] });
    server.on('GET /rest/v1/leads/board', aBoard());
    server.on('GET /rest/v1/planner', { model: null, spentMicros: 0, capMicros: 5_000_000 });
    const plan = { ...aCoach().plan, plan: 'plus' as const };
    const app = await openApp(`/${COACH_ID}/client-onboarding`, aCoach({ plan }));
    await ends(app, `/coach/${COACH_ID}/client-onboarding`);
    for (const page of ['ai-planner', 'check-in', 'notifications', 'pipeline'])
      await goes(app, `/${COACH_ID}/${page}`, `/coach/${COACH_ID}/${page}`);
  });

  it('Create Workout Plan leads to building by hand where the plan drafts no programs', async () => {
    server.on('GET /rest/v1/programs', { programs: [] });
    const app = await openApp(`/${COACH_ID}/ai-planner`, aCoach());
    await ends(app, `/coach/${COACH_ID}/programs?new=true`);
    expect(await screen.findByRole('dialog', { name: 'New program' })).toBeDefined();
    screen.getByRole('button', { name: 'Cancel' }).click();
    await ends(app, `/coach/${COACH_ID}/programs`);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

it('a server that fails is said to do so, instead of asking to sign in', async () => {
  // The router and the store log the same failure.
  const reports = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')];
  for (const report of reports) report.mockImplementation(() => undefined);
  server.on('GET /rest/v1/session', {}, 500);
  const app = await openApp('/settings', aCoach());
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined();
  // The person may be signed in.
  expect(screen.queryByRole('link', { name: 'Log In' })).toBeNull();
  expect(app.path()).toBe('/settings');
  server.on('GET /rest/v1/session', aCoach());
  screen.getByRole('button', { name: 'Try again' }).click();
  expect(await screen.findByRole('heading', { name: 'Settings' })).toBeDefined();
});

function coachRecord() {
  return {
    id: COACH_ID,
    statusReason: '',
    fullName: 'Maya Okafor',
    timeZone: 'America/New_York',
    currency: 'USD',
    prescribesNutrition: true,
    brand: null,
  };
}
