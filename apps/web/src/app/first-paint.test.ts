import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const SCRIPT = readFileSync(path.join(import.meta.dirname, 'first-paint.js'), 'utf8');
const OUTLINE = '<div id="outline"></div>';
const PROGRAM = `<template id="program">
  <script type="module" src="/assets/index.js"></script>
  <link rel="modulepreload" href="/assets/library.js">
  <link rel="stylesheet" href="/assets/app.css">
</template>`;

let paint: (names: string[]) => void;
const observe = vi.fn<() => void>();
const disconnect = vi.fn<() => void>();
beforeEach(() => {
  class Observer {
    static readonly supportedEntryTypes = ['paint'];
    constructor(callback: (list: object, observer: object) => void) {
      paint = (names) =>
        callback({ getEntriesByName: (name: string) => names.filter((one) => one === name) }, { disconnect });
    }
    observe = observe;
  }
  vi.stubGlobal('PerformanceObserver', Observer);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  document.head.replaceChildren();
  document.body.replaceChildren();
});

function open(html: string): void {
  document.body.innerHTML = html;
  // biome-ignore lint/security/noGlobalEval: the script is part of the page and no module.
  window.eval(SCRIPT);
}
/** The files that load, in order. The entry runs once its element is there. */
const loading = () => [...document.head.querySelectorAll('link')].map((link) => link.getAttribute('href'));
const isRunning = () => document.head.querySelector('script') !== null;
const PROGRAM_FILES = ['/assets/index.js', '/assets/library.js', '/assets/app.css'];
const style = () => document.head.querySelector('link[rel="stylesheet"]');

it('loads the program after the outline is painted, and runs it once its styles are there', async () => {
  open(OUTLINE + PROGRAM);
  paint(['first-paint']);
  expect(loading()).toEqual([]);
  paint(['first-paint', 'first-contentful-paint']);
  expect(loading()).toEqual(PROGRAM_FILES);
  expect(isRunning()).toBe(false);
  style()?.dispatchEvent(new Event('load'));
  await vi.waitFor(() => expect(isRunning()).toBe(true));
});

it('runs the program without a style that failed', async () => {
  open(PROGRAM);
  style()?.dispatchEvent(new Event('error'));
  await vi.waitFor(() => expect(isRunning()).toBe(true));
});

it('loads the program at once where nothing is painted before', () => {
  open(PROGRAM);
  expect(loading()).toEqual(PROGRAM_FILES);
});

it('loads the program at once in a hidden tab and in browsers that report no paint', () => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  open(OUTLINE + PROGRAM);
  expect(loading()).toEqual(PROGRAM_FILES);
  vi.restoreAllMocks();
  document.head.replaceChildren();
  vi.stubGlobal('PerformanceObserver', undefined);
  open(OUTLINE + PROGRAM);
  expect(loading()).toEqual(PROGRAM_FILES);
});

it('loads the program once, also when the tab is hidden before the paint', () => {
  open(OUTLINE + PROGRAM);
  document.dispatchEvent(new Event('visibilitychange'));
  paint(['first-contentful-paint']);
  expect(loading()).toEqual(PROGRAM_FILES);
});
