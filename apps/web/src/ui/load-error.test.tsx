import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { show } from '../../test/show.tsx';
import { LoadError } from './load-error.tsx';

it.each([
  [new TypeError('unreachable'), 'We could not reach the server.'],
  [new Error('Internal'), 'The problem is on our side.'],
])('explains %s', (error, advice) => {
  show(<LoadError title="Photos could not be loaded" error={error} onRetry={() => undefined} />);
  expect(screen.getByRole('alert').textContent).toMatch(new RegExp(`^Photos could not be loaded${advice}`));
});

it('is busy until the retry ends', async () => {
  let end: () => void = () => undefined;
  const onRetry = vi.fn(() => new Promise<void>((resolve) => (end = resolve)));
  show(<LoadError title="Photos could not be loaded" error={new Error('Internal')} onRetry={onRetry} />);
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Try again' });
  fireEvent.click(button);
  expect(onRetry).toHaveBeenCalledOnce();
  await waitFor(() => expect(button.dataset.loading).toBe('true'));
  end();
  await waitFor(() => expect(button.dataset.loading).toBeUndefined());
});
