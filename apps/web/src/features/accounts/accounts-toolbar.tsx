import { PLAN_ORDER, PLANS } from '@stridewell/contract/billing/billing.rules';
import { COACH_STATUSES } from '@stridewell/contract/people.rules';
import { useSearchText } from '../../lib/search-text.ts';
import { ListToolbar, type ToolbarFilter } from '../../ui/list-toolbar.tsx';
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
  const text = useSearchText(search.q ?? '', (q) => onSearch({ ...search, q }));
  return (
    <ListToolbar
      search={{ label: 'Search by name, email or ID', ...text }}
      filters={[
        {
          label: 'Kind',
          data: KINDS,
          value: search.kind ?? '',
          onChange: (kind) => onSearch(kind === 'client' ? { q: search.q, kind } : { ...search, kind }),
        },
        ...(search.kind === 'client' ? [] : coachFilters(search, onSearch)),
      ]}
    />
  );
}

const coachFilters = (search: AccountsSearch, onSearch: AccountsToolbarProps['onSearch']): ToolbarFilter[] => [
  {
    label: 'Plan',
    data: PLAN_CHOICES,
    value: search.plan ?? '',
    onChange: (plan) => onSearch({ ...search, plan }),
  },
  {
    label: 'Status',
    data: STATUS_CHOICES,
    value: search.status ?? '',
    onChange: (status) => onSearch({ ...search, status }),
  },
];
