import { Stack } from '@mantine/core';
import {
  CONVERSION_PERIODS,
  PROSPECT_STAGE_LABELS,
  PROSPECT_STAGES,
} from '@stridewell/contract/prospects/prospects.rules';
import { useSearchText } from '../../lib/search-text.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterTabs } from '../../ui/filter-tabs.tsx';
import { ListToolbar } from '../../ui/list-toolbar.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ConversionTable } from './conversion-table.tsx';
import { ProspectBoard } from './prospect-board.tsx';
import { ProspectList } from './prospect-list.tsx';
import type { ProspectsSearch } from './prospects.search.ts';

const VIEWS = [
  { value: 'board', label: 'Board' },
  { value: 'list', label: 'List' },
  { value: 'sources', label: 'Sources' },
];
const STAGES = [
  { value: '', label: 'Any stage' },
  ...PROSPECT_STAGES.map((value) => ({ value, label: PROSPECT_STAGE_LABELS[value] })),
];
const PERIODS = CONVERSION_PERIODS.map((days) => ({ value: String(days), label: `Last ${days} days` }));
const GROUPS = [
  { value: 'touch', label: 'By first touch' },
  { value: 'heard', label: 'By how they heard about us' },
];

type ProspectsPageProps = {
  search: ProspectsSearch;
  today: string;
  onSearch: (search: Record<string, unknown>) => void;
};

/** Prospective coaches as a board or a list, and where they come from. */
export function ProspectsPage({ search, today, onSearch }: ProspectsPageProps) {
  const whenNone = (
    <EmptyState title="Prospects will appear here">
      Demo requests, booked demos, sign-ups and purchases appear automatically. Contact forms are added from the inbox.
    </EmptyState>
  );
  return (
    <Stack gap="lg">
      <PageHeader title="Pipeline" lead="Prospective coaches, from the first contact to a paid plan." />
      <Toolbar search={search} onSearch={onSearch} />
      {search.view === 'list' && <ProspectList search={search} today={today} whenNone={whenNone} />}
      {search.view === 'sources' && <ConversionTable search={search} />}
      {search.view === undefined && <ProspectBoard q={search.q ?? ''} today={today} whenNone={whenNone} />}
    </Stack>
  );
}

/** View, search and filters. */
function Toolbar({ search, onSearch }: Omit<ProspectsPageProps, 'today'>) {
  const change = (changes: Partial<Record<keyof ProspectsSearch, string>>) => onSearch({ ...search, ...changes });
  const text = useSearchText(search.q ?? '', (q) => change({ q }));
  const filters = {
    board: [],
    list: [{ label: 'Stage', data: STAGES, value: search.stage ?? '', onChange: (stage: string) => change({ stage }) }],
    sources: [
      {
        label: 'Period',
        data: PERIODS,
        value: String(search.days ?? 90),
        onChange: (days: string) => change({ days }),
      },
      { label: 'Grouped', data: GROUPS, value: search.by ?? 'touch', onChange: (by: string) => change({ by }) },
    ],
  };
  return (
    <ListToolbar
      {...(search.view !== 'sources' && { search: { label: 'Search prospects', ...text } })}
      tabs={
        <FilterTabs label="View" data={VIEWS} value={search.view ?? 'board'} onChange={(view) => change({ view })} />
      }
      filters={filters[search.view ?? 'board']}
    />
  );
}
