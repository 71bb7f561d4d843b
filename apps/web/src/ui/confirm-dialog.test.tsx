import { fireEvent, screen } from '@testing-library/react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { show } from '../../test/show.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { prepareDialogs } from './dialog.tsx';

beforeAll(async () => void (await prepareDialogs()));

const idle = { isPending: false, error: null, reset: vi.fn() };
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

function open(props: Partial<Parameters<typeof ConfirmDialog>[0]> = {}) {
  const onConfirm = vi.fn();
  const onClose = vi.fn();
  show(
    <ConfirmDialog
      title="Cancel the demo?"
      confirmLabel="Cancel the demo"
      cancelLabel="Keep the demo"
      onConfirm={onConfirm}
      onClose={onClose}
      {...props}
    >
      The time becomes free for others.
    </ConfirmDialog>,
  );
  return { onConfirm, onClose };
}

describe('a confirm dialog', () => {
  it('is named by its question and confirms', () => {
    const { onConfirm } = open();
    expect(screen.getByRole('dialog', { name: 'Cancel the demo?' })).toBeDefined();
    fireEvent.click(button('Cancel the demo'));
    expect(onConfirm).toHaveBeenCalledOnce();
  });

  it('shows a failure, and forgets it on closing', () => {
    const reset = vi.fn();
    const { onClose } = open({ action: { ...idle, error: new TypeError('failed'), reset }, fallback: 'Still booked.' });
    expect(screen.getByRole('alert').textContent).toBe('Still booked.');
    fireEvent.click(button('Keep the demo'));
    expect(reset).toHaveBeenCalledOnce();
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('is busy while the action runs and does not repeat it', () => {
    const { onConfirm } = open({ action: { ...idle, isPending: true } });
    expect(button('Cancel the demo').getAttribute('data-loading')).toBe('true');
    fireEvent.click(button('Cancel the demo'));
    expect(onConfirm).not.toHaveBeenCalled();
  });

  it('waits for the word', () => {
    const { onConfirm } = open({ confirmWord: 'END' });
    expect(button('Cancel the demo').disabled).toBe(true);
    fireEvent.change(screen.getByRole('textbox', { name: /Type END to confirm/ }), { target: { value: ' end ' } });
    fireEvent.click(button('Cancel the demo'));
    expect(onConfirm).toHaveBeenCalledOnce();
  });
});
