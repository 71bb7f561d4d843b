import { Text } from '@mantine/core';
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
import { type Column, DataTable, TableSkeleton } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { conversionQuery } from './prospects.queries.ts';
import type { ProspectsSearch } from './prospects.search.ts';

function sourceText(source: string, by: ConversionGroup): string {
  if (by === 'heard') return source || 'Not given';
  const kind = TOUCH_KINDS.find((one) => one === source);
  return kind ? TOUCH_LABELS[kind] : source;
}

/** A phone has room for the counts of the first and the last step. */
const columnsOf = (by: ConversionGroup): Column<ConversionRow>[] => [
  { header: 'Source', long: true, cell: ({ source }) => sourceText(source, by) },
  { header: 'Prospects', figure: true, cell: ({ prospects }) => numberText(prospects) },
  { header: 'Demos', figure: true, from: 'sm', cell: ({ demos }) => numberText(demos) },
  { header: 'Trials', figure: true, from: 'sm', cell: ({ trials }) => numberText(trials) },
  { header: 'Won', figure: true, cell: ({ won }) => numberText(won) },
  {
    header: 'Win rate',
    figure: true,
    cell: (row) => {
      const rate = wonRate(row);
      return rate === null ? 'too few' : `${rate}%`;
    },
  },
];

/** How far the prospects of a period came, by their source. */
export function ConversionTable({ search }: { search: ProspectsSearch }) {
  const { by = 'touch' } = search;
  const query = useQuery(conversionQuery(search));
  return (
    <QueryBoundary
      query={query}
      failed="The conversion rates could not be loaded"
      skeleton={<TableSkeleton rows={5} />}
    >
      {({ rows }) =>
        rows.length === 0 ? (
          <EmptyState role="status" title="No prospects in this period">
            Choose a longer period.
          </EmptyState>
        ) : (
          <SectionCard title={by === 'touch' ? 'Conversion by first touch' : 'Conversion by how they heard about us'}>
            <Text mb="sm">{summaryOf(rows)}</Text>
            <DataTable label="Conversion" columns={columnsOf(by)} rows={rows} keyOf={({ source }) => source} />
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
