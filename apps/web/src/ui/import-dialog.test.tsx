import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useMemo, useState } from 'react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { show } from '../../test/show.tsx';
import { type Cells, CellsForm } from './cells-form.tsx';
import { ColumnChoices } from './column-choices.tsx';
import { prepareDialogs } from './dialog.tsx';
import { ImportDialog, ImportPreview } from './import-dialog.tsx';
import { LeftOutRows } from './left-out-rows.tsx';
import Toaster from './toaster.tsx';
import { type ImportSteps, useImport } from './use-import.ts';

beforeAll(async () => void (await prepareDialogs()));

type Read = { names: string[]; problems: { row: number; problem: string }[] };
const server = {
  pace: vi.fn(async () => undefined),
  dryRun: vi.fn(async ({ names }: Read) => ({ added: names.length })),
  send: vi.fn(async ({ names }: Read, onSent: (count: number) => void) => {
    onSent(names.length);
    return names.length;
  }),
  undo: vi.fn(async () => '2 trees felled'),
};

function Preview({ rows, steps }: { rows: string[][]; steps: ImportSteps }) {
  const [column, setColumn] = useState<number | null>(0);
  const parse = useMemo(() => {
    if (column === null) return null;
    return async (cells: readonly string[][]): Promise<Read> => {
      await server.pace();
      const names = cells.slice(1).map((row) => row[column] ?? '');
      const problems = names.flatMap((name, index) => (name ? [] : [{ row: index + 1, problem: 'No name' }]));
      return { names: names.filter(Boolean), problems };
    };
  }, [column]);
  const task = useImport({
    steps,
    source: rows,
    parse,
    dryRun: server.dryRun,
    send: server.send,
    undo: server.undo,
    doneText: (count) => `${count} trees planted`,
    changedKeys: [],
  });
  return (
    <ImportPreview
      steps={steps}
      task={task}
      title="Match the columns"
      label="Plant trees"
      disabled={!task.outcome?.added}
      fallback="Nothing was planted."
      progress={{ label: 'Planted trees', total: task.table?.names.length ?? 0, note: `${task.sent} planted` }}
    >
      <ColumnChoices
        fields={['name']}
        labels={{ name: 'Name' }}
        header={rows[0] ?? []}
        mapping={{ name: column }}
        onChange={(_, chosen) => setColumn(chosen)}
      />
      <p>{task.outcome ? `${task.outcome.added} will be planted` : 'Comparing'}</p>
      <p>{task.table?.names.join(' and ')}</p>
      {task.table && <LeftOutRows problems={task.table.problems} />}
    </ImportPreview>
  );
}

const onClose = vi.fn();

function read(cells: string) {
  show(
    <>
      <Toaster />
      <ImportDialog<Cells>
        title="Import trees"
        source={(form) => (
          <CellsForm
            {...form}
            fileLabel="File with trees"
            placeholder="Name"
            maxMegabytes={1}
            readTable={(text) => ({ rows: text.split('\n').map((line) => line.split('\t')) })}
            problemOf={({ length }) => (length > 4 ? 'Too many trees' : null)}
          />
        )}
        onClose={onClose}
      >
        {({ rows }, steps) => <Preview rows={rows} steps={steps} />}
      </ImportDialog>
    </>,
  );
  fireEvent.change(screen.getByLabelText('Cells'), { target: { value: cells } });
  fireEvent.click(screen.getByRole('button', { name: 'Read cells' }));
}

const plant = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Plant trees' });

beforeEach(() => {
  vi.clearAllMocks();
});

it('skipped rows are named, and all of them are listed when asked for', () => {
  const problems = Array.from({ length: 7 }, (_, row) => ({ row, name: `Tree ${row}`, problem: 'No height' }));
  show(<LeftOutRows problems={problems} />);
  expect(screen.getAllByRole('listitem')).toHaveLength(5);
  expect(screen.getByText('Row 5, Tree 4: No height')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Show all 7 rows' }));
  expect(screen.getByText('Row 7, Tree 6: No height')).toBeDefined();
  expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Skipped rows' }));
});

describe('an import', () => {
  it('says what it would do and why rows are left out, does it, closes and is undone', async () => {
    read('Name\nOak\n\nAsh');
    expect(await screen.findByText('2 will be planted')).toBeDefined();
    expect(screen.getByText('1 row will be skipped')).toBeDefined();
    expect(screen.getByText('Row 3: No name')).toBeDefined();
    expect(server.send).not.toHaveBeenCalled();
    fireEvent.click(plant());
    expect(await screen.findByText('2 trees planted')).toBeDefined();
    expect(onClose).toHaveBeenCalledOnce();
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('2 trees felled')).toBeDefined();
    expect(server.undo).toHaveBeenCalledWith({ names: ['Oak', 'Ash'], problems: [{ row: 2, problem: 'No name' }] });
  });

  it('reads again with another column, and compares nothing while a choice is missing', async () => {
    read('Name\tOther\nOak\tElm');
    await screen.findByText('1 will be planted');
    const name = screen.getByRole('combobox', { name: 'Name' });
    fireEvent.change(name, { target: { value: '' } });
    expect(screen.getByText('Comparing')).toBeDefined();
    expect(plant().disabled).toBe(true);
    fireEvent.change(name, { target: { value: '1' } });
    await screen.findByText('1 will be planted');
    expect(server.dryRun.mock.calls.map(([{ names }]) => names)).toEqual([['Oak'], ['Elm']]);
  });

  it('keeps the last preview while another choice is read, and imports nothing meanwhile', async () => {
    read('Name\tOther\nOak\tElm');
    await screen.findByText('1 will be planted');
    let goOn: () => void = () => undefined;
    server.pace.mockImplementationOnce(
      () =>
        new Promise((resolve) => {
          goOn = () => resolve(undefined);
        }),
    );
    fireEvent.change(screen.getByRole('combobox', { name: 'Name' }), { target: { value: '1' } });
    expect(await screen.findByText('Comparing')).toBeDefined();
    expect(screen.getByText('Oak')).toBeDefined();
    expect(plant().disabled).toBe(true);
    const form = plant().closest('form');
    if (form) fireEvent.submit(form);
    goOn();
    await screen.findByText('1 will be planted');
    expect(screen.getByText('Elm')).toBeDefined();
    expect(screen.queryByText('Oak')).toBeNull();
    expect(server.send).not.toHaveBeenCalled();
  });

  it('stays open while rows are on their way, and says why they stopped', async () => {
    let fail: (reason: Error) => void = () => undefined;
    server.send.mockImplementationOnce(async (_, onSent) => {
      onSent(1);
      return new Promise<number>((_resolve, reject) => {
        fail = reject;
      });
    });
    read('Name\nOak\nAsh');
    await screen.findByText('2 will be planted');
    fireEvent.click(plant());
    const progress = await screen.findByRole('progressbar', { name: 'Planted trees' });
    expect(progress.getAttribute('aria-valuenow')).toBe('50');
    expect(screen.getByText('1 planted').getAttribute('role')).toBe('status');
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(onClose).not.toHaveBeenCalled();
    fail(new Error('cut off'));
    expect(await screen.findByText('Nothing was planted.')).toBeDefined();
    fireEvent.click(plant());
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  });

  it('goes back to another file', async () => {
    read('Name\nOak');
    fireEvent.click(await screen.findByRole('button', { name: 'Choose another file' }));
    expect(screen.getByLabelText('Cells')).toBeDefined();
  });

  it('refuses a table before anything is compared', () => {
    read('Name\n1\n2\n3\n4');
    expect(screen.getByText('Too many trees')).toBeDefined();
    expect(server.dryRun).not.toHaveBeenCalled();
  });
});
