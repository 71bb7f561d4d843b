import { Button, Menu, NativeSelect, TextInput } from '@mantine/core';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeAll, expect, it, vi } from 'vitest';
import { show } from '../../test/show.tsx';
import { Dialog, prepareDialogs } from './dialog.tsx';
import { DialogActions } from './dialog-actions.tsx';
import { ReadOnly } from './read-only.tsx';

beforeAll(async () => void (await prepareDialogs()));

const REASON = 'Read-only here';
const refusalOf = ({ pathname }: URL) => (pathname.startsWith('/secret') ? 'Not shown here' : null);
const readOnly = <ReadOnly reason={REASON} refusalOf={refusalOf} />;
const reasonOf = (element: Element) =>
  element.getAttribute('aria-disabled') === 'true' ? element.getAttribute('aria-description') : null;

it('disables controls with the reason and keeps their focus', async () => {
  const act = vi.fn();
  show(
    <>
      <Button onClick={act}>Delete lead</Button>
      <NativeSelect aria-label="Status" data={['new', 'won']} onChange={act} />
      {readOnly}
    </>,
  );
  const button = screen.getByRole('button', { name: 'Delete lead' });
  expect(reasonOf(button)).toBe(REASON);
  expect(reasonOf(screen.getByRole('combobox', { name: 'Status' }))).toBe(REASON);
  button.focus();
  expect(document.activeElement).toBe(button);
  expect(await screen.findByRole('tooltip')).toBeDefined();
  fireEvent.click(button);
  expect(fireEvent.keyDown(button, { key: 'Enter' })).toBe(false);
  expect(fireEvent.keyDown(button, { key: 'Tab' })).toBe(true);
  expect(fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Status' }))).toBe(false);
  expect(act).not.toHaveBeenCalled();
});

it('submits no form and takes no text', () => {
  const submit = vi.fn();
  show(
    <form onSubmit={submit}>
      <TextInput label="Name" />
      <button type="submit">Save name</button>
      {readOnly}
    </form>,
  );
  const field = screen.getByRole('textbox', { name: 'Name' });
  expect(reasonOf(field)).toBe(REASON);
  expect(fireEvent.keyDown(field, { key: 'Enter' })).toBe(false);
  expect(fireEvent.keyDown(field, { key: 'a' })).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: 'Save name' }));
  expect(submit).not.toHaveBeenCalled();
});

it('disables links that lead nowhere and leaves the others', () => {
  show(
    <>
      <a href="/secret/page">Client</a>
      <a href="/money">Money</a>
      {readOnly}
    </>,
  );
  expect(reasonOf(screen.getByRole('link', { name: 'Client' }))).toBe('Not shown here');
  expect(fireEvent.click(screen.getByRole('link', { name: 'Client' }))).toBe(false);
  expect(reasonOf(screen.getByRole('link', { name: 'Money' }))).toBeNull();
});

it('leaves what only reads: marked parts, tabs, menus, and the ways out of a dialog', async () => {
  const read = vi.fn();
  show(
    <>
      <div data-reads>
        <Button onClick={read}>Next week</Button>
      </div>
      <button type="button" aria-expanded={false}>
        More about it
      </button>
      <Menu>
        <Menu.Target>
          <button type="button">Actions</button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={read}>Archive</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Dialog opened title="Session" onClose={() => undefined}>
        <DialogActions cancelLabel="Keep it" onCancel={read} label="Cancel session" onConfirm={read} busy={false} />
      </Dialog>
      {readOnly}
    </>,
  );
  for (const name of ['Close', 'Keep it']) expect(reasonOf(screen.getByRole('button', { name })), name).toBeNull();
  expect(reasonOf(screen.getByRole('button', { name: 'Cancel session' }))).toBe(REASON);
  const byText = (text: string) => screen.getByText(text).closest('button') as HTMLElement;
  expect(reasonOf(byText('More about it'))).toBeNull();
  fireEvent.click(byText('Next week'));
  expect(read).toHaveBeenCalledTimes(1);
  expect(reasonOf(byText('Actions'))).toBeNull();
  fireEvent.click(byText('Actions'));
  const item = await waitFor(() => screen.getByText('Archive').closest('[role="menuitem"]') as HTMLElement);
  await waitFor(() => expect(reasonOf(item)).toBe(REASON));
  fireEvent.click(item);
  expect(read).toHaveBeenCalledTimes(1);
});

type Step = 'fewer' | 'more' | 'over';

function Page() {
  const [step, setStep] = useState<Step>('fewer');
  const next: Step = step === 'fewer' ? 'more' : 'over';
  return (
    <>
      <Button data-reads onClick={() => setStep(next)}>
        Next step
      </Button>
      {step !== 'fewer' && <Button>Add client</Button>}
      {step !== 'over' && readOnly}
    </>
  );
}

it('finds controls that appear later, and enables everything when it ends', async () => {
  show(<Page />);
  const next = screen.getByText('Next step');
  fireEvent.click(next);
  const added = await screen.findByRole('button', { name: 'Add client' });
  await waitFor(() => expect(reasonOf(added)).toBe(REASON));
  fireEvent.click(next);
  expect(reasonOf(added)).toBeNull();
  expect(added.hasAttribute('aria-description')).toBe(false);
});
