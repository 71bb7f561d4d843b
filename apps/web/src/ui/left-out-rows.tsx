import { Button, List } from '@mantine/core';
import { useState } from 'react';
import { countLabel } from '../lib/format.ts';
import { takeFocus } from '../lib/take-focus.ts';
import { Muted } from './muted.tsx';
import { Notice } from './notice.tsx';

const SHOWN = 5;
/** More rows than this are a wrong file rather than wrong rows. */
const MOST = 500;

type LeftOutRow = {
  /** From 1, below the headers. */
  row: number;
  /** Makes the row easy to find in a large file. */
  name?: string | undefined;
  problem: string;
};

/** Rows of a table that will not be imported, and why. */
export function LeftOutRows({ problems }: { problems: readonly LeftOutRow[] }) {
  const [isOpen, setOpen] = useState(false);
  if (problems.length === 0) return null;
  const shown = problems.slice(0, isOpen ? MOST : SHOWN);
  const more = problems.length - shown.length;
  return (
    <Notice tone="warning" title={`${countLabel(problems.length, 'row')} will be skipped`}>
      <List
        size="sm"
        mah={260}
        style={{ overflowY: 'auto', overflowWrap: 'anywhere' }}
        // The list scrolls once it is open. It takes the focus of the button, and keys scroll it.
        {...(isOpen && { ref: takeFocus, tabIndex: 0, 'aria-label': 'Skipped rows' })}
      >
        {shown.map(({ row, name, problem }) => (
          <List.Item key={row}>
            Row {row + 1}
            {name && `, ${name}`}: {problem}
          </List.Item>
        ))}
      </List>
      {more > 0 &&
        (isOpen ? (
          <Muted>And {more} more.</Muted>
        ) : (
          <Button variant="subtle" size="compact-sm" mx={-8} onClick={() => setOpen(true)}>
            {problems.length > MOST ? `Show ${MOST} rows` : `Show all ${countLabel(problems.length, 'row')}`}
          </Button>
        ))}
    </Notice>
  );
}
