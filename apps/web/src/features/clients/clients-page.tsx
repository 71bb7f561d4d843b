import { Box, Button, Group, Stack, Title } from '@mantine/core';
import type { UnitSystem } from '@stridewell/contract/units';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { addingClient } from '../../shared/add-client.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Muted } from '../../ui/muted.tsx';
import { clientsQuery } from './clients.queries.ts';
import type { ClientSearch } from './clients.search.ts';
import { useClientsView } from './clients.view.ts';
import { ClientsList } from './clients-list.tsx';
import type { RiskOf } from './clients-table.tsx';
import { ClientsToolbar } from './clients-toolbar.tsx';
import { ReadOnlyCount } from './read-only-notice.tsx';

type ClientsPageProps = {
  coachId: string;
  search: ClientSearch;
  onSearch: (search: Record<string, unknown>) => void;
  today: string;
  units: UnitSystem;
  /** The way to the check-ins to review. */
  review: ReactNode;
  /** The risk badge of a client; null on plans without it. */
  riskOf: RiskOf | null;
};

/** The clients of a coach, with their seats. */
export function ClientsPage({ coachId, search, onSearch, today, units, review, riskOf }: ClientsPageProps) {
  const { data } = useInfiniteQuery({ ...clientsQuery(coachId, search), placeholderData: keepPreviousData });
  const [view, setView] = useClientsView();
  const seats = data?.pages[0]?.seats;
  return (
    <>
      <Group justify="space-between" mb="md" wrap="nowrap">
        <Stack gap={2}>
          <Title order={1}>Clients</Title>
          <Muted>{seats ? `${seats.used} of ${seats.cap} clients in your plan` : '\u00A0'}</Muted>
        </Stack>
        <Group gap="xs" wrap="nowrap" flex="none">
          {/* The tabs of a phone lead there too. */}
          <Box visibleFrom="sm">{review}</Box>
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
        onChange={(change) => onSearch({ ...search, ...change })}
      />
      <ClientsList
        coachId={coachId}
        search={search}
        view={view}
        today={today}
        units={units}
        riskOf={riskOf}
        onShowAll={() => onSearch({})}
        onSort={(sort, order) => onSearch({ ...search, sort, order })}
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
