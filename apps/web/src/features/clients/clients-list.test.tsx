import type { ClientSummary } from '@stridewell/contract/clients/clients';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { mountClients } from '../../../test/mount-clients.tsx';
import { COACH_ID } from '../../../test/people.ts';
import { onPhone } from '../../../test/phone.ts';
import { json, server } from '../../../test/server.ts';
import { readClientSearch } from './clients.search.ts';

const PATH = `/coach/${COACH_ID}/clients`;
const idOf = (index: number) => `0190a5a0-0000-7000-8000-2000000000${String(index).padStart(2, '0')}`;
const changeOf = (index: number) => `PATCH /rest/v1/client_coach_relationships/${idOf(index)}`;

const DONE = { state: 'done', dueDay: '2026-03-02', nextDay: '2026-03-09', missed: 0 } as const;

const aClient = (index: number, changes: Partial<ClientSummary> = {}): ClientSummary => ({
  clientId: idOf(index),
  fullName: `Client ${index}`,
  email: `client${index}@example.com`,
  status: 'active',
  readOnly: false,
  onboardingCompleted: true,
  goal: null,
  clientSince: '2026-01-05',
  lastCheckInDay: null,
  lastContactDay: null,
  weight: null,
  planFollowed: null,
  workouts: { done: 0, due: 0 },
  checkIn: DONE,
  standing: 'on_track',
  accepted: true,
  invitationExpiresAt: null,
  photoId: null,
  engagement: null,
  ...changes,
});

const pageOf = (clients: ClientSummary[], nextCursor: string | null = null, used = clients.length) => ({
  clients,
  nextCursor,
  seats: { used, cap: 5 },
});

const rows = () => screen.getAllByRole('row').slice(1);
async function choose(name: string, item: string) {
  fireEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  fireEvent.click(await screen.findByRole('menuitem', { name: item }));
}

describe('the address', () => {
  it.each([
    [{}, {}],
    [
      { q: ' nina ', status: 'paused', sort: 'newest' },
      { q: 'nina', status: 'paused', sort: 'newest' },
    ],
    [{ status: 'current', sort: 'name', q: '' }, {}],
    [{ status: 'everybody', sort: { a: 1 }, q: ['x'] }, {}],
    [{ q: 123 }, { q: '123' }],
    [
      { planStatus: 'none', engagement: 'Needs Attention' },
      { planStatus: 'none', engagement: 'Needs Attention' },
    ],
    [{ planStatus: 'all', engagement: ['Good'] }, {}],
    [
      { sort: 'workouts', order: 'asc' },
      { sort: 'workouts', order: 'asc' },
    ],
    [{ sort: 'workouts', order: 'desc' }, { sort: 'workouts' }],
    [{ sort: 'name', order: 'desc' }, { order: 'desc' }],
    [{ order: 'up' }, {}],
    [{ q: 'a\u0000b' }, { q: 'a b' }],
    [{ q: 'x'.repeat(500) }, { q: 'x'.repeat(120) }],
  ])('%j is read as %j', (search, read) => expect(readClientSearch(search)).toEqual(read));

  it('loads the list it describes, and follows the filters', async () => {
    const asked: string[] = [];
    const app = await mountClients((request) => {
      asked.push(new URL(request.url).search);
      return json(pageOf([aClient(1)]));
    }, `${PATH}?status=attention&sort=newest`);
    expect(asked[0]).toContain('status=attention');
    expect(asked[0]).toContain('sort=newest');
    expect((screen.getByLabelText('Needs attention') as HTMLInputElement).checked).toBe(true);
    expect(screen.getByRole('option', { name: 'Needs Attention' })).toBeDefined();
    fireEvent.click(screen.getByLabelText('Paused'));
    await waitFor(() => expect(app.address()).toBe(`${PATH}?status=paused&sort=newest`));
    fireEvent.change(screen.getByLabelText('Sort by'), { target: { value: 'name' } });
    await waitFor(() => expect(app.address()).toBe(`${PATH}?status=paused`));
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nina' } });
    await waitFor(() => expect(app.address()).toContain('q=nina'));
    await waitFor(() => expect(asked.at(-1)).toContain('q=nina'));
    expect(screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toBe(
      `/exports/${COACH_ID}/clients.csv?q=nina&status=paused`,
    );
  });
});

describe('the table', () => {
  it('sorts by its headings, the other way round on a second press', async () => {
    const asked: string[] = [];
    const app = await mountClients((request) => {
      asked.push(new URL(request.url).search);
      return json(pageOf([aClient(1)]));
    });
    const heading = (name: string) => screen.getByRole('columnheader', { name });
    expect(heading('Client').getAttribute('aria-sort')).toBe('ascending');
    const press = (name: string) => fireEvent.click(within(heading(name)).getByRole('button', { name }));
    press('Workouts done');
    await waitFor(() => expect(app.address()).toBe(`${PATH}?sort=workouts`));
    expect(heading('Workouts done').getAttribute('aria-sort')).toBe('descending');
    expect(heading('Client').getAttribute('aria-sort')).toBeNull();
    press('Workouts done');
    await waitFor(() => expect(app.address()).toBe(`${PATH}?sort=workouts&order=asc`));
    await waitFor(() => expect(asked.at(-1)).toContain('sort=workouts&order=asc'));
    press('Last check-in');
    await waitFor(() => expect(app.address()).toBe(`${PATH}?sort=last_check_in`));
  });

  it('shows one status, the weight change and what a coach does most', async () => {
    const fourWeeks = { changeKg: -1.2, kgPerWeek: -0.3 };
    const weight = { day: '2026-03-01', weightKg: 70.1, startKg: 73.7, changeKg: -3.6, fourWeeks, goal: null };
    const missed = { ...DONE, missed: 2 };
    await mountClients(
      pageOf([
        aClient(1, { weight, standing: 'missed', checkIn: missed }),
        aClient(2, { status: 'invited', accepted: false, checkIn: null, standing: null }),
      ]),
    );
    const [nina, invited] = (await screen.findAllByRole('row')).slice(1).map((row) => within(row));
    expect(nina?.getByText('2 check-ins missed')).toBeDefined();
    expect(nina?.getByRole('cell', { name: '−1.2 kg' })).toBeDefined();
    expect(nina?.getByRole('link', { name: 'Message Client 1' }).getAttribute('href')).toBe(
      `/coach/${COACH_ID}/messages/${idOf(1)}`,
    );
    expect(nina?.getByRole('link', { name: 'Log check-in for Client 1' }).getAttribute('href')).toBe(
      `/coach/${COACH_ID}/client/${idOf(1)}/check-in`,
    );
    expect(invited?.queryByRole('link', { name: /Message|Log/ })).toBeNull();
  });
});

describe('on a phone', () => {
  it('keeps the rarer filters behind a button, unless one is on', async () => {
    onPhone();
    const app = await mountClients(pageOf([aClient(1)]));
    expect(screen.queryByLabelText('Client Health Score')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Filters', expanded: false }));
    fireEvent.change(screen.getByLabelText('Client Health Score'), { target: { value: 'Good' } });
    await waitFor(() => expect(app.address()).toBe(`${PATH}?engagement=Good`));
    expect(screen.getByRole('link', { name: 'Export CSV' })).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Filters' }));
    expect(screen.getByLabelText('Client Health Score')).toBeDefined();
  });

  it('shows checkboxes on request', async () => {
    onPhone();
    await mountClients(pageOf([aClient(1)]));
    expect(screen.queryByRole('checkbox', { name: 'Select Client 1' })).toBeNull();
    fireEvent.click(await screen.findByRole('button', { name: 'Select' }));
    expect(screen.getByRole('checkbox', { name: 'Select Client 1' })).toBeDefined();
  });
});

it('loads the default list for an invalid address', async () => {
  const asked: string[] = [];
  await mountClients((request) => {
    asked.push(new URL(request.url).search);
    return json(pageOf([aClient(1)]));
  }, `${PATH}?status=everybody&sort=1&q[]=x`);
  await screen.findByRole('link', { name: 'Client 1' });
  expect(new Set(asked)).toEqual(new Set([`?coachId=${COACH_ID}`]));
});

describe('a long list', () => {
  it('adds the next page below the first one', async () => {
    await mountClients((request) =>
      new URL(request.url).searchParams.get('cursor') === 'client 2~x'
        ? json(pageOf([aClient(3)]))
        : json(pageOf([aClient(1), aClient(2)], 'client 2~x')),
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Load more' }));
    await screen.findByRole('link', { name: 'Client 3' });
    expect(rows()).toHaveLength(3);
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });

  it('shows an error for a failed next page, and keeps the list', async () => {
    await mountClients((request) =>
      new URL(request.url).searchParams.has('cursor')
        ? json({ code: 'INTERNAL_SERVER_ERROR', message: 'x' }, 500)
        : json(pageOf([aClient(1)], 'client 1~x')),
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Load more' }));
    expect((await screen.findByRole('alert')).textContent).toContain('The next clients could not be loaded');
    expect(rows()).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Load more' })).toBeTruthy();
  });
});

describe('an empty list', () => {
  it('offers to show all current clients', async () => {
    const app = await mountClients(pageOf([]), `${PATH}?q=zoe`);
    await screen.findByRole('heading', { name: 'No clients found for “zoe”' });
    fireEvent.click(screen.getByRole('button', { name: 'Show all current clients' }));
    await waitFor(() => expect(app.address()).toBe(PATH));
    await screen.findByRole('heading', { name: 'Your clients will appear here' });
    expect(screen.getByRole('searchbox')).toHaveProperty('value', '');
  });
});

describe('the menu of a client', () => {
  it.each([
    [{ status: 'invited', accepted: false }, ['Send invitation again', 'Withdraw invitation']],
    [{ status: 'active' }, ['Pause', 'Archive']],
    [{ status: 'paused' }, ['Resume', 'Archive']],
    [{ status: 'archived' }, ['Restore']],
    [{ status: 'archived', accepted: false }, ['Invite again']],
  ] as const)('for %j offers %j', async (changes, items) => {
    await mountClients(pageOf([aClient(1, changes)]));
    fireEvent.click(await screen.findByRole('button', { name: 'Actions for Client 1' }));
    const menu = within(await screen.findByRole('menu'));
    expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(items);
  });

  it('pauses at once, and reverts when the server refuses', async () => {
    let answer: (response: Response) => void = () => undefined;
    await mountClients(pageOf([aClient(1)]));
    server.on(changeOf(1), () => new Promise<Response>((resolve) => (answer = resolve)));
    await choose('Client 1', 'Pause');
    await waitFor(() => expect(rows()[0]?.textContent).toContain('Paused'));
    await act(async () => answer(json({ defined: true, code: 'STATUS_CHANGED', message: 'Look again.' }, 409)));
    await waitFor(() => expect(rows()[0]?.textContent).toContain('On track'));
    expect(await screen.findByText('Nothing was changed')).toBeTruthy();
  });

  it('archives only after it was confirmed, and undoes it', async () => {
    const sent: unknown[] = [];
    await mountClients(() => json(pageOf(sent.length === 1 ? [aClient(2)] : [aClient(1), aClient(2)])));
    server.on(changeOf(1), async (request) => {
      sent.push(await request.json());
      return json(aClient(1, { status: 'archived' }));
    });
    await choose('Client 1', 'Archive');
    const dialog = within(await screen.findByRole('dialog', { name: 'Archive Client 1?' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Keep client' }));
    expect(sent).toEqual([]);
    await choose('Client 1', 'Archive');
    fireEvent.click(await screen.findByRole('button', { name: 'Archive client' }));
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(screen.getByText('1 of 5 clients in your plan')).toBeTruthy();
    // The next row has the focus.
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Actions for Client 2' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(sent).toEqual([
      { coachId: COACH_ID, status: 'archived' },
      { coachId: COACH_ID, status: 'active' },
    ]);
  });

  it('records why a client leaves with the archive, in one request', async () => {
    const sent: unknown[] = [];
    await mountClients(pageOf([aClient(1)]));
    server.onAny('PUT', /^\/rest\/v1\/clients\/[^/]+\/archive$/, async (request) => {
      sent.push(await request.json());
      return json(aClient(1, { status: 'archived' }));
    });
    await choose('Client 1', 'Archive');
    const dialog = within(await screen.findByRole('dialog', { name: 'Archive Client 1?' }));
    expect(dialog.queryByRole('textbox')).toBeNull();
    fireEvent.change(dialog.getByRole('combobox', { name: 'Why are they leaving? (optional)' }), {
      target: { value: 'price' },
    });
    fireEvent.change(dialog.getByRole('textbox', { name: 'Note (optional)' }), { target: { value: ' Too dear ' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Archive client' }));
    expect(await screen.findByText('Client archived')).toBeTruthy();
    expect(sent).toEqual([{ coachId: COACH_ID, reason: 'price', note: 'Too dear' }]);
  });

  it('says clearly that no seat is free', async () => {
    await mountClients(pageOf([aClient(1, { status: 'archived' })]), `${PATH}?status=archived`);
    server.refuse(changeOf(1), 409, 'SEATS_FULL', 'Your plan has no room for another client.', {
      plan: 'base',
      cap: 5,
    });
    await choose('Client 1', 'Restore');
    expect(await screen.findByText(/Your plan has no room for another client/)).toBeTruthy();
    expect(rows()).toHaveLength(1);
  });

  it('sends an invitation again', async () => {
    await mountClients(pageOf([aClient(1, { status: 'invited', accepted: false })]));
    server.on(`POST /rest/v1/clients/${idOf(1)}/invitation`, aClient(1, { status: 'invited', accepted: false }));
    await choose('Client 1', 'Send invitation again');
    expect(await screen.findByText('Invitation sent again')).toBeTruthy();
  });
});

describe('a client who declined', () => {
  const declined = aClient(1, { status: 'declined', accepted: false, checkIn: null, standing: null });

  it('is shown as declined, and can be invited again', async () => {
    await mountClients(pageOf([declined]), `${PATH}?status=invited`);
    expect(rows()[0]?.textContent).toContain('Declined');
    server.on(changeOf(1), { ...declined, status: 'invited' });
    await choose('Client 1', 'Invite again');
    expect(await screen.findByText('Client 1 gets an email with a new link to join you.')).toBeDefined();
  });

  it('is archived without a question, because nothing is lost', async () => {
    await mountClients(pageOf([declined]), `${PATH}?status=invited`);
    server.on(changeOf(1), { ...declined, status: 'archived' });
    await choose('Client 1', 'Archive');
    expect(await screen.findByText('Client 1 is under Archived. You can still invite them again.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });
});
