import type { ClientHabit } from '@stridewell/contract/habits/habits';
import { addDays } from '@stridewell/contract/time';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { mountUnsent } from '../../../test/mount-unsent.tsx';
import { mountWithOutboxes } from '../../../test/mount-with-outboxes.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { aClient, CLIENT_ID, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { habitOutbox, saveHabitDay } from './habits.outbox.ts';
import type { PendingHabitDay } from './habits.queries.ts';
import { OwnHabits } from './own-habits.tsx';

const TODAY = '2026-01-08';
const WALK: ClientHabit = {
  id: '01990000-0000-7000-8000-00000000beef',
  name: 'Walk',
  kind: 'steps',
  unit: 'steps',
  goal: 8000,
  daysPerWeek: 5,
  days: [{ day: '2026-01-05', value: 9000 }],
};
const FORMER = '0190a5a0-0000-7000-8000-00000000000a';
const LIST = `GET /rest/v1/clients/${CLIENT_ID}/habits`;
const DAY = `PUT /rest/v1/habits/own/${WALK.id}/days/${TODAY}`;
const STOPPED = { defined: true, code: 'HABIT_STOPPED', status: 409, message: 'Your coach has stopped this habit.' };

let people = 0;
let userId = '';

beforeEach(() => {
  // Outboxes live as long as a tab, so each test uses another person.
  people += 1;
  userId = `walker-${people}`;
  vi.useFakeTimers({ now: Date.parse(`${TODAY}T17:00:00Z`), toFake: ['Date'] });
});

const open = () =>
  mountWithOutboxes(
    aClient({ user: { id: userId } }),
    <OwnHabits userId={userId} relationship={{ coachId: COACH_ID, clientId: CLIENT_ID }} readOnly={false} />,
  );
const tick = () => screen.findByRole('checkbox', { name: /Walk/ });
const isTicked = () => screen.getByRole('checkbox', { name: /Walk/ }).getAttribute('aria-checked') === 'true';
const pending = () => habitOutbox(userId).getSnapshot().items;
const online = () => act(() => void window.dispatchEvent(new Event('online')));

const aDay = (changes: Partial<PendingHabitDay> = {}): PendingHabitDay => ({
  coachId: COACH_ID,
  clientId: CLIENT_ID,
  habitId: WALK.id,
  name: WALK.name,
  unit: WALK.unit,
  goal: WALK.goal,
  day: TODAY,
  value: 8000,
  ...changes,
});

/** A server that keeps today's amount, and fails on demand. */
function serve() {
  const state = { saved: [] as (number | null)[], failure: null as (() => Response) | null };
  const listed = (value: number | null) => ({
    today: TODAY,
    habits: [{ ...WALK, days: value === null ? WALK.days : [...WALK.days, { day: TODAY, value }] }],
  });
  server.on(LIST, listed(null));
  server.on(DAY, async (request) => {
    const { value } = await request.json();
    state.saved.push(value);
    if (state.failure) return state.failure();
    server.on(LIST, listed(value));
    return json({ day: TODAY, value });
  });
  return state;
}
const unreachable = () => json({ code: 'BAD_GATEWAY' }, 502);

describe('a habit of today', () => {
  it('is ticked and cleared with one tap each', async () => {
    const { saved } = serve();
    await open();
    fireEvent.click(await tick());
    expect(await screen.findByText('8,000 steps a day, 2 of 5 days this week')).toBeDefined();
    await waitFor(() => expect(saved).toEqual([8000]));
    fireEvent.click(await tick());
    await waitFor(() => expect(saved).toEqual([8000, null]));
    await waitFor(() => expect(pending()).toEqual([]));
    expect(isTicked()).toBe(false);
  });

  it('takes an amount that differs from the goal', async () => {
    const { saved } = serve();
    await open();
    const amount = await screen.findByRole('textbox', { name: 'Walk in steps' });
    fireEvent.change(amount, { target: { value: '6500' } });
    fireEvent.blur(amount);
    await waitFor(() => expect(saved).toEqual([6500]));
    expect(isTicked()).toBe(false);
  });

  it('shows why a tick was refused, and what is true', async () => {
    const state = serve();
    state.failure = () => json(STOPPED, 409);
    await open();
    fireEvent.click(await tick());
    const problem = await screen.findByRole('alert');
    expect(problem.textContent).toContain('Walk was not saved');
    expect(problem.textContent).toContain(STOPPED.message);
    expect(isTicked()).toBe(false);
    // Stopped habits leave the list, so it is loaded again.
    await waitFor(() => expect(server.count(LIST)).toBe(2));
    state.failure = null;
    fireEvent.click(await tick());
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(state.saved).toEqual([8000, 8000]);
  });

  it('is ticked on the day of the clock when the page has the list of the day before', async () => {
    serve();
    server.on(LIST, { today: addDays(TODAY, -1), habits: [WALK] });
    await open();
    fireEvent.click(await tick());
    await waitFor(() => expect(server.count(DAY)).toBe(1));
  });
});

describe('without a connection', () => {
  it('keeps ticks on the device and sends the last value of a day once', async () => {
    const state = serve();
    state.failure = unreachable;
    await open();
    fireEvent.click(await tick());
    await waitFor(() => expect(state.saved).toEqual([8000]));
    expect(isTicked()).toBe(true);
    expect(screen.getByText('8,000 steps a day, 2 of 5 days this week')).toBeDefined();
    fireEvent.click(await tick());
    await waitFor(() => expect(isTicked()).toBe(false));
    const amount = await screen.findByRole('textbox', { name: 'Walk in steps' });
    fireEvent.change(amount, { target: { value: '9500' } });
    fireEvent.blur(amount);
    await waitFor(() => expect(isTicked()).toBe(true));
    expect(pending()).toMatchObject([{ content: { value: 9500 } }]);
    expect(Object.keys(window.localStorage).filter((key) => key.includes(userId))).toHaveLength(1);
    state.failure = null;
    online();
    await waitFor(() => expect(pending()).toEqual([]));
    expect(state.saved).toEqual([8000, 9500]);
    expect(isTicked()).toBe(true);
    expect(Object.keys(window.localStorage).filter((key) => key.includes(userId))).toEqual([]);
  });

  it('sends what a closed tab has left, and shows it until then', async () => {
    const state = serve();
    state.failure = unreachable;
    const item = { id: CLIENT_ID, lane: 'walk', position: 1, content: aDay(), problem: null };
    window.localStorage.setItem(`stridewell.outbox.${userId}.habits.${CLIENT_ID}`, JSON.stringify(item));
    await open();
    await tick();
    expect(isTicked()).toBe(true);
    await waitFor(() => expect(state.saved).toEqual([8000]));
    state.failure = null;
    online();
    await waitFor(() => expect(pending()).toEqual([]));
    expect(isTicked()).toBe(true);
  });

  it('shows what another tab has ticked', async () => {
    const state = serve();
    state.failure = unreachable;
    await open();
    await tick();
    expect(isTicked()).toBe(false);
    const key = `stridewell.outbox.${userId}.habits.${CLIENT_ID}`;
    const item = { id: CLIENT_ID, lane: 'walk', position: 1, content: aDay(), problem: null };
    // The storage event reaches an outbox once the code that sends has loaded.
    await waitFor(() => {
      window.localStorage.setItem(key, JSON.stringify(item));
      act(() => void window.dispatchEvent(new StorageEvent('storage', { key })));
      expect(isTicked()).toBe(true);
    });
  });

  it('keeps the last value in the page while the storage is full', async () => {
    const state = serve();
    state.failure = unreachable;
    await open();
    fireEvent.click(await tick());
    await waitFor(() => expect(state.saved).toEqual([8000]));
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    fireEvent.click(await tick());
    await waitFor(() => expect(isTicked()).toBe(false));
    expect(habitOutbox(userId).getSnapshot()).toMatchObject({ full: true, items: [{ content: { value: null } }] });
    full.mockRestore();
    state.failure = null;
    online();
    await waitFor(() => expect(pending()).toEqual([]));
    expect(state.saved).toEqual([8000, null]);
  });

  it('keeps the days of two habits and of two days apart', () => {
    saveHabitDay(userId, aDay());
    saveHabitDay(userId, aDay({ day: addDays(TODAY, -1) }));
    saveHabitDay(userId, aDay({ habitId: FORMER }));
    saveHabitDay(userId, aDay({ value: null }));
    expect(pending().map(({ content: { habitId, day, value } }) => [habitId, day, value])).toEqual([
      [WALK.id, addDays(TODAY, -1), 8000],
      [FORMER, TODAY, 8000],
      [WALK.id, TODAY, null],
    ]);
  });

  it('ignores entries that it did not write', () => {
    const entries = [aDay({ day: 7 as never }), aDay({ value: '8000' as never }), null];
    for (const [index, content] of entries.entries()) {
      const key = `stridewell.outbox.${userId}.habits.${index}`;
      window.localStorage.setItem(key, JSON.stringify({ id: `${index}`, lane: 'walk', position: 1, content }));
    }
    expect(pending()).toEqual([]);
  });
});

describe('a tick that cannot be sent', () => {
  const leave = (content: PendingHabitDay, problem: object | null = null) => {
    const item = { id: FORMER, lane: 'walk', position: 1, content, problem };
    window.localStorage.setItem(`stridewell.outbox.${CLIENT_ID}.habits.${FORMER}`, JSON.stringify(item));
  };
  const card = () => screen.findByRole('region', { name: /^Habit tick/ });

  it('says why the server refused it, and is sent again on request', async () => {
    serve();
    leave(aDay(), { message: STOPPED.message, fields: {}, code: STOPPED.code });
    await mountUnsent('habits', aClient());
    const shown = await card();
    expect(shown.textContent).toContain(STOPPED.message);
    expect(shown.textContent).toContain('Walk: 8,000 steps');
    fireEvent.click(within(shown).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: /^Habit tick/ })).toBeNull());
    await waitFor(() => expect(server.count(DAY)).toBe(1));
  });

  it('is listed for a former coach, never sent, and can be discarded', async () => {
    leave(aDay({ coachId: FORMER, goal: null, unit: '', value: 1 }));
    await openApp('/client/profile', aClient());
    await screen.findByText('1 habit tick cannot be sent');
    fireEvent.click(screen.getByRole('link', { name: 'Look at it' }));
    const shown = await card();
    expect(shown.textContent).toContain('The coaching for this habit tick has ended, so it cannot be sent.');
    expect(shown.textContent).toContain('Walk: done');
    expect(within(shown).queryByRole('button', { name: 'Try again' })).toBeNull();
    fireEvent.click(within(shown).getByRole('button', { name: 'Discard' }));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Discard' }));
    expect(await screen.findByText(/^Nothing is waiting/)).toBeDefined();
    expect(server.count(DAY)).toBe(0);
  });

  it('is counted in the question before signing out', async () => {
    const state = serve();
    state.failure = unreachable;
    leave(aDay());
    await openApp('/client/profile', aClient());
    expect(await screen.findByText('Not sent yet: 1 habit tick. Trying again automatically')).toBeDefined();
    fireEvent.click(await screen.findByRole('button', { name: 'Your menu' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Sign Out' }));
    const dialog = await screen.findByRole('dialog', { name: 'Sign out before everything is sent?' });
    expect(dialog.textContent).toContain('1 habit tick has not been sent yet.');
  });
});
