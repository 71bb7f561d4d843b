import { beforeEach, expect, it, vi } from 'vitest';
import { Throttle } from './throttle.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

function counted() {
  const work = vi.fn();
  return { work, throttle: new Throttle(work, 1000) };
}

it('runs at once, and the calls of a storm once more after the time', () => {
  const { work, throttle } = counted();
  for (let call = 0; call < 100; call += 1) throttle.run();
  expect(work).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(999);
  expect(work).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(work).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(10_000);
  expect(work).toHaveBeenCalledTimes(2);
});

it('runs at most once in each period while calls go on', () => {
  const { work, throttle } = counted();
  for (let ms = 0; ms < 10_000; ms += 100) {
    throttle.run();
    vi.advanceTimersByTime(100);
  }
  expect(work.mock.calls.length).toBeLessThanOrEqual(11);
  expect(work.mock.calls.length).toBeGreaterThanOrEqual(10);
});

it('runs at once again after a pause', () => {
  const { work, throttle } = counted();
  throttle.run();
  vi.advanceTimersByTime(1000);
  throttle.run();
  expect(work).toHaveBeenCalledTimes(2);
});

it('forgets what waits when it is stopped', () => {
  const { work, throttle } = counted();
  throttle.run();
  throttle.run();
  throttle.stop();
  vi.advanceTimersByTime(5000);
  expect(work).toHaveBeenCalledTimes(1);
});
