import { cleanup, configure, prettyDOM } from '@testing-library/react';
import React from 'react';
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest';
import type { SocketEvents } from '../src/lib/live-socket.ts';
import { FakeSocket } from './fake-socket.ts';
import { installServer, server } from './server.ts';

vi.mock('../src/lib/live-socket.ts', () => ({
  openSocket: (events: SocketEvents) => {
    const socket = new FakeSocket(events);
    return () => socket.disconnect();
  },
}));

// Browser functions that jsdom lacks.
class NoObserver {
  observe: () => void = () => undefined;
  unobserve = () => undefined;
  disconnect = () => undefined;
}

/** Without a layout, everything is in sight. */
class SeenObserver extends NoObserver {
  readonly #report: (entries: { isIntersecting: boolean }[]) => void;
  constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
    super();
    this.#report = report;
  }
  override observe = () => void this.#report([{ isIntersecting: true }]);
}

// React notes the stack of every element for its warnings, up to a number a second. That took a tenth of the run.
Object.defineProperty(
  Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'),
  'recentlyCreatedOwnerStacks',
  { get: () => Number.POSITIVE_INFINITY, set: () => undefined },
);

// A whole page takes its time on a machine that runs the other suites as well.
configure({ asyncUtilTimeout: 10_000, getElementError: describeLater });

/**
 * The error of a query that found nothing. It prints the page when its message is read: a query that waits fails many
 * times before it finds its element, and printing took a tenth of the run.
 */
function describeLater(message: string | null, container: Element): Error {
  const error = new Error('not found');
  error.name = 'TestingLibraryElementError';
  Object.defineProperty(error, 'message', {
    // The library replaces it when a wait ends.
    configurable: true,
    get: () => [message, prettyDOM(container)].filter(Boolean).join('\n\n'),
  });
  return error;
}

// The auth library keeps the function that it finds when it is loaded, which a test file does first.
installServer();

const reported: unknown[][] = [];

/**
 * The style of an element without style sheets, which no test loads: its own, and what hides it. The environment
 * matches every rule of the browser's sheet instead, which took a sixth of the run.
 */
function styleWithoutSheets(element: Element): CSSStyleDeclaration {
  const { style } = element as HTMLElement;
  const invisible = element.closest<HTMLElement>('[style*="visibility"]')?.style.visibility;
  if (!element.hasAttribute('hidden') && (invisible ?? '') === style.visibility) return style;
  const computed = document.createElement('i').style;
  computed.cssText = style.cssText;
  if (element.hasAttribute('hidden')) computed.display = 'none';
  computed.visibility = invisible ?? '';
  return computed;
}

/** Each test may replace these. Modules use them as soon as they are loaded. */
function addBrowserFunctions(): void {
  vi.stubGlobal('ResizeObserver', NoObserver);
  vi.stubGlobal('IntersectionObserver', SeenObserver);
  // Tabs of one browser do not exist here; a test of tabs brings its own channel.
  vi.stubGlobal('BroadcastChannel', undefined);
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
  }));
}
addBrowserFunctions();

beforeEach(() => {
  addBrowserFunctions();
  vi.spyOn(window, 'getComputedStyle').mockImplementation(styleWithoutSheets);
  Element.prototype.scrollIntoView = () => undefined;
  Element.prototype.scrollTo = () => undefined;
  Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });
  installServer();
  FakeSocket.made = [];
  vi.spyOn(console, 'error').mockImplementation((...words) => {
    reported.push(words);
  });
});

afterEach(async () => {
  // A page that is still on its way would ask the server in the next test.
  await vi.dynamicImportSettled();
  cleanup();
  vi.useRealTimers();
  window.localStorage.clear();
  window.sessionStorage.clear();
  const unexpected = server.close();
  const errors = reported.splice(0);
  vi.restoreAllMocks();
  expect(errors, 'console.error was called').toEqual([]);
  expect(unexpected, 'the server was asked something unexpected').toEqual([]);
});

// A worker runs several files in one window. The next one starts with modules that no earlier page has subscribed to, and
// without what stays on a page for all dialogs.
afterAll(() => {
  vi.resetModules();
  document.body.replaceChildren();
});
