import type { CalendarConnection } from '@stridewell/contract/integrations/integrations.calendars';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import Toaster from '../../ui/toaster.tsx';
import { ConnectedCalendarsCard } from './connected-calendars-card.tsx';
import type { SignInAnswer } from './integrations.queries.ts';

const leaveFor = vi.hoisted(() => vi.fn());
vi.mock('../../lib/leave-for.ts', () => ({ leaveFor }));
beforeEach(() => leaveFor.mockClear());

const ADDRESS = '/rest/v1/calendar_connections';
const ID = '01990000-0000-7000-8000-00000000beef';
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

const aConnection = (changes: Partial<CalendarConnection> = {}): CalendarConnection => ({
  id: ID,
  kind: 'feed',
  name: 'Family',
  host: 'calendar.example.com',
  since: hoursAgo(50),
  readAt: hoursAgo(2),
  failing: null,
  bufferBefore: 0,
  bufferAfter: 10,
  calendars: [{ id: ID, name: 'Family', blocks: true }],
  adding: 'no',
  sessions: null,
  ...changes,
});

type Opened = { providers?: string[]; most?: number; answer?: SignInAnswer };

/** Opens the card over a server that keeps the connections. */
function open(stored: CalendarConnection[] = [], { providers = [], most = 1, answer }: Opened = {}) {
  let connections = stored;
  const changeTo = (connection: CalendarConnection) => {
    connections = [connection];
    return json({ connection });
  };
  server.on(`GET ${ADDRESS}`, () => json({ connections, most, providers }));
  server.on(`POST ${ADDRESS}/feeds`, async (request: Request) => {
    const { id, name } = await request.json();
    return changeTo(aConnection({ id, name, calendars: [{ id, name, blocks: true }] }));
  });
  server.on(`DELETE ${ADDRESS}/${ID}`, () => {
    connections = [];
    return json({ id: ID, remaining: 0 });
  });
  show(<ConnectedCalendarsCard coachId={COACH_ID} timeZone="UTC" answer={answer ?? null} />);
  return { changeTo };
}
const button = (name: string) => screen.findByRole('button', { name });
const dialog = async () => within(await screen.findByRole('dialog'));

it('connects a calendar by its address, and says why one cannot be read', async () => {
  open();
  fireEvent.click(await button('Connect by address'));
  const form = await dialog();
  fireEvent.change(await form.findByLabelText('Name'), { target: { value: 'Family' } });
  fireEvent.change(form.getByLabelText('Address'), { target: { value: 'webcal://example.com/family.ics' } });
  const sent: { url: string }[] = [];
  server.on(`POST ${ADDRESS}/feeds`, async (request: Request) => {
    sent.push(await request.json());
    return sent.length === 1
      ? json({ code: 'CALENDAR_UNREADABLE', message: 'The calendar is larger than 5 MB.', defined: true }, 422)
      : json({ connection: aConnection() });
  });
  fireEvent.click(form.getByRole('button', { name: 'Connect calendar' }));
  expect(await form.findByText('The calendar is larger than 5 MB.')).toBeDefined();
  fireEvent.click(form.getByRole('button', { name: 'Connect calendar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent.map(({ url }) => url)).toEqual(Array(2).fill('https://example.com/family.ics'));
});

it('says when it was last read, since when it fails and why, and reads it again', async () => {
  open([aConnection({ failing: { since: hoursAgo(1), problem: 'unreachable' } })]);
  expect(await screen.findByText('calendar.example.com, last read 2 hours ago')).toBeDefined();
  expect(screen.getByText('Not read since 1 hour ago')).toBeDefined();
  expect(screen.getByText(/^The calendar’s server did not answer\./)).toBeDefined();
  expect(screen.getByText('Your plan includes 1 connected calendar.')).toBeDefined();
  server.on(`POST ${ADDRESS}/${ID}/read`, () => {
    server.on(`GET ${ADDRESS}`, { connections: [aConnection({ readAt: hoursAgo(0) })], most: 1, providers: [] });
    return json({ connection: aConnection({ readAt: hoursAgo(0) }) });
  });
  fireEvent.click(await button('Read Family now'));
  expect(await screen.findByText('calendar.example.com, last read just now')).toBeDefined();
  expect(screen.queryByText(/^Not read since/)).toBeNull();
});

it('changes its buffers and whether it blocks, and disconnects it', async () => {
  const { changeTo } = open([aConnection()]);
  const sent: object[] = [];
  server.on(`PATCH ${ADDRESS}/${ID}`, async (request: Request) => {
    sent.push(await request.json());
    return changeTo(aConnection({ calendars: [{ id: ID, name: 'Family', blocks: false }] }));
  });
  fireEvent.click(await button('Settings of Family'));
  const form = await dialog();
  fireEvent.change(await form.findByLabelText('Free before events'), { target: { value: '15' } });
  fireEvent.click(form.getByRole('checkbox', { name: 'Family' }));
  fireEvent.click(form.getByRole('button', { name: 'Save settings' }));
  expect(await screen.findByText('calendar.example.com, does not block bookings')).toBeDefined();
  expect(sent).toMatchObject([{ name: 'Family', bufferBefore: 15, bufferAfter: 10, blocking: [] }]);
  expect(screen.queryByRole('button', { name: 'Read Family now' })).toBeNull();

  fireEvent.click(await button('Disconnect Family'));
  fireEvent.click((await dialog()).getByRole('button', { name: 'Disconnect calendar' }));
  await waitFor(() => expect(screen.queryByText('calendar.example.com', { exact: false })).toBeNull());
});

it('connects an account with several calendars, of which single ones block', async () => {
  const calendars = ['Work', 'Holidays'].map((name, index) => ({
    id: ID.replace(/.$/, String(index)),
    name,
    blocks: true,
  }));
  const { changeTo } = open();
  const sent: object[] = [];
  server.on(`POST ${ADDRESS}/caldav`, async (request: Request) => {
    sent.push(await request.json());
    return changeTo(aConnection({ kind: 'caldav', name: 'iCloud', calendars }));
  });
  server.on(`PATCH ${ADDRESS}/${ID}`, async (request: Request) => {
    sent.push(await request.json());
    return changeTo(aConnection({ kind: 'caldav', name: 'iCloud', calendars }));
  });
  fireEvent.click(await button('Connect CalDAV account'));
  const form = await dialog();
  const fields = { Name: 'iCloud', Server: 'caldav.icloud.com', 'User name': 'maya', 'App password': 'abcd-efgh' };
  for (const [label, value] of Object.entries(fields)) {
    fireEvent.change(await form.findByLabelText(label), { target: { value } });
  }
  fireEvent.click(form.getByRole('button', { name: 'Connect account' }));
  fireEvent.click(await button('Settings of iCloud'));
  fireEvent.click(await (await dialog()).findByRole('checkbox', { name: 'Holidays' }));
  fireEvent.click((await dialog()).getByRole('button', { name: 'Save settings' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent).toMatchObject([
    { name: 'iCloud', server: 'https://caldav.icloud.com', user: 'maya', password: 'abcd-efgh' },
    { blocking: [calendars[0]?.id] },
  ]);
});

it('leaves for a provider that is set up, and says which are not', async () => {
  open([], { providers: ['google'] });
  const sent: object[] = [];
  server.on(`POST ${ADDRESS}/sign_ins`, async (request: Request) => {
    sent.push(await request.json());
    return sent.length === 1
      ? json({ code: 'RATE_LIMITED', message: 'Too many attempts.' }, 429)
      : json({ url: 'https://x' });
  });
  expect(await screen.findByText(/^Signing in with Outlook \/ Microsoft 365 is not set up here\./)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Connect Outlook / Microsoft 365' })).toBeNull();
  fireEvent.click(await button('Connect Google Calendar'));
  expect(await screen.findByRole('alert')).toBeDefined();
  fireEvent.click(await button('Connect Google Calendar'));
  await waitFor(() => expect(leaveFor).toHaveBeenCalledWith('https://x'));
  expect(sent).toEqual(Array(2).fill(expect.objectContaining({ kind: 'google', connectionId: null })));
});

it('reconnects an account that no longer lets its calendars be read', async () => {
  const lost = { since: hoursAgo(1), problem: 'sign_in_again' } as const;
  open([aConnection({ kind: 'microsoft', failing: lost })], { providers: ['google', 'microsoft'] });
  expect(await screen.findByText(/^This account no longer lets us read its calendars\./)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Read Family now' })).toBeNull();
  expect(screen.queryByText(/We try again/)).toBeNull();
  const sent: object[] = [];
  server.on(`POST ${ADDRESS}/sign_ins`, async (request: Request) => {
    sent.push(await request.json());
    return json({ url: 'https://x' });
  });
  fireEvent.click(await button('Sign in again for Family'));
  await waitFor(() => expect(leaveFor).toHaveBeenCalledWith('https://x'));
  expect(sent).toMatchObject([{ kind: 'microsoft', connectionId: ID }]);
});

it('finishes a sign-in once, and says why one failed', async () => {
  const sent: object[] = [];
  const answers = [
    { connection: aConnection({ kind: 'google' }), reconnected: false },
    { connection: null, reconnected: false },
  ];
  const reading = Promise.withResolvers<void>();
  server.on(`POST ${ADDRESS}/sign_ins/finish`, async (request: Request) => {
    sent.push(await request.json());
    await reading.promise;
    const connected = answers[sent.length - 1];
    return connected
      ? json(connected)
      : json({ code: 'SIGN_IN_EXPIRED', message: 'This sign-in took too long.', defined: true }, 409);
  });
  const answer = { kind: 'google', state: 'state', code: 'code' } as const;
  open([], { answer });
  expect(await screen.findByText('Reading your calendars…')).toBeDefined();
  reading.resolve();
  await waitFor(() => expect(screen.queryByText('Reading your calendars…')).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
  open([], { answer: { ...answer, code: null } });
  expect(await screen.findByText(/^We did not get access to your calendars/)).toBeDefined();
  open([], { answer });
  expect(await screen.findByText('This sign-in took too long.')).toBeDefined();
  expect(sent).toMatchObject([answer, { ...answer, code: null }, answer]);
});

it('adds sessions to a calendar of an account, says how many are there, and what remains after disconnecting', async () => {
  const calendars = [{ id: ID, name: 'Work', blocks: false }];
  const account = aConnection({ kind: 'caldav', adding: 'yes', name: 'iCloud', calendars });
  const sessions = {
    calendarId: ID,
    showsNames: true,
    makesMeetings: false,
    count: 12,
    removing: 0,
    writtenAt: null,
    failing: null,
  };
  const { changeTo } = open([account]);
  const sent: object[] = [];
  server.on(`PATCH ${ADDRESS}/${ID}`, async (request: Request) => {
    sent.push(await request.json());
    return changeTo({ ...account, sessions });
  });
  fireEvent.click(await button('Settings of iCloud'));
  fireEvent.click(await (await dialog()).findByRole('combobox', { name: 'Add my sessions to' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Work' }));
  fireEvent.click(await (await dialog()).findByRole('switch', { name: /^Show clients’ full names/ }));
  fireEvent.click((await dialog()).getByRole('button', { name: 'Save settings' }));
  expect(await screen.findByText('Your sessions are added to Work (12 there)')).toBeDefined();
  expect(sent).toMatchObject([{ sessionCalendarId: ID, showsNames: true }]);

  server.on(`DELETE ${ADDRESS}/${ID}`, { id: ID, remaining: 3 });
  fireEvent.click(await button('Disconnect iCloud'));
  expect((await dialog()).getByText(/Your upcoming sessions are removed from it\.$/)).toBeDefined();
  show(<Toaster />);
  fireEvent.click((await dialog()).getByRole('button', { name: 'Disconnect calendar' }));
  expect(await screen.findByText(/^Delete 3 upcoming sessions in iCloud yourself\./)).toBeDefined();
});

it('says why sessions are not updated, and which are still to be removed', async () => {
  const failing = { since: hoursAgo(2), problem: 'read_only' } as const;
  const sessions = {
    calendarId: null,
    showsNames: false,
    makesMeetings: false,
    count: 0,
    removing: 4,
    writtenAt: null,
    failing,
  };
  open([aConnection({ kind: 'caldav', sessions })]);
  expect(await screen.findByText('4 upcoming sessions still to be removed')).toBeDefined();
  expect(screen.getByText('Sessions not updated since 2 hours ago')).toBeDefined();
  expect(screen.getByText(/^The server does not allow changes to this calendar\./)).toBeDefined();
});

it('signs in again to add sessions, from the settings and where the permission is gone', async () => {
  const sent: object[] = [];
  server.on(`POST ${ADDRESS}/sign_ins`, async (request: Request) => {
    sent.push(await request.json());
    return sent.length === 1
      ? json({ code: 'RATE_LIMITED', message: 'Too many attempts.' }, 429)
      : json({ url: 'https://x' });
  });
  const { changeTo } = open([aConnection({ kind: 'google', adding: 'sign_in' })], { providers: ['google'] });
  fireEvent.click(await button('Settings of Family'));
  const form = await dialog();
  expect(form.queryByRole('combobox', { name: 'Add my sessions to' })).toBeNull();
  const signIn = await form.findByRole('button', { name: 'Sign in again to allow adding sessions' });
  fireEvent.click(signIn);
  expect(await form.findByRole('alert')).toBeDefined();
  fireEvent.click(signIn);
  await waitFor(() => expect(leaveFor).toHaveBeenCalledTimes(1));
  server.on(`PATCH ${ADDRESS}/${ID}`, async (request: Request) => {
    sent.push(await request.json());
    const failing = { since: hoursAgo(1), problem: 'sign_in_to_add' } as const;
    const sessions = {
      calendarId: ID,
      showsNames: false,
      makesMeetings: false,
      count: 2,
      removing: 0,
      writtenAt: null,
      failing,
    };
    return changeTo(aConnection({ kind: 'google', adding: 'sign_in', sessions }));
  });
  fireEvent.click(form.getByRole('button', { name: 'Save settings' }));
  expect(await screen.findByText(/^This account does not let us add events\./)).toBeDefined();
  fireEvent.click(await button('Sign in again for Family'));
  await waitFor(() => expect(leaveFor).toHaveBeenCalledTimes(2));
  expect(sent[2]).not.toHaveProperty('sessionCalendarId');
  expect([sent[0], sent[1], sent[3]]).toEqual(
    Array(3).fill(expect.objectContaining({ kind: 'google', connectionId: ID, toWrite: true })),
  );
});

it('lets Google make the meetings of sessions', async () => {
  const calendars = [{ id: ID, name: 'Work', blocks: false }];
  const { changeTo } = open([aConnection({ kind: 'google', adding: 'yes', name: 'Google', calendars })]);
  const sent: object[] = [];
  server.on(`PATCH ${ADDRESS}/${ID}`, async (request: Request) => {
    sent.push(await request.json());
    return changeTo(aConnection({ kind: 'google', adding: 'yes', calendars }));
  });
  fireEvent.click(await button('Settings of Google'));
  const form = await dialog();
  const choice = await form.findByRole('combobox', { name: 'Add my sessions to' });
  expect(form.queryByRole('switch', { name: /^Make Google Meet links/ })).toBeNull();
  fireEvent.click(choice);
  fireEvent.click(await screen.findByRole('option', { name: 'Work' }));
  fireEvent.click(await form.findByRole('switch', { name: /^Make Google Meet links/ }));
  fireEvent.click(form.getByRole('button', { name: 'Save settings' }));
  await waitFor(() => expect(sent).toMatchObject([{ sessionCalendarId: ID, makesMeetings: true }]));
});
