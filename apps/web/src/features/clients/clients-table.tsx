import { ActionIcon, Anchor, Box, Group } from '@mantine/core';
import type { ClientSummary } from '@stridewell/contract/clients/clients';
import { FIGURES } from '@stridewell/contract/clients/clients.figures.rules';
import { type ClientSort, type SortOrder, USUAL_ORDER } from '@stridewell/contract/clients/clients.rules';
import { relativeDayLabel } from '@stridewell/contract/time';
import type { UnitSystem } from '@stridewell/contract/units';
import { workoutPercent } from '@stridewell/contract/workouts/workouts.adherence.rules';
import { type Icon, IconClipboardPlus, IconMessage } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { weightChangeLabel, weightLabel } from '../../lib/format.ts';
import { ClientAvatar } from '../../shared/client-avatar.tsx';
import { percentText } from '../../shared/figure-text.ts';
import { type Column, DataTable, type TableSelection } from '../../ui/data-table.tsx';
import { Muted } from '../../ui/muted.tsx';
import { ClientBadge } from './client-badge.tsx';
import { ClientMenu } from './client-menu.tsx';
import type { ClientActions } from './clients.actions.ts';
import { isTrained } from './clients.bulk.ts';
import type { ClientSearch } from './clients.search.ts';
import classes from './clients-table.module.css';

/** The risk badge of a client. */
export type RiskOf = (clientId: string) => ReactNode;

type ClientsTableProps = {
  coachId: string;
  clients: readonly ClientSummary[];
  today: string;
  units: UnitSystem;
  riskOf: RiskOf | null;
  actions: ClientActions;
  search: ClientSearch;
  onSort: (sort: ClientSort, order: SortOrder) => void;
  cards: boolean;
  /** Left out where a phone shows no checkboxes. */
  selection: TableSelection<ClientSummary> | undefined;
};

export function ClientsTable(props: ClientsTableProps) {
  const { coachId, clients, actions, search, onSort, cards, selection } = props;
  const sort = search.sort ?? 'name';
  return (
    <DataTable
      highlightOnHover
      sticky="surface"
      verticalSpacing={3}
      label="Clients"
      columns={columnsOf(props)}
      rows={clients}
      keyOf={({ clientId }) => clientId}
      sort={{ by: sort, order: search.order ?? USUAL_ORDER[sort], usual: USUAL_ORDER, onSort }}
      cards={cards}
      selection={selection}
      actions={(client) => <RowActions coachId={coachId} client={client} actions={actions} />}
    />
  );
}

const columnsOf = ({
  coachId,
  today,
  units,
  riskOf,
}: Pick<ClientsTableProps, 'coachId' | 'today' | 'units' | 'riskOf'>): Column<ClientSummary, ClientSort>[] => [
  { header: 'Client', sort: 'name', card: 'title', cell: (client) => <ClientName coachId={coachId} client={client} /> },
  {
    header: 'Status',
    card: 'status',
    cell: (client) => (
      <Box className={classes.status}>
        <ClientBadge client={client} quiet />
      </Box>
    ),
  },
  ...(riskOf ? [riskColumn(riskOf)] : []),
  {
    header: 'Last check-in',
    sort: 'last_check_in',
    cell: ({ lastCheckInDay }) => (lastCheckInDay ? relativeDayLabel(lastCheckInDay, today) : 'None yet'),
  },
  {
    header: FIGURES.lastContact,
    from: 'lg',
    cell: ({ lastContactDay }) => (lastContactDay ? relativeDayLabel(lastContactDay, today) : '–'),
  },
  {
    header: FIGURES.weight,
    figure: true,
    cell: ({ weight }) => (weight ? weightLabel(weight.weightKg, units) : '–'),
  },
  {
    header: FIGURES.fourWeekChange,
    figure: true,
    cell: ({ weight }) => {
      const change = weight?.fourWeeks?.changeKg;
      return change === undefined ? '–' : (weightChangeLabel(change, units) ?? 'No change');
    },
  },
  {
    header: FIGURES.workouts,
    sort: 'workouts',
    figure: true,
    card: 'figure',
    cell: ({ workouts }) => percentText(workoutPercent(workouts)),
  },
];

/** Beside the status, which also says “On track” and means check-ins and the plan. */
const riskColumn = (riskOf: RiskOf): Column<ClientSummary, ClientSort> => ({
  header: 'Risk of leaving',
  from: 'lg',
  nowrap: true,
  cell: (client) => (isTrained(client) ? riskOf(client.clientId) : null),
});

type ClientProps = { coachId: string; client: ClientSummary };

function ClientName({ coachId, client: { clientId, fullName, photoId, goal, email } }: ClientProps) {
  return (
    <Group gap="sm" wrap="nowrap" className={classes.name}>
      <ClientAvatar coachId={coachId} photoId={photoId} name={fullName} size={28} />
      <div className={classes.who}>
        <Anchor component={Link} to={`/coach/${coachId}/client/${clientId}`} fw={600} truncate c="inherit">
          {fullName}
        </Anchor>
        <Muted span truncate className={classes.goal}>
          {goal ?? email}
        </Muted>
      </div>
    </Group>
  );
}

function RowActions({ coachId, client, actions }: ClientProps & { actions: ClientActions }) {
  const { clientId, fullName } = client;
  return (
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
