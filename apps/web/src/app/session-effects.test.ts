import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { aClient, aCoach, CLIENT_ID } from '../../test/people.ts';
import { SessionStore } from '../device/session.ts';
import { reactToSession } from './session-effects.ts';

const OTHER_COACH = { coachId: '0190a5a0-0000-7000-8000-00000000000b', clientId: CLIENT_ID, coachName: 'Ben Okoro' };

function setUp({ isKnown = false } = {}) {
  const load = vi.fn().mockResolvedValue(aCoach());
  const store = new SessionStore({
    load,
    ...(isKnown && { takeFromPage: () => ({ session: aCoach(), isDue: false }) }),
    signOut: async () => undefined,
    announce: () => undefined,
    log: () => undefined,
    storage: window.localStorage,
    now: Date.now,
  });
  const queryClient = new QueryClient();
  queryClient.setQueryData(['clients'], ['Jonas']);
  const refetch = vi.spyOn(queryClient, 'refetchQueries');
  const pages = { recheck: vi.fn(), leave: vi.fn() };
  if (isKnown) void store.ready();
  reactToSession(store, queryClient, pages);
  return { store, load, pages, refetch, cached: () => queryClient.getQueryData(['clients']) };
}

it('does nothing when the first answer comes, because the page has waited for it', async () => {
  const { store, pages, cached } = setUp();
  await store.ready();
  expect(pages.recheck).not.toHaveBeenCalled();
  expect(cached()).toEqual(['Jonas']);
});

it('forgets and leaves at sign-out', async () => {
  const { store, pages, cached } = setUp();
  await store.ready();
  const workout = (name: string) => `stridewell.workout.${aCoach().user.id}.${name}`;
  window.localStorage.setItem('stridewell.backup.p1', '{}');
  window.localStorage.setItem(workout('sent'), '{"log":{},"pending":false}');
  window.localStorage.setItem(workout('unsent'), '{"log":{},"pending":true}');
  await store.signOut();
  expect(cached()).toBeUndefined();
  expect(pages.leave).toHaveBeenCalledTimes(1);
  expect(window.localStorage.getItem('stridewell.backup.p1')).toBeNull();
  expect(window.localStorage.getItem(workout('sent'))).toBeNull();
  // Unsent entries are sent when this person signs in again.
  expect(window.localStorage.getItem(workout('unsent'))).not.toBeNull();
  expect(pages.recheck).not.toHaveBeenCalled();
});

it('forgets what belonged to the person before when another one signs in', async () => {
  const { store, load, pages, cached } = setUp();
  await store.ready();
  load.mockResolvedValue(aClient());
  await store.apply('SIGNED_IN', false);
  expect(cached()).toBeUndefined();
  expect(pages.recheck).toHaveBeenCalledTimes(1);
});

it('forgets what belonged to the person whose session came with the page', async () => {
  const { store, load, pages, cached } = setUp({ isKnown: true });
  load.mockResolvedValue(aClient());
  await store.apply('SIGNED_IN', false);
  expect(cached()).toBeUndefined();
  expect(pages.recheck).toHaveBeenCalledTimes(1);
});

it('leaves the open page as it is when the session ended elsewhere, and asks again for what failed', async () => {
  const { store, load, pages, cached, refetch } = setUp();
  await store.ready();
  load.mockResolvedValue(null);
  await store.apply('TOKEN_REFRESHED');
  expect(cached()).toEqual(['Jonas']);
  expect(refetch).not.toHaveBeenCalled();
  load.mockResolvedValue(aCoach());
  await store.apply('SIGNED_IN');
  expect(refetch).toHaveBeenCalledTimes(1);
  expect(pages.recheck).not.toHaveBeenCalled();
  expect(pages.leave).not.toHaveBeenCalled();
});

it('keeps everything when the same person continues', async () => {
  const { store, pages, cached } = setUp();
  await store.ready();
  await store.apply('TOKEN_REFRESHED');
  expect(cached()).toEqual(['Jonas']);
  expect(pages.recheck).not.toHaveBeenCalled();
});

it('forgets what belonged to one coaching when the same person changes to another', async () => {
  const { store, load, pages, cached } = setUp();
  load.mockResolvedValue(aClient());
  await store.ready();
  load.mockResolvedValue(aClient({ client: { ...OTHER_COACH, status: 'active', photoId: null } }));
  await store.apply('USER_UPDATED', false);
  expect(cached()).toBeUndefined();
  expect(pages.recheck).toHaveBeenCalledTimes(1);
});

it('forgets what was loaded before numbers were hidden, and before they were shown again', async () => {
  const { store, load, pages, cached } = setUp();
  load.mockResolvedValue(aClient());
  await store.ready();
  load.mockResolvedValue(aClient({ client: { numbersOff: true } }));
  await store.apply('USER_UPDATED', false);
  expect(cached()).toBeUndefined();
  expect(pages.recheck).toHaveBeenCalledTimes(1);
});

it('checks the open page again when the coaching ends, and keeps what it shows', async () => {
  const { store, load, pages, cached } = setUp();
  const { client, ...session } = aClient();
  load.mockResolvedValue({ ...session, client });
  await store.ready();
  load.mockResolvedValue({ ...session, client: client && { ...client, status: 'archived' } });
  await store.apply('USER_UPDATED', false);
  expect(pages.recheck).toHaveBeenCalledTimes(1);
  expect(cached()).toEqual(['Jonas']);
});
