import { Alert, Box, Button, Card, Center, Group, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import type { UnitSystem } from '@stridewell/contract/units';
import { IconAlertCircle } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '../../lib/errors.ts';
import { useClientActions } from './clients.actions.ts';
import { clientsQuery } from './clients.queries.ts';
import type { ClientSearch } from './clients.search.ts';
import classes from './clients-list.module.css';
import { ClientsTable } from './clients-table.tsx';

type ClientsListProps = {
  coachId: string;
  search: ClientSearch;
  today: string;
  units: UnitSystem;
  /** Shown to a coach who has no client yet. */
  whenNone: ReactNode;
  onShowAll: () => void;
};

/** The clients of a search, page after page. */
export function ClientsList({ coachId, search, today, units, whenNone, onShowAll }: ClientsListProps) {
  const query = useInfiniteQuery({ ...clientsQuery(coachId, search), placeholderData: keepPreviousData });
  const actions = useClientActions(coachId, search);
  const clients = query.data?.pages.flatMap((page) => page.clients) ?? [];
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
      <Card padding="sm" className={classes.card}>
        <Box className={classes.rows} data-stale={query.isPlaceholderData || undefined}>
          <ClientsTable coachId={coachId} clients={clients} today={today} units={units} actions={actions} />
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
  return (
    <Card padding="xl" role="status">
      <Stack align="flex-start" gap="sm" maw={480}>
        <Title order={2}>{search.q ? `Nobody found for “${search.q}”` : NOBODY[status]}</Title>
        <Text c="dimmed">
          {search.q
            ? 'Names and addresses are found by how they begin. The filter above applies too.'
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
