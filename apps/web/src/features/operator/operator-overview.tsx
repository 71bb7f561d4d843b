import { SimpleGrid, Stack, Text } from '@mantine/core';
import type { OperatorOverview as Overview } from '@stridewell/contract/operator/operator';
import { useSuspenseQuery } from '@tanstack/react-query';
import { momentLabel, money, numberText, timeAgo } from '../../lib/format.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { Muted } from '../../ui/muted.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { StatTile } from '../../ui/stat-tile.tsx';
import { CoachesByPlan } from './coaches-by-plan.tsx';
import { DecisionList } from './decision-list.tsx';
import { overviewQuery } from './operator.queries.ts';
import { movementsText, requestsText, trendText } from './operator.wording.ts';

/** How old counts become that no event tells of, such as those of failed requests. */
const COUNTS_REFRESH_MS = 60_000;

/** Waiting decisions, then the platform at a glance. */
export function OperatorOverview() {
  const { data } = useSuspenseQuery({
    ...overviewQuery(),
    refetchInterval: COUNTS_REFRESH_MS,
    refetchOnWindowFocus: 'always',
  });
  return (
    <Stack gap="lg">
      <PageHeader title="Dashboard" />
      <DecisionList needs={data.needs} />
      <Demos demos={data.demos} />
      <Platform figures={data.figures} requests={data.requests} />
      <CoachesByPlan coaches={data.figures.coaches} />
    </Stack>
  );
}

function Demos({ demos }: Pick<Overview, 'demos'>) {
  const timeZone = useTimeZone();
  if (demos.length === 0) return null;
  return (
    <SectionCard title="Demos in the next 24 hours">
      <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
        {demos.map(({ fullName, startsAt }) => (
          <li key={startsAt}>
            <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
              {fullName}
            </Text>
            <Muted>{momentLabel(startsAt, timeZone)}</Muted>
          </li>
        ))}
      </Stack>
    </SectionCard>
  );
}

function Platform({ figures, requests }: Pick<Overview, 'figures' | 'requests'>) {
  const timeZone = useTimeZone();
  const { newCoaches, demoRequests, mrr, computedAt } = figures;
  const churned = Math.abs(mrr.movements.churn);
  return (
    <SectionCard title="The platform" aside={<Muted>Counted {timeAgo(computedAt, timeZone)}</Muted>}>
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="lg">
        <StatTile label="MRR" value={money(mrr.cents)} note={movementsText(mrr)} />
        <StatTile
          label="Churn"
          value={mrr.beforeCents > 0 ? `${Math.round((churned / mrr.beforeCents) * 100)}%` : 'None'}
          note={`${money(churned)} of MRR ended in 30 days`}
        />
        <StatTile label="New coaches" value={numberText(newCoaches.now)} note={trendText(newCoaches)} />
        <StatTile label="Demo requests" value={numberText(demoRequests.now)} note={trendText(demoRequests)} />
        {requests && <StatTile label="Failed requests" {...requestsText(requests)} />}
      </SimpleGrid>
      <Muted mt="md">
        MRR is what the running subscriptions cost a month, additional clients included.
        {requests && ' Requests to the API exclude pages and their files.'}
      </Muted>
    </SectionCard>
  );
}
