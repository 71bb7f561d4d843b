import { MantineProvider, Menu } from '@mantine/core';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { show } from '../../test/show.tsx';
import { Dialog } from './dialog.tsx';

/** A page that renders its dialogs only while they are open; the first one can be replaced by the second. */
function Page() {
  const [open, setOpen] = useState<'first' | 'second' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <button type="button" onClick={() => setOpen('first')}>
        Open
      </button>
      <Menu>
        <Menu.Target>
          <button type="button">More</button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setOpen('second')}>From the menu</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {open === 'first' && (
        <Dialog opened onClose={close} title="First">
          <button type="button" onClick={() => setOpen('second')}>
            Replace
          </button>
        </Dialog>
      )}
      {open === 'second' && (
        <Dialog opened onClose={close} title="Second">
          <input aria-label="Field" />
        </Dialog>
      )}
    </>
  );
}

const press = (element: HTMLElement) => {
  element.focus();
  fireEvent.click(element);
};
const close = async (title: string) => {
  fireEvent.keyDown(await screen.findByRole('dialog', { name: title }), { key: 'Escape', code: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
};
const isFocused = (name: string) =>
  waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name })));

it('gives the focus back to what opened it', async () => {
  show(<Page />);
  press(screen.getByRole('button', { name: 'Open' }));
  await close('First');
  await isFocused('Open');
});

it('gives the focus back to the button of the menu that it was opened from', async () => {
  show(<Page />);
  press(screen.getByRole('button', { name: 'More' }));
  press(await screen.findByRole('menuitem', { name: 'From the menu' }));
  await close('Second');
  await isFocused('More');
});

it('gives the focus back to what opened the dialog that it replaced', async () => {
  show(<Page />);
  press(screen.getByRole('button', { name: 'Open' }));
  press(await screen.findByRole('button', { name: 'Replace' }));
  await close('Second');
  await isFocused('Open');
});

/** A page whose dialog stays mounted, with the transitions that people see. */
function Question() {
  const [opened, setOpened] = useState(false);
  return (
    <MantineProvider env="default">
      <button type="button" onClick={() => setOpened(true)}>
        Delete
      </button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title="Delete it?">
        <button type="button" data-autofocus>
          Cancel
        </button>
      </Dialog>
    </MantineProvider>
  );
}

it('gives the focus back after a transition, the first time too', async () => {
  show(<Question />);
  for (let time = 0; time < 2; time += 1) {
    press(screen.getByRole('button', { name: 'Delete' }));
    await isFocused('Cancel');
    await close('Delete it?');
    await isFocused('Delete');
  }
});
