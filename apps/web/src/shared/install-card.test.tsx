import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => vi.resetModules());

async function open() {
  const { InstallCard } = await import('./install-card.tsx');
  return render(
    <MantineProvider env="test">
      <InstallCard />
    </MantineProvider>,
  );
}

function offer(outcome: 'accepted' | 'dismissed') {
  const prompt = vi.fn().mockResolvedValue({ outcome });
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  act(() => void window.dispatchEvent(event));
  return { event, prompt };
}

const card = () => screen.queryByRole('heading', { name: /at hand$/ });

it('is there once the browser offers it, and asks once', async () => {
  await open();
  expect(card()).toBeNull();
  const { event, prompt } = offer('accepted');
  expect(event.defaultPrevented).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Add to home screen' }));
  expect(prompt).toHaveBeenCalledTimes(1);
  expect(card()).toBeNull();
});

it.each(['by the card', 'by the browser'])('does not come back after a no %s', async (where) => {
  const { unmount } = await open();
  offer('dismissed');
  fireEvent.click(screen.getByRole('button', { name: where === 'by the card' ? 'Not now' : 'Add to home screen' }));
  await waitFor(() => expect(window.localStorage.getItem('stridewell.install.dismissed')).not.toBeNull());
  expect(card()).toBeNull();
  unmount();
  vi.resetModules();
  await open();
  const { event } = offer('accepted');
  expect(event.defaultPrevented).toBe(false);
  expect(card()).toBeNull();
});

it('says on an iPhone how it is done by hand', async () => {
  Object.defineProperty(navigator, 'standalone', { configurable: true, value: false });
  await open();
  expect(screen.getByText(/Add to Home Screen/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Add to home screen' })).toBeNull();
  Reflect.deleteProperty(navigator, 'standalone');
});

it('offers nothing in an app that is installed', async () => {
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: media.includes('standalone'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  await open();
  offer('accepted');
  expect(card()).toBeNull();
});
