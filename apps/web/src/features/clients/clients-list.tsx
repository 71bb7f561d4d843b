import { Alert, Box, Button, Card, Center, Group, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import type { ClientSummary } from '@stridewell/contract/clients';
import type { UnitSystem } from '@stridewell/contract/units';
import { IconAlertCircle } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { messageOf } from '../../lib/errors.ts';
import { type ClientActions, useClientActions } from './clients.actions.ts';
import { clientsQuery } from './clients.queries.ts';
import type { ClientSearch } from './clients.search.ts';
import classes from './clients-list.module.css';
import { ClientsTable } from './clients-table.tsx';
import type { ClientsView } from './clients-toolbar.tsx';

type ClientsListProps = {
  coachId: string;
  search: ClientSearch;
  view: ClientsView;
  today: string;
  units: UnitSystem;
  /** Shown to a coach who has no client yet. */
  whenNone: ReactNode;
  onShowAll: () => void;
};

/** The clients of a search, page after page. */
export function ClientsList({ coachId, search, view, today, units, whenNone, onShowAll }: ClientsListProps) {
  const query = useInfiniteQuery({ ...clientsQuery(coachId, search), placeholderData: keepPreviousData });
  const clients = query.data?.pages.flatMap((page) => page.clients) ?? [];
  const { rows, actions } = useRowFocus(useClientActions(coachId, search), clients);
  if (query.isError && !query.isFetchNextPageError) {
    return (
      <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />} title="The list could not be loaded">
        <Stack gap="sm" align="flex-start">
          {messageOf(query.error, 'Your search is kept. Check your connection and try again.')}
          <Button variant="default" size="xs" onClick={() => void query.refetch()}>
            Try again
          </Button>
        </Stack>
      </Alert>
    );
  }
  if (query.isSuccess && clients.length === 0 && !query.isPlaceholderData) {
    return Object.keys(search).length === 0 ? whenNone : <NobodyFound search={search} onShowAll={onShowAll} />;
  }
  return (
    <>
      <VisuallyHidden role="status">
        {query.isFetching ? '' : countWords(clients.length, query.hasNextPage)}
      </VisuallyHidden>
      <Card padding="sm" className={classes.card} data-view={view}>
        <Box ref={rows} className={classes.rows} data-stale={query.isPlaceholderData || undefined}>
          <ClientsTable coachId={coachId} clients={clients} today={today} units={units} actions={actions} view={view} />
        </Box>
      </Card>
      {query.isFetchNextPageError && (
        <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />} mt="md">
          {messageOf(query.error, 'The next clients could not be loaded. Please try again.')}
        </Alert>
      )}
      {query.hasNextPage && (
        <Center mt="md">
          <Button
            variant="default"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage({ cancelRefetch: false })}
          >
            Load more
          </Button>
        </Center>
      )}
    </>
  );
}

/** Where a client leaves the list, focus goes to the row that takes the place. */
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
  const moveTo: ClientActions['moveTo'] = (client, status) => {
    const at = clients.findIndex(({ clientId }) => clientId === client.clientId);
    moved.current = { clientId: client.clientId, at };
    actions.moveTo(client, status);
  };
  return { rows, actions: { ...actions, moveTo } };
}

const countWords = (count: number, more: boolean) =>
  `${count}${more ? ' or more' : ''} ${count === 1 && !more ? 'client' : 'clients'} found`;

const NOBODY = {
  current: 'No clients yet',
  attention: 'Nobody needs attention',
  active: 'No active clients',
  invited: 'No open invitations',
  paused: 'No paused clients',
  archived: 'No archived clients',
};
const NOBODY_DETAILS = {
  current: 'Add one with a name and an email address.',
  attention: 'No check-in is overdue, and nobody’s adherence is falling.',
  active: 'Clients are active from the moment they accept your invitation.',
  invited: 'Everybody you invited has answered.',
  paused: 'Pause a client who is away: they keep their seat and their history.',
  archived: 'Clients you archive keep their history, and you can restore them here.',
};

function NobodyFound({ search, onShowAll }: { search: ClientSearch; onShowAll: () => void }) {
  const status = search.status ?? 'current';
  const narrowed = search.planStatus !== undefined || search.engagement !== undefined;
  return (
    <Card padding="xl" role="status">
      <Stack align="flex-start" gap="sm" maw={480}>
        <Title order={2}>
          {search.q ? `Nobody found for “${search.q}”` : narrowed ? 'Nobody is like that' : NOBODY[status]}
        </Title>
        <Text c="dimmed">
          {search.q
            ? 'Names and addresses are found by how they begin. The filter above applies too.'
            : narrowed
              ? 'No client fits these filters together. Choose another plan or engagement, or show everybody.'
              : NOBODY_DETAILS[status]}
        </Text>
        <Group>
          <Button variant="light" onClick={onShowAll}>
            Show all current clients
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}
