import { ActionIcon, Anchor, Checkbox, Group, Table, UnstyledButton, VisuallyHidden } from '@mantine/core';
import type { ClientSummary } from '@stridewell/contract/clients/clients';
import { FIGURES } from '@stridewell/contract/clients/clients.figures.rules';
import { type ClientSort, type SortOrder, USUAL_ORDER } from '@stridewell/contract/clients/clients.rules';
import { relativeDayLabel } from '@stridewell/contract/time';
import type { UnitSystem } from '@stridewell/contract/units';
import { workoutPercent } from '@stridewell/contract/workouts/workouts.adherence.rules';
import { type Icon, IconArrowDown, IconArrowUp, IconClipboardPlus, IconMessage } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { weightChangeLabel, weightLabel } from '../../lib/format.ts';
import { ClientAvatar } from '../../shared/client-avatar.tsx';
import { percentText } from '../../shared/figure-text.ts';
import { Muted } from '../../ui/muted.tsx';
import { ClientBadge } from './client-badge.tsx';
import { ClientMenu } from './client-menu.tsx';
import type { ClientActions } from './clients.actions.ts';
import { isTrained } from './clients.bulk.ts';
import type { ClientSearch } from './clients.search.ts';
import classes from './clients-table.module.css';

export type Selection = {
  has: (clientId: string) => boolean;
  toggle: (clientId: string) => void;
  /** Chooses all clients shown, or none of them. */
  toggleAll: () => void;
  count: number;
};

type ClientsTableProps = {
  coachId: string;
  clients: readonly ClientSummary[];
  today: string;
  units: UnitSystem;
  actions: ClientActions;
  search: ClientSearch;
  onSort: (sort: ClientSort, order: SortOrder) => void;
  cards: boolean;
  /** Left out where a phone shows no checkboxes. */
  selection: Selection | undefined;
};

/** Below the bar of the app. */
const HEADER_OFFSET = 60;

export function ClientsTable(props: ClientsTableProps) {
  const { clients, search, onSort, cards, selection } = props;
  const header = { search, onSort };
  return (
    <Table
      highlightOnHover
      stickyHeader
      stickyHeaderOffset={HEADER_OFFSET}
      verticalSpacing={3}
      className={`${classes.table} ${cards ? classes.cards : ''}`}
    >
      <Table.Thead>
        <Table.Tr>
          {selection && (
            <Table.Th className={classes.choice}>
              <Checkbox
                size="xs"
                aria-label="Select all clients shown"
                checked={selection.count > 0 && selection.count === clients.length}
                indeterminate={selection.count > 0 && selection.count < clients.length}
                onChange={selection.toggleAll}
              />
            </Table.Th>
          )}
          <SortHeader {...header} sort="name" label="Client" />
          <Table.Th>Status</Table.Th>
          <SortHeader {...header} sort="last_check_in" label="Last check-in" />
          <Table.Th className={classes.extra}>{FIGURES.lastContact}</Table.Th>
          <Table.Th className={classes.figure}>{FIGURES.weight}</Table.Th>
          <Table.Th className={classes.figure}>{FIGURES.fourWeekChange}</Table.Th>
          <SortHeader {...header} sort="workouts" label={FIGURES.workouts} figure />
          <Table.Th>
            <VisuallyHidden>Actions</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {clients.map((client) => (
          <ClientRow key={client.clientId} {...props} client={client} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

type SortHeaderProps = Pick<ClientsTableProps, 'search' | 'onSort'> & {
  sort: ClientSort;
  label: string;
  figure?: boolean;
};

/** A heading that sorts the list, and turns the order round when pressed again. */
function SortHeader({ search, onSort, sort, label, figure = false }: SortHeaderProps) {
  const isSorted = (search.sort ?? 'name') === sort;
  const order = (isSorted && search.order) || USUAL_ORDER[sort];
  const Arrow = order === 'asc' ? IconArrowUp : IconArrowDown;
  const next = isSorted ? (order === 'asc' ? 'desc' : 'asc') : USUAL_ORDER[sort];
  return (
    <Table.Th
      className={figure ? classes.figure : undefined}
      {...(isSorted && { 'aria-sort': order === 'asc' ? ('ascending' as const) : ('descending' as const) })}
    >
      <UnstyledButton className={classes.sort} onClick={() => onSort(sort, next)}>
        {label}
        <Arrow size={14} stroke={2} aria-hidden className={classes.arrow} data-sorted={isSorted || undefined} />
      </UnstyledButton>
    </Table.Th>
  );
}

type ClientRowProps = ClientsTableProps & { client: ClientSummary };

function ClientRow({ coachId, client, today, units, actions, selection }: ClientRowProps) {
  const { clientId, fullName, weight, workouts, lastCheckInDay, lastContactDay } = client;
  const change = weight?.fourWeeks?.changeKg;
  const chosen = selection?.has(clientId) ?? false;
  return (
    <Table.Tr className={classes.row} data-chosen={chosen || undefined}>
      {selection && (
        <Table.Td className={classes.choice}>
          <Checkbox
            size="xs"
            aria-label={`Select ${fullName}`}
            checked={chosen}
            onChange={() => selection.toggle(clientId)}
          />
        </Table.Td>
      )}
      <Table.Td className={classes.name}>
        <Group gap="sm" wrap="nowrap">
          <ClientAvatar coachId={coachId} photoId={client.photoId} name={fullName} size={28} />
          <div className={classes.who}>
            <Anchor component={Link} to={`/coach/${coachId}/client/${clientId}`} fw={600} truncate c="inherit">
              {fullName}
            </Anchor>
            <Muted span truncate className={classes.goal}>
              {client.goal ?? client.email}
            </Muted>
          </div>
        </Group>
      </Table.Td>
      <Table.Td className={classes.status}>
        <ClientBadge client={client} quiet />
      </Table.Td>
      <Table.Td data-label="Last check-in">
        {lastCheckInDay ? relativeDayLabel(lastCheckInDay, today) : 'None yet'}
      </Table.Td>
      <Table.Td data-label={FIGURES.lastContact} className={classes.extra}>
        {lastContactDay ? relativeDayLabel(lastContactDay, today) : '–'}
      </Table.Td>
      <Table.Td data-label={FIGURES.weight} className={classes.figure}>
        {weight ? weightLabel(weight.weightKg, units) : '–'}
      </Table.Td>
      <Table.Td data-label={FIGURES.fourWeekChange} className={classes.figure}>
        {change === undefined ? '–' : (weightChangeLabel(change, units) ?? 'No change')}
      </Table.Td>
      <Table.Td data-label={FIGURES.workouts} className={`${classes.figure} ${classes.share}`}>
        {percentText(workoutPercent(workouts))}
      </Table.Td>
      <Table.Td className={classes.actions}>
        <Group gap={0} wrap="nowrap" justify="flex-end">
          {isTrained(client) && (
            <>
              <RowLink label={`Message ${fullName}`} icon={IconMessage} to={`/coach/${coachId}/messages/${clientId}`} />
              <RowLink
                label={`Log check-in for ${fullName}`}
                icon={IconClipboardPlus}
                to={`/coach/${coachId}/client/${clientId}/check-in`}
              />
            </>
          )}
          <ClientMenu client={client} actions={actions} />
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

function RowLink({ label, icon: LinkIcon, to }: { label: string; icon: Icon; to: string }) {
  return (
    <ActionIcon
      component={Link}
      to={to}
      variant="subtle"
      color="gray"
      size="lg"
      className={classes.quick}
      aria-label={label}
      title={label}
    >
      <LinkIcon size={18} stroke={1.75} />
    </ActionIcon>
  );
}
