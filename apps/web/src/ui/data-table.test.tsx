import { fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { show } from '../../test/show.tsx';
import { type Column, DataTable, type Order, TableSkeleton, type TableSort } from './data-table.tsx';
import { tableSelection } from './table-selection.tsx';

type Tree = { id: string; name: string; height: number };
type TreeSort = 'name' | 'height';
const TREES: Tree[] = [
  { id: '1', name: 'Oak', height: 20 },
  { id: '2', name: 'Ash', height: 25 },
];
const COLUMNS: Column<Tree, TreeSort>[] = [
  { header: 'Tree', cell: ({ name }) => name, sort: 'name', rowHeader: true, long: true, card: 'title' },
  { header: 'Kind', cell: () => 'Broadleaf', from: 'sm', card: 'status' },
  { header: 'Height', cell: ({ height }) => `${height} m`, figure: true, sort: 'height', card: 'figure' },
];
const keyOf = ({ id }: Tree) => id;
const texts = () => screen.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent));

describe('a table', () => {
  it('names its rows, columns and itself', () => {
    show(
      <DataTable
        label="Trees"
        columns={COLUMNS}
        rows={TREES}
        keyOf={keyOf}
        actions={() => <button type="button">Cut</button>}
      />,
    );
    expect(within(screen.getByRole('table', { name: 'Trees' })).getByRole('rowheader', { name: 'Oak' })).toBeDefined();
    expect(texts()).toEqual([
      ['Tree', 'Kind', 'Height', 'Actions'],
      ['Oak', 'Broadleaf', '20 m', 'Cut'],
      ['Ash', 'Broadleaf', '25 m', 'Cut'],
    ]);
  });

  it('without rows shows what it was given for that', () => {
    show(<DataTable label="Trees" columns={COLUMNS} rows={[]} keyOf={keyOf} empty="No trees yet" />);
    expect(screen.getByText('No trees yet')).toBeDefined();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('keeps equal rows apart by their place', () => {
    show(<DataTable label="Trees" columns={COLUMNS} rows={[...TREES, ...TREES]} keyOf={(_, index) => index} />);
    expect(screen.getAllByRole('row')).toHaveLength(5);
  });

  it('lets a long word break in the columns that people write, and only there', () => {
    const name = 'a'.repeat(400);
    show(<DataTable label="Trees" columns={COLUMNS} rows={[{ id: '1', name, height: 1 }]} keyOf={keyOf} />);
    expect(screen.getByRole('rowheader', { name }).className).toMatch(/long/);
    expect(screen.getByRole('cell', { name: '1 m' }).className).not.toMatch(/long/);
  });
});

type SortTold = (by: TreeSort, order: Order) => void;

function Sorted({ onSort }: { onSort: SortTold }) {
  const [state, setState] = useState<{ by: TreeSort; order: Order }>({ by: 'name', order: 'asc' });
  const sort: TableSort<TreeSort> = {
    ...state,
    usual: { name: 'asc', height: 'desc' },
    onSort(by, order) {
      onSort(by, order);
      setState({ by, order });
    },
  };
  return <DataTable label="Trees" columns={COLUMNS} rows={TREES} keyOf={keyOf} sort={sort} />;
}

describe('the order', () => {
  const showSorted = (onSort: SortTold = () => undefined) => show(<Sorted onSort={onSort} />);
  const heading = (name: string) => screen.getByRole('columnheader', { name });
  const press = (name: string) => fireEvent.click(within(heading(name)).getByRole('button', { name }));

  it('begins as usual for a column and turns round when its heading is pressed again', () => {
    const onSort = vi.fn();
    showSorted(onSort);
    expect(heading('Tree').getAttribute('aria-sort')).toBe('ascending');
    press('Height');
    expect(onSort).toHaveBeenLastCalledWith('height', 'desc');
    expect(heading('Height').getAttribute('aria-sort')).toBe('descending');
    expect(heading('Tree').hasAttribute('aria-sort')).toBe(false);
    press('Height');
    expect(onSort).toHaveBeenLastCalledWith('height', 'asc');
    press('Tree');
    expect(onSort).toHaveBeenLastCalledWith('name', 'asc');
  });

  it('is changed by keyboard: headings that sort are buttons and keep the focus', () => {
    showSorted();
    const button = within(heading('Height')).getByRole('button', { name: 'Height' });
    button.focus();
    expect(button.getAttribute('type')).toBe('button');
    fireEvent.click(button);
    expect(document.activeElement).toBe(within(heading('Height')).getByRole('button', { name: 'Height' }));
    expect(within(heading('Kind')).queryByRole('button')).toBeNull();
  });

  it('is only named where something else changes it', () => {
    show(
      <DataTable label="Trees" columns={COLUMNS} rows={TREES} keyOf={keyOf} sort={{ by: 'height', order: 'desc' }} />,
    );
    expect(heading('Height').getAttribute('aria-sort')).toBe('descending');
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('the phone form', () => {
  it('says below the first cell what the columns say that are left out', () => {
    show(
      <DataTable
        label="Trees"
        columns={COLUMNS}
        rows={TREES}
        keyOf={keyOf}
        phoneLine={({ name }) => `${name} grows`}
      />,
    );
    const first = screen.getAllByRole('rowheader')[0];
    const line = first && within(first).getByText('Oak grows');
    expect(line?.className).toMatch(/untilSm/);
    expect(screen.getByRole('columnheader', { name: 'Kind' }).className).toMatch(/fromSm/);
    expect(screen.getByRole('columnheader', { name: 'Height' }).className).not.toMatch(/from/);
  });

  it('as cards, labels each value without a fixed place', () => {
    show(<DataTable label="Trees" columns={COLUMNS} rows={TREES} keyOf={keyOf} cards />);
    expect(screen.getByRole('table').className).toMatch(/cards/);
    expect(screen.getAllByRole('cell', { name: '20 m' })[0]?.dataset.label).toBe('Height');
    expect(screen.getAllByRole('rowheader')[0]?.dataset.label).toBeUndefined();
  });
});

function Chosen() {
  const [ids, setIds] = useState<readonly string[]>([]);
  const selection = tableSelection<Tree>({
    rows: TREES,
    has: ({ id }) => ids.includes(id),
    toggle: ({ id }) => setIds(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]),
    toggleAll: () => setIds(ids.length === TREES.length ? [] : TREES.map(keyOf)),
    allLabel: 'Select all trees',
    labelOf: ({ name }) => `Select ${name}`,
  });
  return <DataTable label="Trees" columns={COLUMNS} rows={TREES} keyOf={keyOf} selection={selection} />;
}

it('rows are chosen one by one or all at once', () => {
  show(<Chosen />);
  const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
  fireEvent.click(box('Select Oak'));
  expect(box('Select all trees').indeterminate).toBe(true);
  expect(screen.getAllByRole('row').map((row) => row.dataset.chosen)).toEqual([undefined, 'true', undefined]);
  fireEvent.click(box('Select all trees'));
  expect(box('Select Ash').checked).toBe(true);
  expect(box('Select all trees').checked).toBe(true);
  fireEvent.click(box('Select all trees'));
  expect(box('Select Oak').checked).toBe(false);
});

it('has an outline with as many rows as asked for', () => {
  const { container } = show(<TableSkeleton rows={3} />);
  expect(container.querySelectorAll('.mantine-Skeleton-root')).toHaveLength(6);
});
