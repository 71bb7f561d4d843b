import type { Booking, CalendarBusy, CalendarSession } from '@stridewell/contract/calendar/calendar';
import { NO_AVAILABILITY } from '@stridewell/contract/calendar/calendar.bookings.rules';
import { addDays, dayInZone, instantAtWallClock } from '@stridewell/contract/time';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeSocket } from '../../../test/fake-socket.ts';
import { mount, mountPage } from '../../../test/mount.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { aCoach, CLIENT_ID, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { BookingPage } from './booking-page.tsx';
import { useLiveCalendar } from './calendar.live.ts';
import { readCalendarSearch } from './calendar.search.ts';
import { CalendarPage } from './calendar-page.tsx';

const ZONE = 'America/New_York';
const TODAY = dayInZone(new Date(), ZONE);
const CALENDAR = 'GET /rest/v1/calendar';
const SERIES = (id: string) => `GET /rest/v1/calendar/sessions/${id}/series`;
const idOf = (index: number) => `0190a5a0-0000-7000-8000-2000000000${String(index).padStart(2, '0')}`;

const aSession = (index: number, changes: Partial<CalendarSession> = {}): CalendarSession => ({
  id: idOf(index),
  clientId: CLIENT_ID,
  clientName: `Client ${index}`,
  sessionDate: instantAtWallClock(addDays(TODAY, 1), 540 + index * 5, ZONE).toISOString(),
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
const pageOf = (...sessions: CalendarSession[]) => ({
  timeZone: ZONE,
  sessions,
  busy: [] as CalendarBusy[],
  types: [],
  availability: NO_AVAILABILITY,
  zones: [{ clientId: CLIENT_ID, timeZone: 'Europe/Berlin' }],
});
const LIST = `/coach/${COACH_ID}/calendar?view=agenda`;
const mountList = (answer: object | ((request: Request) => Response)) => {
  server.on(CALENDAR, answer);
  return mountPage({
    at: LIST,
    read: readCalendarSearch,
    page: (search, onSearch) => <CalendarPage coachId={COACH_ID} timeZone={ZONE} search={search} onSearch={onSearch} />,
  });
};
const row = (name: string | RegExp) => screen.findByRole('button', { name });

/** Follows the changes of others, as each page does. */
function LiveBookingPage() {
  useLiveCalendar(CLIENT_ID);
  return <BookingPage />;
}

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  // The form for a session lets the coach choose a client.
  server.usually('GET /rest/v1/client_coach_relationships', {
    clients: [],
    nextCursor: null,
    total: 0,
    seats: { used: 0, cap: 5 },
  });
});

describe('the list', () => {
  it('shows the times of connected calendars between the sessions', async () => {
    const busy = (from: number, to: number): CalendarBusy => ({
      startsAt: instantAtWallClock(addDays(TODAY, 1), from, ZONE).toISOString(),
      endsAt: instantAtWallClock(addDays(TODAY, 1), to, ZONE).toISOString(),
      allDay: false,
      bufferBefore: 0,
      bufferAfter: 0,
    });
    await mountList({ ...pageOf(aSession(1)), busy: [busy(480, 510), busy(720, 750)] });
    await row(/Client 1/);
    const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(items).toEqual([
      'Busy, 8:00 AM to 8:30 AM',
      expect.stringMatching(/Client 1/),
      'Busy, 12:00 PM to 12:30 PM',
    ]);
  });

  it('says that nothing is planned and offers to schedule', async () => {
    await mountList(pageOf());
    fireEvent.click(await screen.findByRole('button', { name: 'Schedule a session' }));
    server.on('POST /rest/v1/calendar/conflicts', { sessions: [], count: 0, busy: [] });
    expect(await screen.findByRole('dialog', { name: 'New session' })).toBeDefined();
  });

  it('holds many sessions of a day and names as long as they come', async () => {
    const name = 'Wolfeschlegelsteinhausenbergerdorff '.repeat(8).trim();
    await mountList(
      pageOf(...Array.from({ length: 40 }, (_, index) => aSession(index)), aSession(50, { clientName: name })),
    );
    expect(await row(new RegExp(name.slice(0, 40)))).toBeDefined();
    expect(screen.getByText('41 sessions')).toBeDefined();
  });

  it('does not load, and loads when it is tried again', async () => {
    let fails = true;
    await mountList(() =>
      fails ? json({ code: 'INTERNAL_SERVER_ERROR', message: 'x' }, 500) : json(pageOf(aSession(1))),
    );
    expect(await screen.findByText('Your calendar did not load')).toBeDefined();
    fails = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await row(/Client 1/)).toBeDefined();
  });
});

describe('a session', () => {
  it('shows the client’s local time if it differs', async () => {
    await mountList(pageOf(aSession(0)));
    fireEvent.click(await row(/Client 0/));
    expect(await screen.findByText(/3:00 PM for Client 0 \(Central European Time\)/)).toBeDefined();
  });

  it('leads to its meeting, unless it is canceled, and keeps a link that a calendar made apart from the coach’s', async () => {
    const [made, own] = ['https://meet.google.com/abc-defg-hij', 'https://zoom.us/j/1'];
    const off = aSession(1, { meetingUrl: made, cancelReason: '' });
    await mountList(pageOf(aSession(0, { meetingUrl: made }), off));
    fireEvent.click(await row(/Client 1/));
    await screen.findByRole('button', { name: '.ics file' });
    expect(screen.queryByRole('link', { name: 'Join the meeting' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    fireEvent.click(await row(/Client 0/));
    const join = await screen.findByRole('link', { name: 'Join the meeting' });
    expect([join.getAttribute('href'), join.getAttribute('rel')]).toEqual([made, 'noopener noreferrer']);
    server.on('POST /rest/v1/calendar/conflicts', { sessions: [], count: 0, busy: [] });
    fireEvent.click(screen.getByRole('button', { name: 'Edit or move' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change session' }));
    const link = await dialog.findByLabelText('Meeting link');
    expect(link).toHaveProperty('value', '');
    expect(dialog.getByText(/^Your calendar made a link for this session\./)).toBeDefined();
    const sent: { change: { meetingUrl: string } }[] = [];
    server.on(`PATCH /rest/v1/calendar/sessions/${idOf(0)}`, async (request) => {
      sent.push(await request.json());
      return json({ session: aSession(0, { meetingUrl: own, ownMeetingUrl: own }), changed: 1 });
    });
    fireEvent.change(link, { target: { value: 'zoom.us/j/1' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Save session' }));
    expect(await dialog.findByText('Enter the whole address, starting with https://')).toBeDefined();
    fireEvent.change(link, { target: { value: ` ${own} ` } });
    fireEvent.click(dialog.getByRole('button', { name: 'Save session' }));
    await waitFor(() => expect(sent.map(({ change }) => change.meetingUrl)).toEqual([own]));
  });

  it('is toggled by its badge, which is locked meanwhile', async () => {
    let session = aSession(0);
    const answer = Promise.withResolvers<Response>();
    await mountList(() => json(pageOf(session)));
    server.on(`PATCH /rest/v1/coach_sessions/${session.id}`, () => answer.promise);
    fireEvent.click(await row(/Client 0/));
    const badge = () => screen.getByRole('button', { name: /Change status$/ });
    await waitFor(() => expect(badge().textContent).toBe('scheduled'));
    fireEvent.click(badge());
    await waitFor(() => expect(badge().textContent).toBe('...'));
    expect(badge().hasAttribute('disabled')).toBe(true);
    session = { ...session, status: 'completed' };
    answer.resolve(json(session));
    await waitFor(() => expect(badge().textContent).toBe('completed'));
  });

  it('asks which ones of a series are meant, and says when nothing was cancelled', async () => {
    const session = aSession(0, { seriesId: idOf(90) });
    await mountList(pageOf(session));
    let asked: unknown;
    const repeat = { frequency: 'weekly', interval: 1, weekdays: [1], untilDay: null, count: null };
    server.on(SERIES(session.id), { series: { repeat, label: 'Every week on Monday' } });
    server.on(`POST /rest/v1/calendar/sessions/${session.id}/cancel`, async (request) => {
      asked = await request.json();
      return json({ defined: true, code: 'CHANGED', status: 409, message: 'It was changed in the meantime.' }, 409);
    });
    fireEvent.click(await row(/Client 0/));
    expect(await screen.findByText('Every week on Monday')).toBeDefined();
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel session' }));
    fireEvent.click(await screen.findByRole('radio', { name: 'This and following' }));
    fireEvent.click(screen.getByRole('button', { name: 'Cancel session' }));
    expect((await screen.findByRole('alert')).textContent).toContain('It was changed in the meantime.');
    expect(asked).toMatchObject({ version: 0, apply: 'following', reason: '' });
  });
});

describe('a series in another rhythm', () => {
  it('says what is in its way beside the choice, and is saved all the same', async () => {
    const session = aSession(0, { seriesId: idOf(90) });
    await mountList(pageOf(session));
    const asked: { repeat: { weekdays: number[] } | null; apply: string; exceptId: string }[] = [];
    const repeat = { frequency: 'weekly', interval: 1, weekdays: [1], untilDay: null, count: null };
    server.on(SERIES(session.id), { series: { repeat, label: 'Every week on Monday' } });
    server.on('POST /rest/v1/calendar/conflicts', async (request) => {
      const plan = await request.json();
      asked.push(plan);
      return json(
        plan.repeat
          ? { sessions: [aSession(1), aSession(2)], count: 7, busy: [] }
          : { sessions: [], count: 0, busy: [] },
      );
    });
    fireEvent.click(await row(/Client 0/));
    fireEvent.click(await screen.findByRole('button', { name: 'Edit or move' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change session' }));
    fireEvent.click(await dialog.findByRole('radio', { name: 'This and following' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Thu' }));
    const warning = await dialog.findByText('Overlaps 7 sessions');
    expect(asked.at(-1)).toMatchObject({ apply: 'following', exceptId: session.id, repeat: { weekdays: [1, 4] } });
    expect(dialog.getByText('and 5 more')).toBeDefined();
    const days = dialog.getByRole('group', { name: 'On' });
    expect(days.compareDocumentPosition(warning) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    server.on(`PATCH /rest/v1/calendar/sessions/${session.id}`, { session, changed: 26 });
    fireEvent.click(dialog.getByRole('button', { name: 'Save session' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('the page to book', () => {
  const SLOT = instantAtWallClock(addDays(TODAY, 2), 600, ZONE).toISOString();
  const NEXT = instantAtWallClock(addDays(TODAY, 2), 660, ZONE).toISOString();
  const booked: Booking = {
    id: idOf(1),
    startsAt: NEXT,
    minutes: 60,
    sessionType: 'Check-up',
    sessionTypeId: idOf(80),
    location: null,
    meetingUrl: null,
    seriesId: null,
    changeable: false,
  };
  const offer = (changes: object = {}) => ({
    coachName: 'Maya Okafor',
    coachZone: ZONE,
    noticeMinutes: 720,
    closed: null,
    types: [{ id: idOf(80), name: 'Check-up', minutes: 60, location: 'Online' }],
    sessionTypeId: idOf(80),
    slots: [SLOT, NEXT],
    bookings: [],
    ...changes,
  });

  it('leads to the meeting of a session', async () => {
    const meetingUrl = 'https://zoom.us/j/1';
    server.on(
      'GET /rest/v1/bookings',
      offer({
        bookings: [
          { ...booked, meetingUrl },
          { ...booked, id: idOf(2) },
        ],
      }),
    );
    await mount(<BookingPage />);
    const links = await screen.findAllByRole('link', { name: 'Join the meeting' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual([meetingUrl]);
  });

  it('says that a time is gone, and shows the ones that are left', async () => {
    let slots = [SLOT, NEXT];
    server.on('GET /rest/v1/bookings', () => json(offer({ slots })));
    server.on('POST /rest/v1/bookings', () => {
      slots = [NEXT];
      return json({ defined: true, code: 'SLOT_TAKEN', status: 409, message: 'That time is no longer free.' }, 409);
    });
    await mount(<BookingPage />);
    const times = await screen.findByRole('list', { name: 'Times' });
    fireEvent.click(within(times).getAllByRole('button')[0] ?? times);
    fireEvent.click(await screen.findByRole('button', { name: 'Confirm' }));
    expect((await screen.findByRole('alert')).textContent).toContain('no longer free');
    await waitFor(() => expect(within(times).getAllByRole('button', { hidden: true })).toHaveLength(1));
  });

  it('shows times that others book or free at once', async () => {
    server.on('GET /rest/v1/bookings', offer());
    await mount(<LiveBookingPage />);
    const times = await screen.findByRole('list', { name: 'Times' });
    expect(within(times).getAllByRole('button')).toHaveLength(2);
    await waitFor(() => expect(FakeSocket.made.length).toBeGreaterThan(0));
    FakeSocket.last.say('connect');
    server.on('GET /rest/v1/bookings', offer({ slots: [NEXT] }));
    FakeSocket.last.say('event', { event: 'slots', coachId: COACH_ID });
    await waitFor(() => expect(within(times).getAllByRole('button')).toHaveLength(1));
    server.on('GET /rest/v1/bookings', offer());
    FakeSocket.last.say('event', { event: 'slots', coachId: COACH_ID });
    await waitFor(() => expect(within(times).getAllByRole('button')).toHaveLength(2));
  });

  it.each([
    ['paused', 'Your coaching is paused.'],
    ['former', 'Your coaching has ended'],
    ['not_covered', 'plan'],
  ])('says why booking is closed: %s', async (closed, words) => {
    server.on('GET /rest/v1/bookings', offer({ closed, slots: [], bookings: [{ ...booked, changeable: true }] }));
    await mount(<BookingPage />);
    const card = await screen.findByRole('region', { name: 'Book a session' });
    expect(card.textContent).toContain(words);
    expect(screen.queryByRole('button', { name: 'Move' })).toBeNull();
  });

  it('stands above the list, where a series is one entry that opens', async () => {
    const weekly = Array.from({ length: 27 }, (_, index) => ({
      ...booked,
      id: idOf(index + 10),
      seriesId: idOf(90),
      startsAt: instantAtWallClock(addDays(TODAY, 2 + 7 * index), 540, ZONE).toISOString(),
    }));
    server.on('GET /rest/v1/bookings', offer({ bookings: [...weekly, booked] }));
    await mount(<BookingPage />);
    const own = await screen.findByRole('region', { name: 'Coming up' });
    const form = screen.getByRole('region', { name: 'Book a session' });
    expect(form.compareDocumentPosition(own) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    const rest = within(own).getByRole('button', { name: /^Every \w+day, 26 more$/ });
    expect(rest.getAttribute('aria-expanded')).toBe('false');
    expect(within(own).getAllByRole('listitem')).toHaveLength(3);
    fireEvent.click(rest);
    expect(rest.getAttribute('aria-expanded')).toBe('true');
    await waitFor(() => expect(within(own).getAllByRole('listitem')).toHaveLength(3 + 26));
  });

  it('offers to change what can be changed, and nothing else', async () => {
    server.on('GET /rest/v1/bookings', offer({ bookings: [booked, { ...booked, id: idOf(2), changeable: true }] }));
    await mount(<BookingPage />);
    const own = await screen.findByRole('region', { name: 'Coming up' });
    expect(within(own).getAllByRole('listitem')).toHaveLength(2);
    expect(within(own).getAllByRole('button', { name: 'Move' })).toHaveLength(1);
  });
});

it('the page shows changes of the other side at once', async () => {
  server.on(CALENDAR, pageOf());
  await openApp(LIST, aCoach());
  await screen.findByRole('button', { name: 'Schedule a session' });
  await waitFor(() => expect(FakeSocket.made.length).toBeGreaterThan(0));
  const asked = server.count(CALENDAR);
  // Data that has just been loaded is not requested again when the connection opens.
  FakeSocket.last.say('connect');
  expect(server.count(CALENDAR)).toBe(asked);
  server.on(CALENDAR, pageOf(aSession(1)));
  FakeSocket.last.say('event', { event: 'calendar', coachId: COACH_ID });
  expect(await row(/Client 1/)).toBeDefined();
  server.on(CALENDAR, pageOf());
  FakeSocket.last.say('event', { event: 'calendar', coachId: COACH_ID });
  await waitFor(() => expect(screen.queryByRole('button', { name: /Client 1/ })).toBeNull());
});
