import { Stack } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import { requireOperator } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { accountsQuery } from '../features/accounts/accounts.queries.ts';
import { type AccountsSearch, readAccountsSearch } from '../features/accounts/accounts.search.ts';
import { AccountsList } from '../features/accounts/accounts-list.tsx';
import { AccountsToolbar } from '../features/accounts/accounts-toolbar.tsx';
import { unread } from '../lib/unread-search.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { PageSkeleton } from '../ui/page-skeleton.tsx';

export const Route = createFileRoute('/operator/accounts/')({
  validateSearch: unread<AccountsSearch>,
  beforeLoad: requireOperator,
  loader: async ({ location }) => {
    // The page shows its own error with a retry.
    await queryClient.prefetchInfiniteQuery(accountsQuery(readAccountsSearch({ ...location.search })));
  },
  pendingComponent: () => <PageSkeleton title="Accounts" width={1280} heights={[44, 480]} />,
  component: AccountsPage,
});

function AccountsPage() {
  // Parsed again: the router also passes on unknown parameters.
  const search = readAccountsSearch({ ...Route.useSearch() });
  const navigate = Route.useNavigate();
  const show = (wanted: Record<string, unknown>) =>
    void navigate({ search: readAccountsSearch(wanted), replace: true, resetScroll: false });
  return (
    <Stack gap="lg">
      <PageHeader title="Accounts" lead="Coaches and clients of the platform, newest first." />
      <AccountsToolbar search={search} onSearch={show} />
      <AccountsList search={search} onShowAll={() => show({})} />
    </Stack>
  );
}
