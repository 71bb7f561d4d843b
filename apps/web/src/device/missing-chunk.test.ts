import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isMissingChunk, markMissingChunks, reloadForChunk } from './missing-chunk.ts';

const reload = vi.fn();
const page = (build: string) => ({ build, reload });
let health = () => Promise.resolve(new Response('{}'));
beforeEach(() => {
  health = () => Promise.resolve(new Response('{}'));
  vi.stubGlobal('fetch', (url: string, { cache }: RequestInit) =>
    url === '/healthz' && cache === 'no-store' ? health() : Promise.reject(new Error(url)),
  );
});
afterEach(() => {
  window.sessionStorage.clear();
  vi.restoreAllMocks();
  reload.mockReset();
});

it('reloads once for each build, also when two builds take turns', async () => {
  expect(await reloadForChunk(page('one'))).toBe('reloading');
  expect(await reloadForChunk(page('one'))).toBe('kept');
  expect(await reloadForChunk(page('two'))).toBe('reloading');
  expect(await reloadForChunk(page('one'))).toBe('kept');
  expect(await reloadForChunk(page('two'))).toBe('kept');
  expect(reload).toHaveBeenCalledTimes(2);
});

it.each([
  ['without a network', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['while the server restarts', () => Promise.resolve(new Response('', { status: 503 }))],
])('%s it does not reload, and may do so later', async (_, answer) => {
  health = answer;
  expect(await reloadForChunk(page('one'))).toBe('unreachable');
  expect(reload).not.toHaveBeenCalled();
  health = () => Promise.resolve(new Response('{}'));
  expect(await reloadForChunk(page('one'))).toBe('reloading');
});

it('leaves a page alone that holds unsaved text', async () => {
  const ask = (event: Event) => event.preventDefault();
  window.addEventListener('beforeunload', ask);
  expect(await reloadForChunk(page('one'))).toBe('kept');
  window.removeEventListener('beforeunload', ask);
  expect(reload).not.toHaveBeenCalled();
});

it('without storage it cannot tell a first reload from a tenth, and does not reload', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('switched off');
  });
  expect(await reloadForChunk(page('one'))).toBe('kept');
  expect(reload).not.toHaveBeenCalled();
});

it('keeps what waits to be sent', async () => {
  window.localStorage.setItem('stridewell.outbox.person', '[1]');
  window.sessionStorage.setItem('stridewell.draft.person', 'Half a sentence');
  await reloadForChunk(page('one'));
  expect(window.localStorage.getItem('stridewell.outbox.person')).toBe('[1]');
  expect(window.sessionStorage.getItem('stridewell.draft.person')).toBe('Half a sentence');
});

it.each([
  new TypeError('Failed to fetch dynamically imported module: https://a.test/assets/x.js'),
  new TypeError('error loading dynamically imported module: https://a.test/assets/x.js'),
  new TypeError('Importing a module script failed.'),
  new Error('Unable to preload CSS for /assets/x.css'),
])('knows the error of a missing chunk in every browser: %s', (error) => {
  const target = new EventTarget();
  markMissingChunks(target);
  expect(isMissingChunk(error)).toBe(false);
  target.dispatchEvent(Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload: error }));
  expect(isMissingChunk(error)).toBe(true);
  // The router compares the beginning, and would reload the page.
  expect(error.message).toMatch(/^a part of the app/);
});
