import { Group, NativeSelect } from '@mantine/core';
import { PLAN_ORDER, PLANS } from '@stridewell/contract/billing/billing.rules';
import { COACH_STATUSES } from '@stridewell/contract/people.rules';
import { useSearchText } from '../../lib/search-text.ts';
import { SearchInput } from '../../ui/search-input.tsx';
import type { AccountsSearch } from './accounts.search.ts';
import { STATUS_LABELS } from './accounts.wording.ts';

const KINDS = [
  { value: '', label: 'Everyone' },
  { value: 'coach', label: 'Coaches' },
  { value: 'client', label: 'Clients' },
];
const PLAN_CHOICES = [
  { value: '', label: 'Any plan' },
  ...PLAN_ORDER.map((value) => ({ value, label: PLANS[value].label })),
];
const STATUS_CHOICES = [
  { value: '', label: 'Any status' },
  ...COACH_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] })),
];

type AccountsToolbarProps = { search: AccountsSearch; onSearch: (search: Record<string, unknown>) => void };

/** Search and filters of the accounts. Clients have no plan and no status of a coach. */
export function AccountsToolbar({ search, onSearch }: AccountsToolbarProps) {
  const { field, typed, type } = useSearchText(search.q ?? '', (q) => onSearch({ ...search, q }));
  return (
    <Group gap="sm">
      <SearchInput
        label="Search by name, email or ID"
        flex={{ base: '1 1 100%', sm: '0 1 340px' }}
        inputRef={field}
        value={typed}
        onChange={type}
      />
      <NativeSelect
        size="sm"
        aria-label="Kind"
        data={KINDS}
        value={search.kind ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onSearch(value === 'client' ? { q: search.q, kind: value } : { ...search, kind: value })
        }
      />
      {search.kind !== 'client' && (
        <>
          <NativeSelect
            size="sm"
            aria-label="Plan"
            data={PLAN_CHOICES}
            value={search.plan ?? ''}
            onChange={({ currentTarget }) => onSearch({ ...search, plan: currentTarget.value })}
          />
          <NativeSelect
            size="sm"
            aria-label="Status"
            data={STATUS_CHOICES}
            value={search.status ?? ''}
            onChange={({ currentTarget }) => onSearch({ ...search, status: currentTarget.value })}
          />
        </>
      )}
    </Group>
  );
}
