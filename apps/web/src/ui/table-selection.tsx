import { Checkbox } from '@mantine/core';
import type { TableSelection } from './data-table.tsx';

type SelectionInput<Row> = {
  rows: readonly Row[];
  has: (row: Row) => boolean;
  toggle: (row: Row) => void;
  /** Chooses all rows shown, or none of them. */
  toggleAll: () => void;
  /** Of the checkbox for all rows, like "Select all clients shown". */
  allLabel: string;
  labelOf: (row: Row) => string;
};

/** The checkboxes of a `DataTable`. Separate, because most tables have none. */
export function tableSelection<Row>(input: SelectionInput<Row>): TableSelection<Row> {
  const { rows, has, toggle, toggleAll, allLabel, labelOf } = input;
  const count = rows.filter(has).length;
  return {
    has,
    header: (
      <Checkbox
        size="xs"
        aria-label={allLabel}
        checked={count > 0 && count === rows.length}
        indeterminate={count > 0 && count < rows.length}
        onChange={toggleAll}
      />
    ),
    cell: (row) => <Checkbox size="xs" aria-label={labelOf(row)} checked={has(row)} onChange={() => toggle(row)} />,
  };
}
