import { Group, NativeSelect, SegmentedControl } from '@mantine/core';
import {
  LEAD_SORT_LABELS,
  LEAD_SORTS,
  LEAD_STATUS_LABELS,
  LEAD_STATUSES,
} from '@stridewell/contract/pipeline/pipeline.rules';
import { useSearchText } from '../../lib/search-text.ts';
import { SearchInput } from '../../ui/search-input.tsx';
import type { PipelineSearch } from './pipeline.search.ts';

const STATUSES = [
  { value: '', label: 'Any status' },
  ...LEAD_STATUSES.map((value) => ({ value, label: LEAD_STATUS_LABELS[value] })),
];
const SORTS = LEAD_SORTS.map((value) => ({ value, label: `Sort: ${LEAD_SORT_LABELS[value].toLowerCase()}` }));

type PipelineToolbarProps = { search: PipelineSearch; onSearch: (search: Record<string, unknown>) => void };

/** Search and view of the pipeline; the list has a filter and an order too. */
export function PipelineToolbar({ search, onSearch }: PipelineToolbarProps) {
  const { field, typed, type } = useSearchText(search.q ?? '', (q) => onSearch({ ...search, q }));
  const isList = search.view === 'list';
  return (
    <Group gap="sm">
      <SearchInput
        label="Search leads"
        flex={{ base: '1 1 100%', sm: '0 1 320px' }}
        inputRef={field}
        value={typed}
        onChange={type}
      />
      <SegmentedControl
        bg="var(--hover)"
        size="sm"
        aria-label="View"
        data-reads
        data={[
          { value: 'board', label: 'Board' },
          { value: 'list', label: 'List' },
        ]}
        value={search.view ?? 'board'}
        onChange={(view) => onSearch({ ...search, view })}
      />
      {isList && (
        <>
          <NativeSelect
            size="sm"
            aria-label="Status"
            data-reads
            data={STATUSES}
            value={search.status ?? ''}
            onChange={(event) => onSearch({ ...search, status: event.currentTarget.value })}
          />
          <NativeSelect
            size="sm"
            aria-label="Order"
            data={SORTS}
            value={search.sort ?? 'newest'}
            onChange={(event) => onSearch({ ...search, sort: event.currentTarget.value })}
          />
        </>
      )}
    </Group>
  );
}
