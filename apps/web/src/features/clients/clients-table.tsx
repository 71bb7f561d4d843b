import { Anchor, Group, Stack, Table, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ClientSummary } from '@stridewell/contract/clients';
import { FIGURES } from '@stridewell/contract/clients.figures.rules';
import { relativeDayLabel } from '@stridewell/contract/time';
import type { UnitSystem } from '@stridewell/contract/units';
import { Link } from '@tanstack/react-router';
import { ClientAvatar } from '../../components/client-avatar.tsx';
import { Muted } from '../../components/muted.tsx';
import { weightChangeText } from '../../lib/figure-text.ts';
import { onDayInSentence, weightLabel } from '../../lib/format.ts';
import { ClientBadge } from './client-badge.tsx';
import { ClientMenu } from './client-menu.tsx';
import type { ClientActions } from './clients.actions.ts';
import classes from './clients-table.module.css';
import type { ClientsView } from './clients-toolbar.tsx';

type ClientsTableProps = {
  coachId: string;
  clients: readonly ClientSummary[];
  today: string;
  units: UnitSystem;
  actions: ClientActions;
  view: ClientsView;
};

/** Below the bar of the app. */
const HEADER_OFFSET = 60;

export function ClientsTable({ coachId, clients, today, units, actions, view }: ClientsTableProps) {
  // A phone has room for cards alone.
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  return (
    <Table
      highlightOnHover
      stickyHeader
      stickyHeaderOffset={HEADER_OFFSET}
      verticalSpacing="sm"
      className={`${classes.table} ${isPhone || view === 'cards' ? classes.cards : ''}`}
    >
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Client</Table.Th>
          <Table.Th>State</Table.Th>
          <Table.Th>Engagement</Table.Th>
          <Table.Th>Last check-in</Table.Th>
          <Table.Th className={classes.figure}>Weight</Table.Th>
          <Table.Th className={classes.figure}>Adherence</Table.Th>
          <Table.Th>
            <VisuallyHidden>Actions</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {clients.map((client) => (
          <Table.Tr key={client.clientId}>
            <Table.Td className={classes.name}>
              <Group gap="sm" wrap="nowrap">
                <ClientAvatar coachId={coachId} photoId={client.photoId} name={client.fullName} size={36} />
                <Stack gap={0} miw={0}>
                  <Anchor
                    component={Link}
                    to={`/coach/${coachId}/client/${client.clientId}`}
                    fw={600}
                    truncate
                    c="inherit"
                  >
                    {client.fullName}
                  </Anchor>
                  <Muted truncate>{client.goal ?? client.email}</Muted>
                </Stack>
              </Group>
            </Table.Td>
            <Table.Td className={classes.state}>
              <ClientBadge client={client} />
            </Table.Td>
            <Table.Td data-label="Engagement">{client.engagement?.label ?? '–'}</Table.Td>
            <Table.Td data-label="Last check-in">
              {client.lastCheckInDay ? relativeDayLabel(client.lastCheckInDay, today) : 'None yet'}
              {client.lastContactDay !== client.lastCheckInDay && client.lastContactDay && (
                <Muted>
                  {FIGURES.lastContact} {onDayInSentence(client.lastContactDay, today)}
                </Muted>
              )}
            </Table.Td>
            <Table.Td data-label="Weight" className={classes.figure}>
              {client.weight ? weightLabel(client.weight.weightKg, units) : '–'}
              {client.weight && <Muted>{weightChangeText(client.weight, units)}</Muted>}
            </Table.Td>
            <Table.Td data-label="Adherence" className={classes.figure}>
              {client.adherence === null ? '–' : `${client.adherence}%`}
            </Table.Td>
            <Table.Td className={classes.menu}>
              <ClientMenu client={client} actions={actions} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
