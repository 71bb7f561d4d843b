import { TextInput } from '@mantine/core';
import { EXPENSE_SORT_LABELS, EXPENSE_SORTS } from '@stridewell/contract/expenses/expenses.rules';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchText } from '../../lib/search-text.ts';
import { FilterTabs } from '../../ui/filter-tabs.tsx';
import { ListToolbar, PHONE_HALF } from '../../ui/list-toolbar.tsx';
import { Muted } from '../../ui/muted.tsx';
import { PhoneFold } from '../../ui/phone-fold.tsx';
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

const RECEIPTS = [
  { value: '', label: 'With or without receipt' },
  { value: 'missing', label: 'Receipt missing' },
];

/** View, search, filters and order of the expenses. */
export function ExpensesToolbar({ coachId, search, onSearch }: ExpensesToolbarProps) {
  const change = (changes: Record<string, unknown>) => onSearch({ ...search, ...changes });
  const text = useSearchText(search.q ?? '', (q) => change({ q }));
  const { data } = useInfiniteQuery(expensesQuery(coachId, search));
  const own = data?.pages[0]?.categories ?? [];
  const categories = [...new Set([...own, ...(search.category ? [search.category] : [])])];
  const tabs = (
    <FilterTabs label="View" data={VIEWS} value={search.view ?? 'list'} onChange={(view) => change({ view })} />
  );
  if (search.view) return <ListToolbar tabs={tabs} />;
  const day = (name: 'from' | 'to', label: string, width: number) => (
    <TextInput
      size="sm"
      type="date"
      flex={PHONE_HALF}
      miw={0}
      aria-label={label}
      leftSection={<Muted component="span">{label}</Muted>}
      leftSectionWidth={width}
      value={search[name] ?? ''}
      onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
    />
  );
  return (
    <ListToolbar
      tabs={tabs}
      tabsFirst
      search={{ label: 'Search expenses', ...text }}
      sort={{ label: 'Order', data: SORTS, value: search.sort ?? 'newest', onChange: (sort) => change({ sort }) }}
    >
      <PhoneFold
        filters={[
          {
            label: 'Category',
            data: [{ value: '', label: 'Any category' }, ...categories],
            value: search.category ?? '',
            onChange: (category) => change({ category }),
          },
          {
            label: 'Receipt',
            data: RECEIPTS,
            value: search.receipt ?? '',
            onChange: (receipt) => change({ receipt }),
          },
        ]}
        isOn={search.from !== undefined || search.to !== undefined}
      >
        {day('from', 'From', 48)}
        {day('to', 'To', 32)}
      </PhoneFold>
    </ListToolbar>
  );
}
