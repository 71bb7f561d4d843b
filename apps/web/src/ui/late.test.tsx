import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { show } from '../../test/show.tsx';
import { Below, lateBelow } from './late.tsx';

/** Tells the page what comes into sight. */
let scrollTo: (isIntersecting: boolean) => void;

class Screen {
  constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
    scrollTo = (isIntersecting) => report([{ isIntersecting }]);
  }
  observe = () => scrollTo(false);
  disconnect = () => undefined;
}

beforeEach(() => void vi.stubGlobal('IntersectionObserver', Screen));

const heightOf = (element: Element | null) => (element instanceof HTMLElement ? element.style.height : undefined);

it('keeps the place of what is below until it comes into sight', () => {
  const { container } = show(<Below height={600}>Progress</Below>);
  expect(screen.queryByText('Progress')).toBeNull();
  expect(heightOf(container.querySelector('div[style]'))).toBe('600px');
  act(() => scrollTo(true));
  expect(screen.getByText('Progress')).toBeDefined();
});

it.each(['pointerMove', 'pointerDown', 'keyDown'] as const)('draws it with the first %s', (sign) => {
  show(<Below height={600}>Progress</Below>);
  fireEvent[sign](window);
  expect(screen.getByText('Progress')).toBeDefined();
});

it('loads a part with the first sight of it, and shows it at once the next time', async () => {
  const load = vi.fn(async () => ({ name }: { name: string }) => <p>{name}</p>);
  const History = lateBelow(load, 240);
  const first = show(<History name="Earlier check-ins" />);
  expect(load).not.toHaveBeenCalled();
  act(() => scrollTo(true));
  expect(await screen.findByText('Earlier check-ins')).toBeDefined();
  first.unmount();
  show(<History name="Earlier check-ins" />);
  expect(screen.getByText('Earlier check-ins')).toBeDefined();
  expect(load).toHaveBeenCalledTimes(1);
});

it('keeps the place of a part without a network, and loads it with the next connection', async () => {
  const offline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const load = vi.fn(async () => (): ReactNode => <p>Earlier check-ins</p>);
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  const History = lateBelow(load, 240);
  const { container } = show(<History />);
  act(() => scrollTo(true));
  await waitFor(() => expect(load).toHaveBeenCalledTimes(1));
  expect(heightOf(container.querySelector('div[style]'))).toBe('240px');
  offline.mockReturnValue(true);
  fireEvent(window, new Event('online'));
  expect(await screen.findByText('Earlier check-ins')).toBeDefined();
});
