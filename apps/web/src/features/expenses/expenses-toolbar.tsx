import { Group, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { EXPENSE_SORT_LABELS, EXPENSE_SORTS } from '@stridewell/contract/expenses/expenses.rules';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchText } from '../../lib/search-text.ts';
import { Muted } from '../../ui/muted.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { expensesQuery } from './expenses.queries.ts';
import type { ExpensesSearch } from './expenses.search.ts';

const SORTS = EXPENSE_SORTS.map((value) => ({ value, label: `Sort: ${EXPENSE_SORT_LABELS[value].toLowerCase()}` }));
const VIEWS = [
  { value: 'list', label: 'All' },
  { value: 'recurring', label: 'Recurring' },
];

type ExpensesToolbarProps = {
  coachId: string;
  search: ExpensesSearch;
  onSearch: (search: Record<string, unknown>) => void;
};

/** View, search, filters and order of the expenses. */
export function ExpensesToolbar({ coachId, search, onSearch }: ExpensesToolbarProps) {
  const { field, typed, type } = useSearchText(search.q ?? '', (q) => onSearch({ ...search, q }));
  const { data } = useInfiniteQuery(expensesQuery(coachId, search));
  const own = data?.pages[0]?.categories ?? [];
  const categories = [...new Set([...own, ...(search.category ? [search.category] : [])])];
  return (
    <Group gap="sm">
      <SegmentedControl
        bg="var(--hover)"
        size="sm"
        aria-label="View"
        data-reads
        data={VIEWS}
        value={search.view ?? 'list'}
        onChange={(view) => onSearch({ ...search, view })}
      />
      {!search.view && (
        <>
          <SearchInput
            label="Search expenses"
            flex={{ base: '1 1 100%', sm: '0 1 260px' }}
            inputRef={field}
            value={typed}
            onChange={type}
          />
          <NativeSelect
            size="sm"
            aria-label="Category"
            data={[{ value: '', label: 'Any category' }, ...categories]}
            value={search.category ?? ''}
            onChange={({ currentTarget }) => onSearch({ ...search, category: currentTarget.value })}
          />
          <NativeSelect
            size="sm"
            aria-label="Receipt"
            data-reads
            data={[
              { value: '', label: 'With or without receipt' },
              { value: 'missing', label: 'Receipt missing' },
            ]}
            value={search.receipt ?? ''}
            onChange={({ currentTarget }) => onSearch({ ...search, receipt: currentTarget.value })}
          />
          <TextInput
            size="sm"
            type="date"
            aria-label="From"
            data-reads
            leftSection={<Muted component="span">From</Muted>}
            leftSectionWidth={48}
            value={search.from ?? ''}
            onChange={({ currentTarget }) => onSearch({ ...search, from: currentTarget.value })}
          />
          <TextInput
            size="sm"
            type="date"
            aria-label="To"
            data-reads
            leftSection={<Muted component="span">To</Muted>}
            leftSectionWidth={32}
            value={search.to ?? ''}
            onChange={({ currentTarget }) => onSearch({ ...search, to: currentTarget.value })}
          />
          <NativeSelect
            size="sm"
            aria-label="Order"
            data={SORTS}
            value={search.sort ?? 'newest'}
            onChange={({ currentTarget }) => onSearch({ ...search, sort: currentTarget.value })}
          />
        </>
      )}
    </Group>
  );
}
