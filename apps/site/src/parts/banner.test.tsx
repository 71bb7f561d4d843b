import { readFileSync } from 'node:fs';
import path from 'node:path';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Banner, type BannerProps } from './banner.tsx';

const script = readFileSync(path.join(import.meta.dirname, 'show-banner.js'), 'utf8');
const NOW = new Date('2026-11-23T10:00:00Z');
const BANNER = {
  version: 4,
  text: 'We move on Sunday.',
  tone: 'info',
  from: null,
  until: null,
  dismissible: true,
} as const;

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

/** The page with its message, once its script has run. */
function open(changes: Partial<BannerProps['banner']> = {}) {
  document.body.innerHTML = renderToString(<Banner banner={{ ...BANNER, ...changes }} />);
  new Function(script)();
}
const place = () => document.querySelector<HTMLElement>('[data-banner]');
const isShown = () => place()?.hidden === false;

it('is shown until it is closed, and a newer one is shown again', () => {
  open();
  expect(isShown()).toBe(true);
  expect(place()?.textContent).toBe('We move on Sunday.');
  document.querySelector<HTMLButtonElement>('[aria-label="Close message"]')?.click();
  expect(place()).toBeNull();
  open();
  expect(isShown()).toBe(false);
  open({ version: 5 });
  expect(isShown()).toBe(true);
});

it('is shown although an earlier one was closed, when it cannot be closed', () => {
  localStorage.setItem('dismissed-banner', '4');
  open({ dismissible: false });
  expect(isShown()).toBe(true);
  expect(document.querySelector('button')).toBeNull();
});

it('appears and disappears at its times', () => {
  open({ from: '2026-11-23T10:05:00Z', until: '2026-11-23T11:00:00Z' });
  expect(isShown()).toBe(false);
  vi.advanceTimersByTime(5 * 60_000 + 1);
  expect(isShown()).toBe(true);
  vi.advanceTimersByTime(55 * 60_000 + 1);
  expect(isShown()).toBe(false);
});

it('waits longer than a timer of a browser can', () => {
  open({ from: '2027-01-23T10:00:00Z' });
  vi.advanceTimersByTime(31 * 86_400_000);
  expect(isShown()).toBe(false);
  vi.advanceTimersByTime(31 * 86_400_000);
  expect(isShown()).toBe(true);
});
