import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { json, server } from '../../../test/server.ts';
import { prepareDialogs } from '../../ui/dialog.tsx';
import FoodLogImport from './food-log-import.tsx';

beforeAll(async () => void (await prepareDialogs()));

const choose = (text: string) => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('no file input');
  fireEvent.change(input, { target: { files: [new File([text], 'diary.csv', { type: 'text/csv' })] } });
};

it('shows what a diary would add, asks about days with other entries, and is undone', async () => {
  const bodies: { dryRun: boolean; existing: string; days: { status: string }[] }[] = [];
  server.onAny('POST', /^\/rest\/v1\/food_logs\/imports\//, async (request) => {
    const body = await request.json();
    bodies.push(body);
    const isAdded = body.existing === 'add';
    return json({ added: isAdded ? 2 : 1, known: 0, taken: ['2026-02-11'], full: [] });
  });
  const undone = vi.fn();
  server.onAny('DELETE', /^\/rest\/v1\/food_logs\/imports\//, () => {
    undone();
    return json({ undone: 2, more: undone.mock.calls.length < 2 });
  });
  const onClose = vi.fn();
  await mount(<FoodLogImport target={null} today="2026-03-02" onClose={onClose} />);
  choose('a,b\n1,2');
  expect(await screen.findByText(/^This is not a food diary/)).toBeDefined();
  choose('Date,Meal,Calories\n2026-02-10,Lunch,700\n2026-02-11,Lunch,600\nnever,Lunch,1');
  expect(await screen.findByText('2 entries on 2 days, from Feb 10, 2026 to Feb 11, 2026.')).toBeDefined();
  expect(await screen.findByText('1 entry will be added.')).toBeDefined();
  expect(screen.getByText('1 day with other entries will stay as they are.')).toBeDefined();
  expect(screen.getByText('1 row will be skipped')).toBeDefined();
  fireEvent.change(screen.getByLabelText('1 day already has other entries'), { target: { value: 'add' } });
  fireEvent.click(screen.getByRole('checkbox', { name: 'Everything eaten on these days is in the file' }));
  expect(await screen.findByText('2 entries will be added.')).toBeDefined();
  expect(bodies.every(({ dryRun }) => dryRun)).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Import diary' }));
  expect(await screen.findByText('2 entries imported')).toBeDefined();
  expect(bodies.at(-1)).toMatchObject({ dryRun: false, existing: 'add', days: [{ status: 'complete' }, {}] });
  expect(onClose).toHaveBeenCalledOnce();
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('4 removed')).toBeDefined();
  await waitFor(() => expect(undone).toHaveBeenCalledTimes(2));
});
