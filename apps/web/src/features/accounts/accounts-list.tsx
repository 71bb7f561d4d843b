import { Badge, Button, Card, Stack, Text } from '@mantine/core';
import type { ListedAccount } from '@stridewell/contract/accounts/accounts';
import { IconChevronRight } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { longDate } from '../../lib/format.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import rows from '../../ui/rows.module.css';
import classes from './accounts.module.css';
import { accountsQuery } from './accounts.queries.ts';
import type { AccountsSearch } from './accounts.search.ts';
import { exceptionsOf, kindText } from './accounts.wording.ts';

type AccountsListProps = { search: AccountsSearch; onShowAll: () => void };

/** The accounts that fit the search. The list stays while the next one is loaded. */
export function AccountsList({ search, onShowAll }: AccountsListProps) {
  const query = useInfiniteQuery({ ...accountsQuery(search), placeholderData: keepPreviousData });
  return (
    <QueryBoundary
      query={query}
      failed="The accounts could not be loaded"
      skeleton={480}
      isEmpty={({ pages }) => pages[0]?.accounts.length === 0}
      empty={<NoAccounts onShowAll={onShowAll} />}
    >
      {({ pages }) => (
        <div>
          <Card padding={0} component="ul" className={rows.divided} aria-label="Accounts">
            {pages.flatMap(({ accounts }) =>
              accounts.map((account) => <AccountRow key={account.userId} account={account} />),
            )}
          </Card>
          {pages[0]?.more && search.q && (
            <Muted mt="md">Showing the first results. Type more to narrow the search.</Muted>
          )}
          <LoadMore query={query} label="Show more accounts" failed="More accounts could not be loaded" />
        </div>
      )}
    </QueryBoundary>
  );
}

const NoAccounts = ({ onShowAll }: { onShowAll: () => void }) => (
  <EmptyState
    title="No account found"
    role="status"
    action={
      <Button variant="light" onClick={onShowAll}>
        Show all accounts
      </Button>
    }
  >
    Search matches the start of names and email addresses, and complete IDs.
  </EmptyState>
);

function AccountRow({ account }: { account: ListedAccount }) {
  const timeZone = useTimeZone();
  return (
    <li>
      <Link to="/operator/accounts/$userId" params={{ userId: account.userId }} className={rows.link ?? ''}>
        <span className={classes.row}>
          <Stack component="span" gap={0} miw={0}>
            <Text span fw={600} truncate dir="auto" ta="left">
              {account.fullName}
            </Text>
            <Muted component="span" truncate>
              {account.email}
            </Muted>
          </Stack>
          <Text span size="sm">
            {kindText(account)}
          </Text>
          <span className={classes.exceptions}>
            {exceptionsOf(account, timeZone).map((text) => (
              <Badge key={text} variant="default">
                {text}
              </Badge>
            ))}
          </span>
          <Muted component="span" className={classes.joined ?? ''}>
            {longDate(account.joinedAt, timeZone)}
          </Muted>
        </span>
        <IconChevronRight size={18} stroke={1.75} aria-hidden />
      </Link>
    </li>
  );
}
