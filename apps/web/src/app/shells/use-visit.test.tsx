import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { aClient } from '../../../test/people.ts';
import { server } from '../../../test/server.ts';
import { useVisit } from './use-visit.ts';

const VISIT = 'POST /rest/v1/visits/own';
const MINUTE = 60_000;

let visibility: DocumentVisibilityState;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  visibility = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  server.on(VISIT, { day: '2026-03-02' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const open = (session = aClient()) => renderHook(() => useVisit(session));
const wait = (minutes: number) => act(() => vi.advanceTimersByTimeAsync(minutes * MINUTE));
async function look(at: DocumentVisibilityState = 'visible') {
  visibility = at;
  document.dispatchEvent(new Event('visibilitychange'));
  await wait(0);
}
const recorded = () => server.count(VISIT);

it('records a client who has the portal before them, and again when they look half an hour later', async () => {
  open();
  await wait(1);
  expect(recorded()).toBe(1);
  await look();
  expect(recorded()).toBe(1);
  await wait(30);
  expect(recorded()).toBe(1);
  await look('hidden');
  expect(recorded()).toBe(1);
  await look();
  expect(recorded()).toBe(2);
});

it('records no tab in the background, and nothing after it was closed', async () => {
  visibility = 'hidden';
  const { unmount } = open();
  await wait(1);
  unmount();
  await look();
  expect(recorded()).toBe(0);
});

it('tries again after a failure', async () => {
  server.refuse(VISIT, 503, 'UNAVAILABLE', 'Please try again.');
  open();
  await wait(1);
  server.on(VISIT, { day: '2026-03-02' });
  await look();
  expect(recorded()).toBe(2);
  await look();
  expect(recorded()).toBe(2);
});

it.each([
  ['an operator views as the client', aClient({ viewingUntil: '2026-03-02T12:00:00.000Z' })],
  ['the coaching has ended', aClient({ client: { status: 'ended' } })],
  ['there is no coach', aClient({ client: null })],
])('records nothing while %s', async (_, session) => {
  open(session);
  await wait(1);
  expect(recorded()).toBe(0);
});
