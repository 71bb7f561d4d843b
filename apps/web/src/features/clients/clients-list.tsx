import { Box, Button, Card, Group, VisuallyHidden } from '@mantine/core';
import type { ClientSummary } from '@stridewell/contract/clients/clients';
import type { ClientSort, SortOrder } from '@stridewell/contract/clients/clients.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { countLabel } from '../../lib/format.ts';
import { usePhone } from '../../lib/use-phone.ts';
import { TableSkeleton } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { tableSelection } from '../../ui/table-selection.tsx';
import { type ClientActions, useClientActions } from './clients.actions.ts';
import { clientsQuery } from './clients.queries.ts';
import type { ClientSearch } from './clients.search.ts';
import type { ClientsView } from './clients.view.ts';
import classes from './clients-list.module.css';
import { ClientsSelection } from './clients-selection.tsx';
import { ClientsTable, type RiskOf } from './clients-table.tsx';

type ClientsListProps = {
  coachId: string;
  search: ClientSearch;
  view: ClientsView;
  today: string;
  units: UnitSystem;
  riskOf: RiskOf | null;
  /** Shown to a coach who has no client yet. */
  whenNone: ReactNode;
  onShowAll: () => void;
  onSort: (sort: ClientSort, order: SortOrder) => void;
};

/** The clients of a search, page after page. */
export function ClientsList(props: ClientsListProps) {
  const { coachId, search, view, today, units, riskOf, whenNone, onShowAll, onSort } = props;
  const query = useInfiniteQuery({ ...clientsQuery(coachId, search), placeholderData: keepPreviousData });
  const clients = query.data?.pages.flatMap((page) => page.clients) ?? [];
  const { rows, actions } = useRowFocus(useClientActions(coachId, search), clients);
  // A phone has room for cards alone, and shows checkboxes on request.
  const isPhone = usePhone();
  const [choosing, setChoosing] = useState(false);
  const { chosen, selection, clear } = useSelection(clients);
  const cards = isPhone || view === 'cards';
  const stopChoosing = () => {
    clear();
    setChoosing(false);
  };
  const isEmpty = query.isSuccess && clients.length === 0 && !query.isPlaceholderData;
  return (
    <>
      <QueryBoundary
        query={query}
        failed="The list could not be loaded"
        fallback="Your search is kept. Check your connection and try again."
        skeleton={<TableSkeleton rows={12} />}
        isEmpty={() => isEmpty}
        empty={Object.keys(search).length === 0 ? whenNone : <NoMatches search={search} onShowAll={onShowAll} />}
      >
        {() => (
          <>
            <VisuallyHidden role="status">
              {query.isFetching ? '' : countText(clients.length, query.hasNextPage)}
            </VisuallyHidden>
            <Card padding="xs" mb="md" className={classes.card} data-view={view}>
              {isPhone && (
                <Group justify="space-between" px={4}>
                  <Muted>{countLabel(clients.length, 'client')}</Muted>
                  <Button variant="subtle" px="xs" onClick={choosing ? stopChoosing : () => setChoosing(true)}>
                    {choosing ? 'Cancel' : 'Select'}
                  </Button>
                </Group>
              )}
              <Box ref={rows} opacity={query.isPlaceholderData ? 0.55 : 1}>
                <ClientsTable
                  coachId={coachId}
                  clients={clients}
                  today={today}
                  units={units}
                  riskOf={riskOf}
                  actions={actions}
                  cards={cards}
                  search={search}
                  onSort={onSort}
                  selection={isPhone && !choosing ? undefined : selection}
                />
              </Box>
            </Card>
            <LoadMore query={query} label="Load more" failed="The next clients could not be loaded" />
          </>
        )}
      </QueryBoundary>
      <ClientsSelection coachId={coachId} chosen={chosen} onClear={stopChoosing} />
    </>
  );
}

/** The chosen clients. One that leaves the list is no longer chosen. */
function useSelection(clients: readonly ClientSummary[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const chosen = clients.filter(({ clientId }) => ids.has(clientId));
  const isAll = chosen.length === clients.length;
  const selection = tableSelection<ClientSummary>({
    rows: clients,
    has: ({ clientId }) => ids.has(clientId),
    toggle: ({ clientId }) =>
      setIds(new Set(ids.has(clientId) ? [...ids].filter((id) => id !== clientId) : [...ids, clientId])),
    toggleAll: () => setIds(new Set(isAll ? [] : clients.map(({ clientId }) => clientId))),
    allLabel: 'Select all clients shown',
    labelOf: ({ fullName }) => `Select ${fullName}`,
  });
  return { chosen, selection, clear: () => setIds(new Set()) };
}

/** When a client leaves the list, the focus moves to the next row. */
function useRowFocus(actions: ClientActions, clients: readonly ClientSummary[]) {
  const rows = useRef<HTMLDivElement>(null);
  const moved = useRef<{ clientId: string; at: number } | null>(null);
  useEffect(() => {
    const left = moved.current;
    if (!left || clients.some(({ clientId }) => clientId === left.clientId)) return;
    moved.current = null;
    const others = rows.current?.querySelectorAll('tbody tr');
    const next = others?.item(Math.min(left.at, others.length - 1));
    (next?.querySelector('button') ?? next?.querySelector('a'))?.focus();
  }, [clients]);
  const setStatus: ClientActions['setStatus'] = (client, status, departure) => {
    const at = clients.findIndex(({ clientId }) => clientId === client.clientId);
    moved.current = { clientId: client.clientId, at };
    actions.setStatus(client, status, departure);
  };
  return { rows, actions: { ...actions, setStatus } };
}

const countText = (count: number, more: boolean) =>
  more ? `${count} or more clients found` : `${countLabel(count, 'client')} found`;

const EMPTY_TITLES = {
  current: 'No clients yet',
  attention: 'No clients need attention',
  active: 'No active clients',
  onboarding: 'No clients in onboarding',
  invited: 'No open invitations',
  paused: 'No paused clients',
  archived: 'No archived clients',
};
const EMPTY_DETAILS = {
  current: 'Add one with a name and an email address.',
  attention: 'No check-in is overdue, and your clients report following the plan.',
  active: 'Clients are active once they have finished the onboarding.',
  onboarding: 'Everyone who accepted has finished it.',
  invited: 'All invited clients have answered.',
  paused: 'Pause a client who is away. They keep their history and still count toward your plan.',
  archived: 'Clients you archive keep their history, and you can restore them here.',
};

function NoMatches({ search, onShowAll }: { search: ClientSearch; onShowAll: () => void }) {
  const status = search.status ?? 'current';
  const narrowed = search.planStatus !== undefined || search.engagement !== undefined;
  const title = narrowed ? 'No clients match these filters' : EMPTY_TITLES[status];
  return (
    <EmptyState
      role="status"
      title={search.q ? `No clients found for “${search.q}”` : title}
      action={
        <Button variant="light" onClick={onShowAll}>
          Show all current clients
        </Button>
      }
    >
      {search.q
        ? 'Search matches the start of names and email addresses. The filter above applies too.'
        : narrowed
          ? 'Choose another program or health score, or show all current clients.'
          : EMPTY_DETAILS[status]}
    </EmptyState>
  );
}
