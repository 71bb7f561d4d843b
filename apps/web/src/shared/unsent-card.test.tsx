import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { show } from '../../test/show.tsx';
import { endedText, UnsentCard } from './unsent-card.tsx';

function open(changes: Partial<Parameters<typeof UnsentCard>[0]> = {}) {
  const onDiscard = vi.fn();
  show(
    <UnsentCard
      title="Message"
      when="Today"
      reason="It ended."
      copied="Hello"
      onRetry={null}
      onDiscard={onDiscard}
      {...changes}
    >
      <p>Hello</p>
    </UnsentCard>,
  );
  return onDiscard;
}

it('discards only after a confirmation', async () => {
  const onDiscard = open();
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Discard this message?' }));
  expect(dialog.getByText('Only you have it. A discarded message cannot be restored.')).toBeDefined();
  expect(onDiscard).not.toHaveBeenCalled();
  fireEvent.click(dialog.getByRole('button', { name: 'Discard' }));
  expect(onDiscard).toHaveBeenCalledOnce();
});

it('offers only actions that can succeed', () => {
  open({ copied: '' });
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Copy text' })).toBeNull();
});

it('names the coach when the device knows the name', () => {
  expect(endedText('Lena', 'message')).toBe('Your coaching with Lena has ended, so this message cannot be sent.');
  expect(endedText(null, 'check-in')).toBe('The coaching for this check-in has ended, so it cannot be sent.');
});
