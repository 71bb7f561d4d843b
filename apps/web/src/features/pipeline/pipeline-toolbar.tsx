import {
  LEAD_SORT_LABELS,
  LEAD_SORTS,
  LEAD_STATUS_LABELS,
  LEAD_STATUSES,
} from '@stridewell/contract/pipeline/pipeline.rules';
import { useSearchText } from '../../lib/search-text.ts';
import { FilterTabs } from '../../ui/filter-tabs.tsx';
import { ListToolbar } from '../../ui/list-toolbar.tsx';
import type { PipelineSearch } from './pipeline.search.ts';

const STATUSES = [
  { value: '', label: 'Any status' },
  ...LEAD_STATUSES.map((value) => ({ value, label: LEAD_STATUS_LABELS[value] })),
];
const SORTS = LEAD_SORTS.map((value) => ({ value, label: `Sort: ${LEAD_SORT_LABELS[value].toLowerCase()}` }));

type PipelineToolbarProps = { search: PipelineSearch; onSearch: (search: Record<string, unknown>) => void };

const VIEWS = [
  { value: 'board', label: 'Board' },
  { value: 'list', label: 'List' },
];

/** Search and view of the pipeline; the list has a filter and an order too. */
export function PipelineToolbar({ search, onSearch }: PipelineToolbarProps) {
  const change = (changes: Record<string, unknown>) => onSearch({ ...search, ...changes });
  const text = useSearchText(search.q ?? '', (q) => change({ q }));
  const ofList = {
    filters: [
      {
        label: 'Status',
        data: STATUSES,
        value: search.status ?? '',
        onChange: (status: string) => change({ status }),
      },
    ],
    sort: {
      label: 'Order',
      data: SORTS,
      value: search.sort ?? 'newest',
      onChange: (sort: string) => change({ sort }),
    },
  };
  return (
    <ListToolbar
      search={{ label: 'Search leads', ...text }}
      tabs={
        <FilterTabs label="View" data={VIEWS} value={search.view ?? 'board'} onChange={(view) => change({ view })} />
      }
      {...(search.view === 'list' && ofList)}
    />
  );
}
