import { Button, Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import type { RetentionHistory } from '@stridewell/contract/retention/retention';
import { RISK_LEVELS } from '@stridewell/contract/retention/retention.rules';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { countLabel, dayInSentence, dayText, listText, money, numberText } from '../../lib/format.ts';
import { valueAxis } from '../../lib/value-axis.ts';
import { LEAVING_TEXTS } from '../../shared/leaving-texts.ts';
import { BarChart } from '../../ui/bar-chart.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { late } from '../../ui/late.tsx';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { retentionHistoryQuery } from './retention.queries.ts';

const LeavingForm = late(async () => (await import('./leaving-form.tsx')).LeavingForm);

/** Clients without a reason that are asked about at once. */
const ASKED = 3;
const COLORS = { 'High Risk': 'red-6', 'Moderate Risk': 'yellow-6', 'On Track': 'pine-6' } as const;

/** Prices that clients at risk pay, levels over time, and why clients left. */
export function EngagementHistory({ coachId }: { coachId: string }) {
  return (
    <QueryBoundary
      query={useQuery(retentionHistoryQuery(coachId))}
      failed="Levels over time could not be loaded"
      loading="Loading levels over time"
      skeleton={<Skeleton h={420} radius="lg" />}
    >
      {(history) => (
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
            <LevelsOverTime history={history} />
            <ValueAtRisk history={history} />
          </SimpleGrid>
          <Departures coachId={coachId} history={history} />
        </Stack>
      )}
    </QueryBoundary>
  );
}

type HistoryProps = { history: RetentionHistory };

function LevelsOverTime({ history: { levels } }: HistoryProps) {
  const series = RISK_LEVELS.map((level) => ({
    label: level,
    color: COLORS[level],
    values: levels.map(({ counts }) => counts[level]),
  }));
  const last = levels.at(-1)?.counts;
  if (series.every(({ values }) => values.every((count) => count === 0))) {
    return (
      <SectionCard title="Levels over 12 weeks">
        <Muted>The levels of your clients appear here, a week after the first one joins.</Muted>
      </SectionCard>
    );
  }
  return (
    <SectionCard title="Levels over 12 weeks">
      <BarChart
        label={`Clients by level at the end of each of 12 weeks. Today: ${RISK_LEVELS.map((level) => `${level} ${last?.[level] ?? 0}`).join(', ')}.`}
        height={220}
        names={levels.map(({ day }) => dayText(day, { month: 'short', day: 'numeric' }))}
        series={series}
        withLegend
        valueAxis={{ ...valueAxis([0, ...series.flatMap(({ values }) => values)]), width: 32, text: numberText }}
        valueText={(value) => countLabel(value, 'client')}
      />
    </SectionCard>
  );
}

function ValueAtRisk({ history: { atRisk } }: HistoryProps) {
  return (
    <SectionCard title="Value at risk">
      {atRisk.length === 0 ? (
        <Text>No client at risk has a subscription.</Text>
      ) : (
        atRisk.map(({ currency, monthlyCents, clients }) => (
          <div key={currency}>
            <Text fw={700} size="xl">
              {money(monthlyCents, currency)} a month
            </Text>
            <Muted>{`${countLabel(clients, 'client')} at high or moderate risk`}</Muted>
          </div>
        ))
      )}
      <Muted mt="sm">The monthly prices of their subscriptions. Not a forecast: most clients at risk stay.</Muted>
    </SectionCard>
  );
}

const monthText = (month: string) => dayText(`${month}-01`, { month: 'long', year: 'numeric' });

function Departures({ coachId, history: { departures, unexplained, today } }: HistoryProps & { coachId: string }) {
  const [asked, setAsked] = useState<RetentionHistory['unexplained'][number] | null>(null);
  if (departures.length === 0) {
    return (
      <SectionCard title="Why clients left">
        <Text>No client has left in the last 12 months.</Text>
      </SectionCard>
    );
  }
  return (
    <SectionCard title="Why clients left">
      <Stack gap="md">
        {unexplained.slice(0, ASKED).map((client) => (
          <Group key={client.clientId} gap="4px 12px">
            <Text size="sm">{`${client.name} left ${dayInSentence(client.day, today)}.`}</Text>
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={`Add reason for ${client.name}`}
              onClick={() => setAsked(client)}
            >
              Add reason
            </Button>
          </Group>
        ))}
        <DataTable<RetentionHistory['departures'][number]>
          label="Clients who left by month"
          columns={[
            { header: 'Month', rowHeader: true, cell: ({ month }) => monthText(month) },
            { header: 'Left', figure: true, cell: ({ left }) => numberText(left) },
            { header: 'Reasons', long: true, from: 'sm', cell: reasonsText },
          ]}
          phoneLine={reasonsText}
          rows={departures}
          keyOf={({ month }) => month}
        />
      </Stack>
      {asked && <LeavingForm coachId={coachId} client={asked} onClose={() => setAsked(null)} />}
    </SectionCard>
  );
}

const reasonsText = ({ reasons }: RetentionHistory['departures'][number]): string =>
  reasons.length === 0
    ? 'No reason recorded'
    : listText(reasons.map(({ reason, count }) => `${LEAVING_TEXTS[reason].toLowerCase()} (${count})`));
