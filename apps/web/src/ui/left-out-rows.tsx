import { List } from '@mantine/core';
import { countLabel } from '../lib/format.ts';
import { Muted } from './muted.tsx';
import { Notice } from './notice.tsx';

const SHOWN = 5;

/** Rows of a table that will not be imported, and why. `row` counts from 1 below the headers. */
export function LeftOutRows({ problems }: { problems: readonly { row: number; problem: string }[] }) {
  if (problems.length === 0) return null;
  return (
    <Notice tone="warning" title={`${countLabel(problems.length, 'row')} will be skipped`}>
      <List size="sm">
        {problems.slice(0, SHOWN).map(({ row, problem }) => (
          <List.Item key={row}>
            Row {row + 1}: {problem}
          </List.Item>
        ))}
      </List>
      {problems.length > SHOWN && <Muted>And {problems.length - SHOWN} more.</Muted>}
    </Notice>
  );
}
