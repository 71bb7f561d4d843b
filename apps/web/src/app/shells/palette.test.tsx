import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { openApp } from '../../../test/open-app.tsx';
import { aClient, aCoach, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { recentKey } from '../../device/keys.ts';
import { matchesQuery, nameIn, paletteGroups } from './palette-entries.ts';

const CLIENTS = 'GET /rest/v1/client_coach_relationships';
const NINA = { clientId: '0190a5a0-0000-7000-8000-300000000001', fullName: 'Nina Park' };
const ZOE = { clientId: '0190a5a0-0000-7000-8000-300000000002', fullName: 'Zoë van Dijk' };

const found = (...clients: (typeof NINA)[]) => ({
  clients: clients.map((client) => ({
    ...client,
    email: 'x@example.com',
    status: 'active',
    readOnly: false,
    onboardingCompleted: true,
    goal: null,
    clientSince: '2026-01-01',
    lastCheckInDay: null,
    lastWeightKg: null,
    adherence: null,
    workouts: { done: 0, due: 0 },
    checkInState: null,
    missedCheckIns: 0,
    adherenceFalling: false,
    accepted: true,
    invitationExpiresAt: null,
  })),
  nextCursor: null,
  seats: { used: 2, cap: 5 },
});

describe('a query', () => {
  it.each([
    ['message to nina', 'nina'],
    ['Log check-in for zoe', 'zoe'],
    ['check in nina', 'nina'],
    ['messages', 'messages'],
    ['  open  ', 'open'],
    ['Messager Park', 'Messager Park'],
  ])('%j is about %j', (query, name) => expect(nameIn(query)).toBe(name));

  it('is found by the beginnings of words, without accents', () => {
    expect(matchesQuery('Zoë van Dijk', 'zoe di')).toBe(true);
    expect(matchesQuery('Log check-in for Zoë', 'check-in z')).toBe(true);
    expect(matchesQuery('Zoë van Dijk', 'oe')).toBe(false);
  });

  it('with a verb puts what was asked for first', () => {
    const groups = paletteGroups(aCoach(), 'message ni', {
      found: [NINA, ZOE],
      recent: [],
      isDark: false,
      addresses: [],
    });
    expect(groups[0]).toMatchObject({ label: 'Best match', entries: [{ label: 'Start message to Nina Park' }] });
    const ids = groups.flatMap(({ entries }) => entries.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('commands', () => {
  const labels = (query: string, recent: (typeof NINA)[] = [], addresses: string[] = []) =>
    paletteGroups(aCoach(), query, { found: query ? [] : recent, recent, isDark: false, addresses })
      .filter(({ label }) => label !== 'Recently opened')
      .flatMap(({ entries }) => entries.map(({ label }) => label));

  it.each([
    ['invite', 'Add client'],
    ['logout', 'Sign out'],
    ['log out', 'Sign out'],
    ['appointment', 'New session'],
    ['questionnaire', 'New form'],
    ['checkin', 'Review check-ins'],
    ['chat', 'Send group message'],
    ['theme', 'Dark mode'],
    ['password', 'Settings: Account'],
    ['invoices', 'Invoices'],
    ['card', 'Billing'],
  ])('are found by other words: %j', (query, label) => expect(labels(query)[0]).toBe(label));

  it('stand in the order of their labels, and other words after them', () => {
    expect(labels('log')).toEqual(['Log check-in', 'Sign out']);
    expect(labels('new')).toEqual(['New session', 'New form', 'Add client']);
  });

  it('offer a note for the clients opened lately', () => {
    expect(labels('note', [NINA])).toContain('New note for Nina Park');
    expect(nameIn('new note for nina')).toBe('nina');
  });

  it('include each page of a coach that no list names, after its address', () => {
    const addresses = ['client-tags', 'expenses', 'check-ins', 'programs/$programId'].map(
      (page) => `/coach/$coachId/${page}`,
    );
    const found = labels('', [], ['/operator/jobs', ...addresses]);
    expect(found.filter((label) => !labels('').includes(label))).toEqual(['Client tags']);
    expect(labels('tags', [], addresses)).toEqual(['Client tags']);
  });
});

describe('the palette', () => {
  beforeEach(() => {
    for (const part of ['', '/overview', '/timeline', '/record']) {
      server.refuse(`GET /rest/v1/clients/${NINA.clientId}${part}`, 404, 'NOT_FOUND', 'We could not find that.');
    }
    server.on(CLIENTS, (request) =>
      json(new URL(request.url).searchParams.get('q')?.startsWith('ni') ? found(NINA) : found()),
    );
  });
  const field = () => screen.findByRole('combobox', { name: 'Search clients, pages and commands' });
  const chosen = () => screen.getAllByRole('option').find((option) => option.getAttribute('aria-selected') === 'true');

  it('opens by keyboard, finds a client on the server, names what is chosen, and goes there', async () => {
    const app = await openApp('/settings', aCoach());
    await screen.findAllByRole('button', { name: 'Search' });
    fireEvent.keyDown(document.documentElement, { key: 'k', code: 'KeyK', ctrlKey: true });
    const input = await field();
    fireEvent.change(input, { target: { value: 'ni' } });
    await screen.findByRole('option', { name: 'Nina Park' });
    await waitFor(() => expect(chosen()?.textContent).toBe('Nina Park'));
    expect(input.getAttribute('aria-activedescendant')).toBe(chosen()?.id);
    fireEvent.keyDown(input, { key: 'ArrowDown' });
    expect(chosen()?.textContent).toBe('Start message to Nina Park');
    fireEvent.keyDown(input, { key: 'ArrowUp' });
    fireEvent.keyDown(input, { key: 'Enter' });
    await waitFor(() => expect(app.path()).toBe(`/coach/${COACH_ID}/client/${NINA.clientId}`));
  });

  it('keeps every letter typed before it is loaded', async () => {
    const app = await openApp('/settings', aCoach());
    await screen.findAllByRole('button', { name: 'Search' });
    fireEvent.keyDown(document.documentElement, { key: 'k', code: 'KeyK', ctrlKey: true });
    expect(screen.queryByRole('combobox')).toBeNull();
    for (const key of ['x', 'Backspace', 'n', 'i', 'Enter']) fireEvent.keyDown(document.body, { key });
    expect(await field()).toHaveProperty('value', 'ni');
    expect(await screen.findByRole('option', { name: 'Nina Park' })).toBeDefined();
    expect(app.path()).toBe('/settings');
  });

  it('starts empty when it opens again', async () => {
    await openApp('/settings', aCoach());
    const button = (await screen.findAllByRole('button', { name: 'Search' }))[0] as HTMLElement;
    fireEvent.click(button);
    fireEvent.change(await field(), { target: { value: 'bill' } });
    fireEvent.keyDown(document.documentElement, { key: 'k', code: 'KeyK', ctrlKey: true });
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
    fireEvent.click(button);
    expect(await field()).toHaveProperty('value', '');
  });

  const run = async (typed: string, label: string) => {
    fireEvent.click((await screen.findAllByRole('button', { name: 'Search' }))[0] as HTMLElement);
    fireEvent.change(await field(), { target: { value: typed } });
    fireEvent.click(await screen.findByRole('option', { name: label }));
  };

  it('opens the form of a new session', async () => {
    server.on('POST /rest/v1/calendar/conflicts', { sessions: [], count: 0, busy: [] });
    const app = await openApp('/settings', aCoach());
    await run('appointment', 'New session');
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(app.address()).toBe(`/coach/${COACH_ID}/calendar`));
  });

  it('changes the colours', async () => {
    await openApp('/settings', aCoach());
    await run('dark', 'Dark mode');
    expect(document.documentElement.dataset.mantineColorScheme).toBe('dark');
  });

  it('signs out', async () => {
    const app = await openApp('/settings', aCoach());
    server.on('POST /auth/v1/sign-out', {});
    await run('logout', 'Sign out');
    await waitFor(() => expect(app.path()).toBe('/landing'));
  });

  it('adds a client', async () => {
    await openApp('/settings', aCoach());
    fireEvent.click((await screen.findAllByRole('button', { name: 'Search' }))[0] as HTMLElement);
    fireEvent.change(await field(), { target: { value: 'add' } });
    fireEvent.click(await screen.findByRole('option', { name: 'Add client' }));
    expect(await screen.findByRole('dialog', { name: 'Add client' })).toBeDefined();
  });

  it('lists recently opened clients first, and clears them with the session', async () => {
    window.localStorage.setItem(recentKey(COACH_ID), JSON.stringify([ZOE]));
    const app = await openApp('/settings', aCoach());
    fireEvent.click((await screen.findAllByRole('button', { name: 'Search' }))[0] as HTMLElement);
    await field();
    await waitFor(() => expect(chosen()?.textContent).toBe('Zoë van Dijk'));
    server.on('POST /auth/v1/sign-out', {});
    await app.sessionStore.signOut();
    expect(window.localStorage.getItem(recentKey(COACH_ID))).toBeNull();
  });

  it('ignores a stored list that it did not write', async () => {
    window.localStorage.setItem(recentKey(COACH_ID), '{"x":1}');
    await openApp('/settings', aCoach());
    fireEvent.click((await screen.findAllByRole('button', { name: 'Search' }))[0] as HTMLElement);
    await field();
    await waitFor(() => expect(chosen()?.textContent).toBe('Add client'));
  });

  it('is not for clients', async () => {
    server.on('GET /rest/v1/notification_preferences', { choices: [] });
    await openApp('/notifications?view=preferences', aClient());
    await screen.findByRole('button', { name: 'Your menu' });
    expect(screen.queryByRole('button', { name: 'Search' })).toBeNull();
    fireEvent.keyDown(document.documentElement, { key: 'k', code: 'KeyK', ctrlKey: true });
    expect(screen.queryByRole('combobox')).toBeNull();
  });
});
