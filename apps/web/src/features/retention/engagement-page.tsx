import { Anchor, Button, Card, Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import type { ClientRisk, EngagementReport } from '@stridewell/contract/retention/retention';
import { FEW_CLIENTS, RISK_LEVELS } from '@stridewell/contract/retention/retention.rules';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ComponentProps, useState } from 'react';
import { countLabel, numberText } from '../../lib/format.ts';
import { usePhone } from '../../lib/use-phone.ts';
import { clientColumn } from '../../shared/client-column.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { late } from '../../ui/late.tsx';
import { Muted } from '../../ui/muted.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { StatTile } from '../../ui/stat-tile.tsx';
import { ActivityLine } from './activity-line.tsx';
import { engagementQuery } from './retention.queries.ts';
import { chanceText, daysAgoText, hasRisen, NOT_SCORED_TEXTS, reasonLines } from './retention.wording.ts';
import { RiskBadge } from './risk-badge.tsx';
import { RiskCurve } from './risk-curve.tsx';
import { RiskSteps } from './risk-steps.tsx';

const KnownReasonForm = late(async () => (await import('./known-reason-form.tsx')).KnownReasonForm);
const HealthDialog = late(async () => (await import('./health-dialog.tsx')).HealthDialog);
const ActionOutcomesCard = late(async () => (await import('./action-outcomes.tsx')).ActionOutcomesCard);
const EngagementHistory = late(async () => (await import('./engagement-history.tsx')).EngagementHistory);

/** Which clients may leave, why, and what the coach can do. */
export function EngagementPage({ coachId }: { coachId: string }) {
  const query = useQuery(engagementQuery(coachId));
  return (
    <Stack gap="lg">
      <PageHeader
        title="Engagement"
        lead="Who may be about to leave, why, and what you can do."
        actions={
          <Group gap="xs">
            <Button component={Link} to={`/coach/${coachId}/engagement/monday`}>
              Monday
            </Button>
            <Button component={Link} to={`/coach/${coachId}/engagement/re-engagement`} variant="light">
              Re-engagement
            </Button>
          </Group>
        }
      />
      <QueryBoundary
        query={query}
        failed="The engagement of your clients could not be loaded"
        loading="Loading the engagement of your clients"
        skeleton={<Skeleton h={520} radius="lg" />}
      >
        {(report) => <Report coachId={coachId} report={report} />}
      </QueryBoundary>
    </Stack>
  );
}

type ReportProps = { coachId: string; report: EngagementReport };

function Report({ coachId, report: { model, clients, today } }: ReportProps) {
  const [asked, setAsked] = useState<ClientRisk | null>(null);
  const [explained, setExplained] = useState<ClientRisk | null>(null);
  if (clients.length === 0) {
    return (
      <EmptyState
        title="Your clients will appear here"
        action={
          <Button component={Link} to={`/coach/${coachId}/clients`} variant="light">
            Go to your clients
          </Button>
        }
      >
        Levels start a week after a client accepts your invitation.
      </EmptyState>
    );
  }
  const scored = clients.filter(({ level }) => level !== null);
  const isCalm = scored.length > 0 && scored.every(({ level }) => level === 'On Track');
  return (
    <Stack gap="md">
      {model.state === 'drifted' && <ModelNotice coachId={coachId} model={model} />}
      <Card component="section" aria-label="Clients by level">
        <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="md">
          {RISK_LEVELS.map((level) => (
            <StatTile
              key={level}
              label={level}
              value={numberText(countOf(clients, level))}
              note={risenNote(clients, level)}
            />
          ))}
          <StatTile label="Not scored" value={numberText(countOf(clients, null))} />
        </SimpleGrid>
      </Card>
      {isCalm && <Text>All your scored clients are on track.</Text>}
      <ClientRows coachId={coachId} clients={clients} today={today} onKnowWhy={setAsked} onExplain={setExplained} />
      {explained && <HealthDialog coachId={coachId} client={explained} onClose={() => setExplained(null)} />}
      {asked && <KnownReasonForm coachId={coachId} client={asked} today={today} onClose={() => setAsked(null)} />}
      <EngagementHistory coachId={coachId} />
      <ActionOutcomesCard coachId={coachId} />
      {model.state !== 'drifted' && <ModelNotice coachId={coachId} model={model} />}
      <Muted>
        The level and the Client Health Score use days and counts of what clients do: check-ins, workouts, messages,
        sessions and visits. They never use texts, health answers, age or sex. Clients may object in their profile. The
        line shows the days of each week with a check-in, workout, message or visit.
      </Muted>
    </Stack>
  );
}

type ModelNoticeProps = { coachId: string; model: EngagementReport['model'] };

/** The ground of levels and percentages, with the way to how good they are. A warning stands above them. */
function ModelNotice({ coachId, model: { state, clients } }: ModelNoticeProps) {
  const link = (
    <Anchor component={Link} to={`/coach/${coachId}/engagement/model`} inherit underline="always">
      How good these levels are
    </Anchor>
  );
  if (state === 'measured') {
    return (
      <Muted>
        Percentages are measured on this platform.{' '}
        {clients < FEW_CLIENTS &&
          `Only ${countLabel(clients, 'client')} of yours could be learned from, so they mostly follow all coaches here. `}
        {link}
      </Muted>
    );
  }
  return state === 'prior' ? (
    <Muted>
      Not measured here yet: levels come from published studies, because too few clients have left here to measure how
      often they hold. {link}
    </Muted>
  ) : (
    <Notice tone="warning" title="No percentages at the moment">
      Clients no longer behave as when the percentages were measured. You see levels and reasons until they are measured
      again. {link}
    </Notice>
  );
}

const countOf = (clients: readonly ClientRisk[], wanted: ClientRisk['level']): number =>
  clients.filter(({ level }) => level === wanted).length;

function risenNote(clients: readonly ClientRisk[], wanted: ClientRisk['level']): string | undefined {
  const risen = clients.filter((client) => client.level === wanted && hasRisen(client)).length;
  return risen === 0 ? undefined : `${numberText(risen)} rose since last week`;
}

type ClientRowsProps = {
  coachId: string;
  clients: readonly ClientRisk[];
  onExplain: (client: ClientRisk) => void;
} & Pick<WhyProps, 'today' | 'onKnowWhy'>;

/** On track, and without anything to do. A measured level has reasons all the same. */
const isQuiet = ({ level, action, knownReason, taken }: ClientRisk): boolean =>
  level === 'On Track' && !action && !knownReason && !taken;

function ClientRows({ coachId, clients, today, onKnowWhy, onExplain }: ClientRowsProps) {
  const isPhone = usePhone();
  const [isFolded, setFolded] = useState(true);
  const loud = clients.filter((client) => !isQuiet(client));
  const hidden = isPhone && isFolded && loud.length > 0 ? clients.length - loud.length : 0;
  const score = (client: ClientRisk, text: string) => (
    <Button
      variant="subtle"
      size="compact-sm"
      mx={-8}
      aria-label={`Client Health Score of ${client.name}: ${text}`}
      onClick={() => onExplain(client)}
    >
      {text}
    </Button>
  );
  return (
    <>
      <DataTable<ClientRisk>
        highlightOnHover
        sticky="paper"
        verticalSpacing={10}
        // Beside several lines of a phone the level stands beside the name.
        {...(isPhone && { styles: { td: { verticalAlign: 'baseline' }, th: { verticalAlign: 'baseline' } } })}
        label="Clients"
        columns={[
          clientColumn(coachId),
          { header: 'Level', nowrap: true, cell: (client) => <Level client={client} /> },
          {
            header: 'Why, and what to do',
            from: 'sm',
            cell: (client) => <Why coachId={coachId} client={client} today={today} onKnowWhy={onKnowWhy} />,
          },
          { header: '8 weeks', from: 'md', cell: ({ activeDays }) => <ActivityLine activeDays={activeDays} /> },
          { header: 'Last active', figure: true, from: 'md', cell: ({ daysSince }) => daysAgoText(daysSince.activity) },
          { header: 'Visit', figure: true, from: 'lg', cell: ({ daysSince }) => daysAgoText(daysSince.visit) },
          { header: 'Workout', figure: true, from: 'lg', cell: ({ daysSince }) => daysAgoText(daysSince.workout) },
          { header: 'Check-in', figure: true, from: 'lg', cell: ({ daysSince }) => daysAgoText(daysSince.checkIn) },
          { header: 'Message', figure: true, from: 'lg', cell: ({ daysSince }) => daysAgoText(daysSince.message) },
          {
            header: 'Client Health Score',
            figure: true,
            from: 'md',
            cell: (client) => (client.engagement ? score(client, numberText(client.engagement.score)) : '–'),
          },
        ]}
        phoneLine={(client) => (
          <Stack component="span" gap={2} align="flex-start">
            {client.daysSince.activity !== null && client.reasons.every(({ reason }) => reason !== 'silentDays') && (
              <span>Last active {daysAgoText(client.daysSince.activity).toLowerCase()}</span>
            )}
            <ActivityLine activeDays={client.activeDays} />
            <Why coachId={coachId} client={client} today={today} onKnowWhy={onKnowWhy} />
            {client.engagement && score(client, `Client Health Score ${client.engagement.score}`)}
          </Stack>
        )}
        rows={hidden > 0 ? loud : clients}
        keyOf={({ clientId }) => clientId}
      />
      {hidden > 0 && (
        <Button variant="light" onClick={() => setFolded(false)}>
          {`Show ${countLabel(hidden, 'client')} on track`}
        </Button>
      )}
    </>
  );
}

function Level({ client }: { client: ClientRisk }) {
  return (
    <Stack gap={2} align="flex-start" miw="max-content">
      <RiskBadge level={client.level} />
      {hasRisen(client) && <Muted>Rose since last week</Muted>}
      {client.curve.length > 0 && client.level !== 'On Track' && <RiskCurve curve={client.curve} />}
    </Stack>
  );
}

type WhyProps = ComponentProps<typeof RiskSteps>;

/** Reasons in plain words, and the recommended action with the place where the coach takes it. Phones show it in a paragraph. */
function Why({ coachId, client, today, onKnowWhy }: WhyProps) {
  const { clientId, level, chance, curve, notScored, action, knownReason, taken } = client;
  if (notScored) {
    return (
      <Text span size="sm" c="dimmed">
        {NOT_SCORED_TEXTS[notScored]}
      </Text>
    );
  }
  const isAtRisk = level !== 'On Track';
  return (
    <Stack component="span" gap={2} align="flex-start">
      {chance !== null && <Muted component="span">{chanceText(chance, curve.at(-1) ?? chance)}</Muted>}
      {reasonLines(client).map((line) => (
        <Text key={line} span size="sm">
          {line}
        </Text>
      ))}
      {action || knownReason || taken ? (
        <RiskSteps coachId={coachId} client={client} today={today} onKnowWhy={onKnowWhy} />
      ) : (
        isAtRisk && (
          <Anchor component={Link} to={`/coach/${coachId}/client/${clientId}`} size="sm">
            Look at their page
          </Anchor>
        )
      )}
    </Stack>
  );
}
