import { Box, Button, Group, Stack, Title } from '@mantine/core';
import { dayInZone } from '@stridewell/contract/time';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { useSession } from '../app/session.ts';
import { ReviewLink } from '../features/checkins/review-queue.tsx';
import { clientsQuery } from '../features/clients/clients.queries.ts';
import { readClientSearch } from '../features/clients/clients.search.ts';
import { useClientsView } from '../features/clients/clients.view.ts';
import { ClientsList } from '../features/clients/clients-list.tsx';
import { ClientsToolbar } from '../features/clients/clients-toolbar.tsx';
import { ReadOnlyCount } from '../features/clients/read-only-notice.tsx';
import { addingClient } from '../shared/add-client.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Muted } from '../ui/muted.tsx';

export const Route = createFileRoute('/coach/$coachId/clients')({
  validateSearch: readClientSearch,
  beforeLoad: requireCoach,
  loader: async ({ params, location }) => {
    // Not a dependency of the loader, so that a new filter keeps the old list until the new one is loaded.
    await queryClient.ensureInfiniteQueryData(clientsQuery(params.coachId, readClientSearch({ ...location.search })));
  },
  component: ClientsPage,
});

function ClientsPage() {
  const { coachId } = Route.useParams();
  // Parsed again: the router also passes on unknown parameters.
  const search = readClientSearch({ ...Route.useSearch() });
  const navigate = Route.useNavigate();
  const { session } = useSession();
  const { data } = useInfiniteQuery({ ...clientsQuery(coachId, search), placeholderData: keepPreviousData });
  const [view, setView] = useClientsView();
  const zone = session?.coach?.timeZone ?? 'UTC';
  const seats = data?.pages[0]?.seats;
  const show = (wanted: Record<string, unknown>) =>
    void navigate({ search: readClientSearch(wanted), replace: true, resetScroll: false });
  return (
    <>
      <Group justify="space-between" mb="md" wrap="nowrap">
        <Stack gap={2}>
          <Title order={1}>Clients</Title>
          <Muted>{seats ? `${seats.used} of ${seats.cap} clients in your plan` : '\u00A0'}</Muted>
        </Stack>
        <Group gap="xs" wrap="nowrap" flex="none">
          {/* The tabs of a phone lead there too. */}
          <Box visibleFrom="sm">
            <ReviewLink coachId={coachId} />
          </Box>
          <Button leftSection={<IconPlus size={18} />} onClick={addingClient.open}>
            Add client
          </Button>
        </Group>
      </Group>
      {seats && (
        <ReadOnlyCount readOnly={Math.max(0, seats.used - seats.cap)} cap={seats.cap}>
          Clients who joined last can read everything, and can send check-ins again once there is room.
        </ReadOnlyCount>
      )}
      <ClientsToolbar
        coachId={coachId}
        search={search}
        view={view}
        onView={setView}
        onChange={(change) => show({ ...search, ...change })}
      />
      <ClientsList
        coachId={coachId}
        search={search}
        view={view}
        today={dayInZone(new Date(), zone)}
        units={session?.user.unitSystem ?? 'metric'}
        onShowAll={() => show({})}
        onSort={(sort, order) => show({ ...search, sort, order })}
        whenNone={
          <EmptyState
            title="Your clients will appear here"
            action={
              <Button variant="light" onClick={addingClient.open}>
                Add your first client
              </Button>
            }
          >
            Add the first one with a name and an email address. They get a link to join you.
          </EmptyState>
        }
      />
    </>
  );
}
