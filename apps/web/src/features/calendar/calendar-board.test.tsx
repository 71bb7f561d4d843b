import type { CalendarBusy, CalendarSession } from '@stridewell/contract/calendar/calendar';
import { NO_AVAILABILITY } from '@stridewell/contract/calendar/calendar.bookings.rules';
import { addDays, instantAtWallClock } from '@stridewell/contract/time';
import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { aCoach, CLIENT_ID, COACH_ID } from '../../../test/people.ts';
import { onPhone } from '../../../test/phone.ts';
import { json, server } from '../../../test/server.ts';
import type { CalendarSearch } from './calendar.search.ts';
import { CalendarPage } from './calendar-page.tsx';

const ZONE = 'America/New_York';
/** A Wednesday. */
const DAY = '2026-12-02';
const idOf = (index: number) => `0190a5a0-0000-7000-8000-2000000000${String(index).padStart(2, '0')}`;
const at = (hour: number, day = DAY) => instantAtWallClock(day, hour * 60, ZONE).toISOString();

const aSession = (index: number, changes: Partial<CalendarSession> = {}): CalendarSession => ({
  id: idOf(index),
  clientId: CLIENT_ID,
  clientName: `Client ${index}`,
  sessionDate: at(9 + index),
  sessionType: 'Strength',
  location: null,
  meetingUrl: null,
  ownMeetingUrl: null,
  status: 'scheduled',
  minutes: 60,
  bufferBefore: 0,
  bufferAfter: 0,
  notes: '',
  sessionTypeId: null,
  color: 'pine',
  seriesId: null,
  bookedBy: 'coach',
  cancelReason: null,
  version: 0,
  ...changes,
});

const hours = [{ weekday: 3, from: 540, to: 720 }];
function haveSessions(sessions: CalendarSession[], busy: CalendarBusy[] = []) {
  server.on('GET /rest/v1/calendar', {
    timeZone: ZONE,
    sessions,
    busy,
    types: [],
    zones: [],
    availability: { ...NO_AVAILABILITY, hours },
  });
}
const isShown = () => waitFor(() => expect(document.querySelector('[data-calendar-board]')).not.toBeNull());

function Calendar({ view }: { view: 'day' | 'week' | 'month' }) {
  const [search, setSearch] = useState<CalendarSearch>({ view, date: DAY });
  return <CalendarPage coachId={COACH_ID} timeZone={ZONE} search={search} onSearch={setSearch} />;
}

async function openBoard(view: 'day' | 'week' | 'month', ...sessions: CalendarSession[]) {
  haveSessions(sessions);
  await mount(<Calendar view={view} />);
  await isShown();
}

const event = async (index: number) => {
  const name = await screen.findByText(`Client ${index}`);
  return name.closest('button') ?? name;
};
/** Queries by role take long among hundreds of slots. */
const slotAt = (day: string, time: string) => {
  const slot = document.querySelector<HTMLElement>(`button[aria-label*="${day} ${time}"]`);
  if (!slot) throw new Error(`no slot at ${day} ${time}`);
  return slot;
};

/** Drags an event onto the slot of a day, where the pointer is at its upper edge. */
async function drop(index: number, day: string, time: string) {
  const dataTransfer = { types: ['application/json'], setData: () => undefined, effectAllowed: '', dropEffect: '' };
  const slot = slotAt(day, time);
  // Without a layout all slots lie at the same place, so the others get one below.
  for (const other of document.querySelectorAll('[data-drag-slot-index]')) {
    const isTarget = other === slot;
    other.getBoundingClientRect = () => new DOMRect(0, isTarget ? 0 : 1000, 100, isTarget ? 28 : 0);
  }
  fireEvent.dragStart(await event(index), { dataTransfer });
  for (const make of [createEvent.dragOver, createEvent.drop]) {
    // The DOM of the tests has no drag events, and so no pointer.
    fireEvent(slot, Object.assign(make(slot, { dataTransfer }), { clientY: 0 }));
  }
}

function takeMoves(session: CalendarSession) {
  const moves: unknown[] = [];
  server.on(`PATCH /rest/v1/calendar/sessions/${session.id}`, async (request) => {
    moves.push(await request.json());
    return json({ session: { ...session, version: 1 }, changed: 1 });
  });
  return moves;
}

describe('a dropped session', () => {
  it('is saved at once where it is free', async () => {
    const session = aSession(1);
    await openBoard('week', session);
    const moves = takeMoves(session);
    await drop(1, addDays(DAY, 1), '13:00');
    await waitFor(() =>
      expect(moves).toMatchObject([{ apply: 'this', change: { startsAt: at(13, addDays(DAY, 1)) } }]),
    );
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('asks before it overlaps another one', async () => {
    const [first, second] = [aSession(1), aSession(4)];
    await openBoard('week', first, second);
    const moves = takeMoves(first);
    server.on('POST /rest/v1/calendar/conflicts', { sessions: [second], count: 1, busy: [] });
    await drop(1, DAY, '13:30');
    const dialog = within(await screen.findByRole('dialog', { name: 'Move Client 1’s session?' }));
    expect(await dialog.findByText(/^Client 4, /)).toBeDefined();
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(moves).toEqual([]);

    await drop(1, DAY, '13:30');
    fireEvent.click(await screen.findByRole('button', { name: 'Move anyway' }));
    await waitFor(() => expect(moves).toMatchObject([{ change: { startsAt: at(13.5) } }]));
  });

  it('asks which ones of its series move', async () => {
    const session = aSession(1, { seriesId: idOf(90) });
    await openBoard('week', session);
    const moves = takeMoves(session);
    const checked: string[] = [];
    server.on('POST /rest/v1/calendar/conflicts', async (request) => {
      checked.push((await request.json()).apply);
      return json({ sessions: [], count: 0, busy: [] });
    });
    await drop(1, addDays(DAY, 1), '13:00');
    fireEvent.click(await screen.findByRole('radio', { name: 'This and following' }));
    await waitFor(() => expect(checked).toContain('following'));
    fireEvent.click(screen.getByRole('button', { name: 'Move session' }));
    await waitFor(() => expect(moves).toMatchObject([{ apply: 'following' }]));
  });
});

describe('the grid', () => {
  it('opens at the day and view of the address, and shades the hours that clients can book', async () => {
    haveSessions([]);
    await openApp(`/coach/${COACH_ID}/calendar?view=week&date=${DAY}`, aCoach());
    await isShown();
    expect(slotAt(DAY, '10:00')).toBeDefined();
    const shaded = document.querySelectorAll<HTMLElement>('[data-calendar-board] div[class*="hours"]');
    expect([...shaded].map(({ style: { top, height } }) => [top, height])).toEqual([['37.5%', '12.5%']]);
  });

  const busyFrom = (from: number, to: number): CalendarBusy => ({
    startsAt: at(from),
    endsAt: at(to),
    allDay: false,
    bufferBefore: 0,
    bufferAfter: 0,
  });

  it('shows the times of connected calendars as busy, joined and by day, with nothing to open there', async () => {
    haveSessions([aSession(1)], [busyFrom(10, 11), busyFrom(10, 10.5), busyFrom(11, 11.5), busyFrom(22, 26)]);
    await mount(<Calendar view="week" />);
    await isShown();
    const blocks = await screen.findAllByText('Busy');
    expect(blocks.map((block) => block.parentElement?.textContent)).toEqual([
      'BusyBusy, 10:00 AM to 11:30 AM',
      'BusyBusy, from 10:00 PM',
      'BusyBusy, until 2:00 AM',
    ]);
    expect(screen.queryByRole('button', { name: /Busy/ })).toBeNull();
  });

  it('asks before a session is moved to a busy time', async () => {
    const session = aSession(1);
    haveSessions([session], [busyFrom(14, 15)]);
    await mount(<Calendar view="week" />);
    await isShown();
    const moves = takeMoves(session);
    server.on('POST /rest/v1/calendar/conflicts', { sessions: [], count: 0, busy: [busyFrom(14, 15)] });
    await drop(1, DAY, '13:30');
    const dialog = within(await screen.findByRole('dialog', { name: 'Move Client 1’s session?' }));
    expect(await dialog.findByText('You are busy at this time')).toBeDefined();
    fireEvent.click(dialog.getByRole('button', { name: 'Move anyway' }));
    await waitFor(() => expect(moves).toHaveLength(1));
  });

  it('shows three days of a week on a phone', async () => {
    onPhone();
    await openBoard('week', aSession(1));
    expect(await screen.findByRole('heading', { name: 'Dec 2 to 4' })).toBeDefined();
    const days = [2, 3, 4, 5].map((day) => document.querySelectorAll(`button[aria-label*="2026-12-0${day} "]`).length);
    expect(days).toEqual([48, 48, 48, 0]);
    fireEvent.click(screen.getByRole('button', { name: 'Next three days' }));
    expect(await screen.findByRole('heading', { name: 'Dec 5 to 7' })).toBeDefined();
  });

  it('shows a month as days with dots on a phone, and the chosen day below', async () => {
    onPhone();
    await openBoard('month', aSession(1), aSession(2, { sessionDate: at(9, '2026-12-10') }));
    const row = (index: number) => screen.findByRole('button', { name: new RegExp(`Client ${index}`) });
    expect(await row(1)).toBeDefined();
    const other = screen.getByRole('button', { name: 'Thursday, December 10, 1 session' });
    fireEvent.click(other);
    expect(await row(2)).toBeDefined();
    expect(screen.queryByRole('button', { name: /Client 1/ })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Friday, December 11, 0 sessions' }));
    expect(await screen.findByText(/^No sessions /)).toBeDefined();
  });
});

const listed = (fullName: string, index: number) => ({ clientId: idOf(60 + index), fullName });
function haveClients(...names: string[]) {
  server.on('POST /rest/v1/calendar/conflicts', { sessions: [], count: 0, busy: [] });
  server.on('GET /rest/v1/client_coach_relationships', {
    clients: names.map(listed),
    nextCursor: null,
    total: names.length,
    seats: { used: 0, cap: 5 },
  });
}

describe('the form', () => {
  it('schedules a weekly session with six clicks from the calendar', async () => {
    let clicks = 0;
    haveClients('Nina Park', 'Tom Trial');
    await openBoard('week');
    const click = (element: HTMLElement) => {
      clicks += 1;
      fireEvent.click(element);
    };
    const made: unknown[] = [];
    server.on('POST /rest/v1/calendar/sessions', async (request) => {
      made.push(await request.json());
      return json({ session: aSession(1), made: 27 });
    });
    click(slotAt(DAY, '10:00'));
    const form = within(await screen.findByRole('dialog', { name: 'New session' }));
    click(form.getByRole('combobox', { name: 'With' }));
    click(await screen.findByRole('option', { name: 'Nina Park' }));
    click(form.getByRole('combobox', { name: 'Repeat' }));
    click(await screen.findByRole('option', { name: 'Weekly' }));
    click(form.getByRole('button', { name: 'Schedule' }));
    await waitFor(() => expect(made).toHaveLength(1));
    expect(made).toMatchObject([
      {
        clientId: idOf(60),
        startsAt: at(10),
        repeat: { frequency: 'weekly', interval: 1, weekdays: [3], count: null },
      },
    ]);
    expect(clicks).toBeLessThanOrEqual(6);
  });

  it.each([
    ['Enter picks the first match', 'an', 'Enter', 'Hanna Berg'],
    ['Enter prefers a name that begins like that', 'n', 'Enter', 'Nina Park'],
    ['Tab keeps the one client with that name', 'nina', 'Tab', 'Nina Park'],
    ['Tab keeps another name as it was typed', 'An', 'Tab', 'An'],
    ['Enter takes a name that no client has', 'Zoe New', 'Enter', 'Zoe New'],
  ])('%s', async (_name, typed, key, kept) => {
    haveClients('Hanna Berg', 'Johann Meyer', 'Nina Park');
    await openBoard('week');
    fireEvent.click(screen.getByRole('button', { name: 'New session' }));
    const form = within(await screen.findByRole('dialog', { name: 'New session' }));
    const field = await form.findByPlaceholderText('Name of a client or another person');
    field.focus();
    fireEvent.change(field, { target: { value: typed } });
    if (key === 'Enter') fireEvent.keyDown(field, { key: 'Enter', code: 'Enter' });
    else fireEvent.blur(field);
    await waitFor(() => expect(field).toHaveProperty('value', kept));
    const isGuest = !['Hanna Berg', 'Nina Park'].includes(kept);
    expect(form.queryByText(/^Not one of your clients/) !== null).toBe(isGuest);
  });
});
