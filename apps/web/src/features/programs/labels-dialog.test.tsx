import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { aProgram } from '../../../../../packages/contract/test/programs.ts';
import { mount } from '../../../test/mount.tsx';
import { COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { LabelsDialog } from './labels-dialog.tsx';

const PROGRAM = '/rest/v1/programs/0190a5a0-0000-7000-8000-600000000001';
const program = aProgram({ Push: { Bench: [{}] } });
const summary = {
  id: '0190a5a0-0000-7000-8000-600000000001',
  name: 'Push',
  folder: 'Old',
  tags: ['home'],
  builtIn: false,
  description: '',
  frequency: 1,
  split: '',
  weeks: 1,
  clients: 0,
  updatedAt: '2026-03-01T10:00:00.000Z',
};

it('saves folder and tags with the newest program, and stays open when the server refuses', async () => {
  server.on(`GET ${PROGRAM}`, { program, version: 4 });
  const sent: unknown[] = [];
  server.on(`POST ${PROGRAM}`, async (request) => {
    sent.push(await request.json());
    const refusal = { defined: true, code: 'PROGRAM_CHANGED', status: 409, message: 'It was changed elsewhere.' };
    return sent.length > 1 ? json({ version: 5, updatedAt: '2026-03-02T10:00:00.000Z' }) : json(refusal, 409);
  });
  const onClose = vi.fn();
  await mount(<LabelsDialog coachId={COACH_ID} program={summary} folders={['Old', 'New']} onClose={onClose} />);
  fireEvent.change(await screen.findByLabelText('Folder', { selector: 'input' }), { target: { value: ' New ' } });
  const tags = screen.getByLabelText('Tags', { selector: 'input' });
  fireEvent.keyDown(tags, { key: 'Backspace' });
  const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  save();
  expect(await screen.findByText('It was changed elsewhere.')).toBeDefined();
  expect(onClose).not.toHaveBeenCalled();
  save();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent[1]).toMatchObject({ basedOn: 4, folder: 'New', tags: [], program: { name: program.name } });
});
