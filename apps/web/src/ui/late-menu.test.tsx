import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { show } from '../../test/show.tsx';
import { LateMenu } from './late-menu.tsx';

function open() {
  const archive = vi.fn();
  show(
    <LateMenu
      target={(button) => (
        <button type="button" {...button}>
          Actions
        </button>
      )}
    >
      {(Menu) => <Menu.Item onClick={archive}>Archive</Menu.Item>}
    </LateMenu>,
  );
  return { archive, button: screen.getByRole('button', { name: 'Actions' }) };
}

describe('a menu that loads late', () => {
  it('opens by a press that comes before it has loaded, and moves the focus into it', async () => {
    const { button, archive } = open();
    expect(button.getAttribute('aria-haspopup')).toBe('menu');
    expect(button.getAttribute('aria-expanded')).toBe('false');
    button.focus();
    fireEvent.click(button);
    expect(button.getAttribute('aria-expanded')).toBe('true');
    const item = await screen.findByRole('menuitem', { name: 'Archive' });
    const menu = screen.getByRole('menu');
    expect(menu.id).toBe(button.getAttribute('aria-controls'));
    expect(menu.getAttribute('aria-labelledby')).toBe(button.id);
    await waitFor(() => expect(document.activeElement).toBe(item));
    fireEvent.click(item);
    expect(archive).toHaveBeenCalledOnce();
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  });

  it('gives the focus back on Escape, and opens again', async () => {
    const { button } = open();
    for (const _ of ['first', 'second']) {
      button.focus();
      fireEvent.click(button);
      const item = await screen.findByRole('menuitem', { name: 'Archive' });
      await waitFor(() => expect(document.activeElement).toBe(item));
      fireEvent.keyDown(item, { key: 'Escape', code: 'Escape' });
      await waitFor(() => expect(document.activeElement).toBe(button));
      expect(button.getAttribute('aria-expanded')).toBe('false');
    }
  });

  it('closes with a second press', async () => {
    const { button } = open();
    fireEvent.click(button);
    await screen.findByRole('menu');
    fireEvent.click(button);
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  });
});
