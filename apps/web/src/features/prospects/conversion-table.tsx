import { Table, Text } from '@mantine/core';
import type { ConversionRow } from '@stridewell/contract/prospects/prospects';
import {
  type ConversionGroup,
  SMALLEST_GROUP,
  TOUCH_KINDS,
  TOUCH_LABELS,
  wonRate,
} from '@stridewell/contract/prospects/prospects.rules';
import { useQuery } from '@tanstack/react-query';
import { numberText } from '../../lib/format.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { conversionQuery } from './prospects.queries.ts';
import type { ProspectsSearch } from './prospects.search.ts';
import classes from './prospects-page.module.css';

/** A phone has room for those of the first and the last step. */
const COLUMNS = [
  { key: 'prospects', heading: 'Prospects' },
  { key: 'demos', heading: 'Demos', visibleFrom: 'sm' },
  { key: 'trials', heading: 'Trials', visibleFrom: 'sm' },
  { key: 'won', heading: 'Won' },
] as const;

function sourceText(source: string, by: ConversionGroup): string {
  if (by === 'heard') return source || 'Not given';
  const kind = TOUCH_KINDS.find((one) => one === source);
  return kind ? TOUCH_LABELS[kind] : source;
}

/** How far the prospects of a period came, by their source. */
export function ConversionTable({ search }: { search: ProspectsSearch }) {
  const { by = 'touch' } = search;
  const query = useQuery(conversionQuery(search));
  return (
    <QueryBoundary query={query} failed="The conversion rates could not be loaded" skeleton={320}>
      {({ rows }) =>
        rows.length === 0 ? (
          <EmptyState role="status" title="No prospects in this period">
            Choose a longer period.
          </EmptyState>
        ) : (
          <SectionCard title={by === 'touch' ? 'Conversion by first touch' : 'Conversion by how they heard about us'}>
            <Text mb="sm">{summaryOf(rows)}</Text>
            <Table className={classes.table}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Source</Table.Th>
                  {COLUMNS.map(({ key, heading, ...shown }) => (
                    <Table.Th key={key} className={classes.figure} {...shown}>
                      {heading}
                    </Table.Th>
                  ))}
                  <Table.Th className={classes.figure}>Win rate</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.map((row) => (
                  <SourceRow key={row.source} row={row} by={by} />
                ))}
              </Table.Tbody>
            </Table>
            <Muted mt="sm">
              Counted by the day of the first touch. No rate is shown for fewer than {SMALLEST_GROUP} prospects.
            </Muted>
          </SectionCard>
        )
      }
    </QueryBoundary>
  );
}

function summaryOf(rows: readonly ConversionRow[]): string {
  const sum = (key: 'prospects' | 'won') => rows.reduce((total, row) => total + row[key], 0);
  const [prospects, won] = [sum('prospects'), sum('won')];
  return `${numberText(won)} of ${numberText(prospects)} prospects of this period were won.`;
}

function SourceRow({ row, by }: { row: ConversionRow; by: ConversionGroup }) {
  const rate = wonRate(row);
  return (
    <Table.Tr>
      <Table.Td>{sourceText(row.source, by)}</Table.Td>
      {COLUMNS.map(({ key, heading: _, ...shown }) => (
        <Table.Td key={key} className={classes.figure} {...shown}>
          {numberText(row[key])}
        </Table.Td>
      ))}
      <Table.Td className={classes.figure}>{rate === null ? 'too few' : `${rate}%`}</Table.Td>
    </Table.Tr>
  );
}
