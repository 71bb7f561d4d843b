import { Button, Group, Skeleton, Stack, Title } from '@mantine/core';
import type { ClientInteractions, InteractionFigures, InteractionReport } from '@stridewell/contract/reports/reports';
import { REPORT_FIGURES } from '@stridewell/contract/reports/reports.rules';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { dayText, numberText } from '../../lib/format.ts';
import { clientColumn } from '../../shared/client-column.tsx';
import { durationText } from '../../shared/figure-text.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Muted } from '../../ui/muted.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { ReportToolbar } from './report-toolbar.tsx';
import { interactionsQuery, reportFileUrl } from './reports.queries.ts';
import type { ReportSearch } from './reports.search.ts';

type InteractionReportPageProps = {
  coachId: string;
  search: ReportSearch;
  onSearch: (search: ReportSearch) => void;
};

/** How a coach and their clients interacted in a period. */
export function InteractionReportPage({ coachId, search, onSearch }: InteractionReportPageProps) {
  const query = useQuery(interactionsQuery(coachId, search));
  return (
    <Stack gap="lg">
      <PageHeader
        title="Interaction report"
        lead="Messages, check-ins, sessions and workouts of a period, compared with the period before."
        actions={
          <Group gap="sm">
            {(['csv', 'pdf'] as const).map((type) => (
              <Button
                key={type}
                component="a"
                href={reportFileUrl(coachId, search, type)}
                download
                variant="default"
                leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
              >
                Download as {type.toUpperCase()}
              </Button>
            ))}
          </Group>
        }
      />
      <QueryBoundary
        query={query}
        failed="The report could not be loaded"
        loading="Loading the report"
        skeleton={<Skeleton h={520} radius="lg" />}
      >
        {(report) => (
          <Stack gap="md">
            <ReportToolbar report={report} search={search} onSearch={onSearch} />
            <Report coachId={coachId} report={report} chosen={search.client} />
          </Stack>
        )}
      </QueryBoundary>
    </Stack>
  );
}

type ReportProps = { coachId: string; report: InteractionReport; chosen: string | undefined };

function Report({ coachId, report, chosen }: ReportProps) {
  const client = report.clients.find(({ clientId }) => clientId === chosen);
  if (report.clients.length === 0) {
    return (
      <EmptyState
        title="Your clients will appear here"
        action={
          <Button component={Link} to={`/coach/${coachId}/clients`} variant="light">
            Go to your clients
          </Button>
        }
      >
        The report starts with the first client who accepts your invitation.
      </EmptyState>
    );
  }
  const { now, before } = client ?? report.total;
  const isEmpty = isEmptyPeriod(now);
  return (
    <>
      <SectionCard title={client?.name ?? 'All clients'}>
        <Stack gap="sm">
          {isEmpty && <Muted>Nothing happened in this period.</Muted>}
          {!(isEmpty && isEmptyPeriod(before)) && <Figures now={now} before={before} />}
          <Muted>
            Compared with {dateLabel(report.before.from)} to {dateLabel(report.before.to)}. Messages in a row count once
            for reply times, and group messages are left out there. A day is active when the client did something, such
            as a message, a check-in or a workout.
          </Muted>
        </Stack>
      </SectionCard>
      {!client && !report.isEmpty && <ClientRows coachId={coachId} clients={report.clients} />}
    </>
  );
}

const dateLabel = (day: string) => dayText(day, { month: 'short', day: 'numeric', year: 'numeric' });

const isEmptyPeriod = (figures: InteractionFigures): boolean => REPORT_FIGURES.every(({ key }) => !figures[key]);

type Compared = Record<'now' | 'before', InteractionFigures>;

function Figures({ now, before }: Compared) {
  return (
    <DataTable
      label="Figures"
      verticalSpacing={8}
      columns={[
        { header: 'Figure', rowHeader: true, cell: ({ label }) => label },
        { header: 'This period', figure: true, cell: (figure) => valueText(now, figure) },
        { header: 'Before', figure: true, cell: (figure) => valueText(before, figure) },
        { header: 'Change', figure: true, from: 'sm', cell: (figure) => changeText({ now, before }, figure) },
      ]}
      rows={REPORT_FIGURES}
      keyOf={({ key }) => key}
    />
  );
}

type Figure = (typeof REPORT_FIGURES)[number];

/** A count or a duration; a dash where nothing was answered. */
function valueText(figures: InteractionFigures, figure: Figure): string {
  const value = figures[figure.key];
  if (value === null) return '–';
  return 'seconds' in figure ? durationText(value) : numberText(value);
}

function changeText({ now, before }: Compared, figure: Figure): string {
  const [value, earlier] = [now[figure.key], before[figure.key]];
  if (value === null || earlier === null) return '–';
  if (value === earlier) return 'No change';
  const difference = Math.abs(value - earlier);
  const amount = 'seconds' in figure ? durationText(difference) : numberText(difference);
  return `${value > earlier ? '+' : '−'}${amount}`;
}

/** How many of all, or a dash where there were none. */
const shareText = (done: number, all: number) => (all === 0 ? '–' : `${numberText(done)} of ${numberText(all)}`);

/** The clients of the report; each name leads to the client's page. Phones show a card for each. */
function ClientRows({ coachId, clients }: { coachId: string; clients: readonly ClientInteractions[] }) {
  return (
    <Stack component="section" aria-label="By client" gap="sm">
      <Title order={2} size="h3">
        By client
      </Title>
      <DataTable<ClientInteractions>
        highlightOnHover
        sticky="paper"
        verticalSpacing={8}
        label="Clients"
        columns={[
          clientColumn(coachId),
          { header: 'Sent', figure: true, from: 'sm', cell: ({ now }) => numberText(now.messagesSent) },
          { header: 'Received', figure: true, from: 'sm', cell: ({ now }) => numberText(now.messagesReceived) },
          {
            header: 'Check-ins reviewed',
            figure: true,
            from: 'sm',
            cell: ({ now }) => shareText(now.checkInsReviewed, now.checkInsSent),
          },
          { header: 'Sessions held', figure: true, from: 'sm', cell: ({ now }) => numberText(now.sessionsHeld) },
          {
            header: 'Workouts done',
            figure: true,
            from: 'sm',
            cell: ({ now }) => shareText(now.workoutsDone, now.workoutsPlanned),
          },
          { header: 'Days active', figure: true, cell: ({ now }) => numberText(now.activeDays) },
          { header: 'Visits', figure: true, cell: ({ now }) => numberText(now.visitDays) },
        ]}
        phoneLine={({ now }) =>
          [
            `${numberText(now.messagesSent)} sent, ${numberText(now.messagesReceived)} received`,
            now.checkInsSent > 0 && `${shareText(now.checkInsReviewed, now.checkInsSent)} check-ins reviewed`,
            now.workoutsPlanned > 0 && `${shareText(now.workoutsDone, now.workoutsPlanned)} workouts`,
          ]
            .filter(Boolean)
            .join(' · ')
        }
        rows={clients}
        keyOf={({ clientId }) => clientId}
      />
    </Stack>
  );
}
