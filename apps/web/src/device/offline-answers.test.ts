import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import { aClient, aCoach } from '../../test/people.ts';
import { withOfflineAnswer } from './offline-answers.ts';
import { hasEnded, OFFLINE_KEY, readOffline, SessionStore } from './session.ts';

const KEY = ['dashboard'];
const unreachable = new TypeError('Failed to fetch');
const OTHER_ID = '0190a5a0-0000-7000-8000-0000000000ff';
const other = aClient({ user: { id: OTHER_ID } });
const ofOtherCoach = aClient({
  client: { coachId: OTHER_ID, clientId: OTHER_ID, coachName: 'Ben Okoro', status: 'active', photoId: null },
});

const load = vi.fn();
const ask = vi.fn();
let store: SessionStore;

/** A page load: nothing in memory, and what the browser keeps. */
function open() {
  store = new SessionStore({
    load,
    signOut: async () => undefined,
    announce: () => undefined,
    log: () => undefined,
    storage: window.localStorage,
    now: Date.now,
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  return () => client.fetchQuery({ queryKey: KEY, queryFn: withOfflineAnswer<string[], string>(ask), staleTime: 0 });
}

beforeEach(async () => {
  load.mockReset().mockResolvedValue(aClient());
  ask.mockReset().mockResolvedValue('fresh');
});

/** One visit with a network, and then a page load without. */
async function visitThenLose() {
  const query = open();
  await store.ready();
  await query();
  load.mockRejectedValue(unreachable);
  ask.mockRejectedValue(unreachable);
  return open();
}

it('shows who it was and what they saw, without a network', async () => {
  const query = await visitThenLose();
  const { session } = await store.ready();
  expect(session?.user).toEqual(aClient().user);
  await expect(query()).resolves.toBe('fresh');
});

it('asks the server again until it says who it is', async () => {
  await visitThenLose();
  await store.ready();
  load.mockResolvedValue(null);
  await store.tick();
  expect(hasEnded(store.getSnapshot())).toBe(true);
  expect(window.localStorage.getItem(OFFLINE_KEY)).toBeNull();
});

it.each([
  ['fails', Object.assign(new Error('failed'), { status: 500 })],
  ['refuses', Object.assign(new Error('refused'), { code: 'FORBIDDEN', status: 403 })],
])('shows nothing that is kept when the server %s', async (_, error) => {
  const query = await visitThenLose();
  load.mockRejectedValue(error);
  ask.mockRejectedValue(error);
  await expect(store.ready()).rejects.toThrow(error);
  await expect(query()).rejects.toThrow(error);
});

it('leaves what a page holds already', async () => {
  const query = open();
  await store.ready();
  await query();
  ask.mockRejectedValue(unreachable);
  await expect(query()).rejects.toThrow(unreachable);
});

it.each([
  ['another person', other],
  ['the client of another coach', ofOtherCoach],
  ['the same client, whose numbers are hidden now', aClient({ client: { numbersOff: true } })],
  ['a coach', aCoach()],
  ['no person', null],
])('keeps nothing for %s who comes after', async (_, next) => {
  await visitThenLose();
  load.mockResolvedValue(next);
  open();
  await store.ready();
  expect(readOffline(window.localStorage)?.answers ?? {}).toEqual({});
});

it.each([
  ['person', other],
  ['client of one coach', ofOtherCoach],
])('does not keep for one %s what was asked for as another', async (_, next) => {
  const query = open();
  await store.ready();
  const answer = Promise.withResolvers<string>();
  ask.mockReturnValue(answer.promise);
  const asked = query();
  await vi.waitFor(() => expect(ask).toHaveBeenCalled());
  load.mockResolvedValue(next);
  await store.apply('SIGNED_IN', false);
  answer.resolve('of the one before');
  await asked;
  expect(readOffline(window.localStorage)).toMatchObject({ session: next, answers: {} });
});

it('stores no data for a coach', async () => {
  load.mockResolvedValue(aCoach());
  const query = open();
  await store.ready();
  await query();
  expect(window.localStorage.getItem(OFFLINE_KEY)).toBeNull();
});

it.each(['null', '{', '7', '{"build":"another"}'])('ignores stored data that it cannot read: %s', async (text) => {
  window.localStorage.setItem(OFFLINE_KEY, text);
  load.mockRejectedValue(unreachable);
  open();
  await expect(store.ready()).rejects.toThrow(unreachable);
});

it('continues when there is no room', async () => {
  const query = open();
  await store.ready();
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await expect(query()).resolves.toBe('fresh');
  expect(full).toHaveBeenCalled();
});
