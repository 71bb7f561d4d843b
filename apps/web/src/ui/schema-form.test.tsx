import { TextInput } from '@mantine/core';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { show } from '../../test/show.tsx';
import { prepareDialogs } from './dialog.tsx';
import { Form } from './form.tsx';
import { FormDialog } from './form-dialog.tsx';
import { useSchemaForm } from './schema-form.ts';

beforeAll(async () => void (await prepareDialogs()));

const schema = z.object({
  name: z.string().trim().min(1, 'Please enter a name'),
  tags: z.array(z.string().max(5, 'Too long')),
});
type Values = { name: string; tags: string };
type Output = z.infer<typeof schema>;
type Send = (output: Output) => Promise<string>;

function useNameForm(submit: Send, onDone?: (result: string) => void) {
  return useSchemaForm(schema, {
    initialValues: { name: '', tags: '' },
    toInput: ({ name, tags }: Values) => ({ name, tags: tags.split(',') }),
    submit,
    ...(onDone && { onDone }),
  });
}

function NameForm({ submit, onDone }: { submit: Send; onDone?: (result: string) => void }) {
  const form = useNameForm(submit, onDone);
  return (
    <Form form={form} submitLabel="Save name" onlyChanged>
      <TextInput label="Name" description="As on the card" {...form.getInputProps('name')} />
      <TextInput label="Tags" {...form.getInputProps('tags')} />
    </Form>
  );
}

function NameDialog({ submit, onClose }: { submit: Send; onClose: () => void }) {
  const form = useNameForm(submit);
  return (
    <FormDialog title="Add name" form={form} submitLabel="Add" onClose={onClose}>
      <TextInput label="Name" {...form.getInputProps('name')} />
    </FormDialog>
  );
}

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const refusal = (message: string, problems: Record<string, string> = {}) =>
  Object.assign(new Error(message), { code: 'INVALID', status: 422, data: { problems } });

describe('a contract form', () => {
  it('shows a problem at its field and gives the field the focus', async () => {
    const submit = vi.fn<Send>();
    show(<NameForm submit={submit} />);
    type('Name', ' ');
    press('Save name');
    const field = screen.getByLabelText('Name');
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(field.getAttribute('aria-invalid')).toBe('true');
    const described = field.getAttribute('aria-describedby')?.split(' ') ?? [];
    const words = described.map((id) => document.getElementById(id)?.textContent);
    expect(words).toContain('Please enter a name');
    expect(words).toContain('As on the card');
    expect(submit).not.toHaveBeenCalled();
  });

  it('shows a problem inside a list at the field that holds the whole list', async () => {
    show(<NameForm submit={vi.fn<Send>()} />);
    type('Name', 'Ann');
    type('Tags', 'a,much too long');
    press('Save name');
    expect(await screen.findByText('Too long')).toBeDefined();
  });

  it('sends what the schema returns, once, and is busy meanwhile', async () => {
    const answer = Promise.withResolvers<string>();
    const submit = vi.fn<Send>(() => answer.promise);
    const onDone = vi.fn();
    const { container } = show(<NameForm submit={submit} onDone={onDone} />);
    type('Name', ' Ann ');
    const element = container.querySelector('form');
    if (!element) throw new Error('no form');
    fireEvent.submit(element);
    fireEvent.submit(element);
    const button = screen.getByRole('button', { name: 'Save name' });
    await waitFor(() => expect(button.getAttribute('data-loading')).toBe('true'));
    fireEvent.submit(element);
    answer.resolve('saved');
    await waitFor(() => expect(onDone).toHaveBeenCalledWith('saved', { name: 'Ann', tags: [''] }));
    expect(submit).toHaveBeenCalledOnce();
    expect(submit).toHaveBeenCalledWith({ name: 'Ann', tags: [''] });
  });

  it('announces a failure and can be sent again', async () => {
    const submit = vi.fn<Send>().mockRejectedValueOnce(new TypeError('fetch failed')).mockResolvedValueOnce('saved');
    const onDone = vi.fn();
    show(<NameForm submit={submit} onDone={onDone} />);
    type('Name', 'Ann');
    press('Save name');
    expect((await screen.findByRole('alert')).textContent).toBe('Nothing was saved. Please try again.');
    press('Save name');
    await waitFor(() => expect(onDone).toHaveBeenCalled());
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows problems that the server finds at their fields', async () => {
    const submit = vi.fn<Send>().mockRejectedValue(refusal('Please check the name', { name: 'This name is taken' }));
    show(<NameForm submit={submit} />);
    type('Name', 'Ann');
    press('Save name');
    expect(await screen.findByText('This name is taken')).toBeDefined();
    expect(screen.getByRole('alert').textContent).toBe('Please check the name');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
  });

  it('keeps the button off until something changes', () => {
    show(<NameForm submit={vi.fn<Send>()} />);
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Save name' });
    expect(button.disabled).toBe(true);
    type('Name', 'Ann');
    expect(button.disabled).toBe(false);
  });
});

describe('a form dialog', () => {
  it('forgets values and failure when it closes', async () => {
    const onClose = vi.fn();
    show(<NameDialog submit={vi.fn<Send>().mockRejectedValue(refusal('Taken'))} onClose={onClose} />);
    type('Name', 'Ann');
    press('Add');
    expect((await screen.findByRole('alert')).textContent).toBe('Taken');
    press('Cancel');
    expect(onClose).toHaveBeenCalledOnce();
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('');
  });
});
