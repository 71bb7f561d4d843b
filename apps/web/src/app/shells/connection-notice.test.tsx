import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { FakeSocket } from '../../../test/fake-socket.ts';
import { openApp } from '../../../test/open-app.tsx';
import { aClient } from '../../../test/people.ts';

const notice = () => screen.queryByText("Offline: what you write is kept and sent when you're back online");

it('shows that the device is offline, after a few seconds and until it is back', async () => {
  await openApp('/client/messages', aClient());
  await waitFor(() => expect(FakeSocket.made).toHaveLength(1));
  act(() => FakeSocket.last.say('connect'));
  expect(notice()).toBeNull();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  act(() => FakeSocket.last.say('disconnect'));
  await act(() => vi.advanceTimersByTimeAsync(4000));
  expect(notice()).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(1100));
  expect(notice()?.closest('[role=status]')).not.toBeNull();
  await waitFor(() => expect(FakeSocket.last.closed).toBe(false));
  act(() => FakeSocket.last.say('connect'));
  expect(notice()).toBeNull();
});

it('opens nothing for visitors', async () => {
  await openApp('/pricing', null);
  await screen.findByRole('heading', { level: 1 });
  expect(FakeSocket.made).toHaveLength(0);
});
