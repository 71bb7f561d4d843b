import { Button, Group, Stack, Text } from '@mantine/core';
import type { ClientRisk, ExplainedRisk } from '@stridewell/contract/retention/retention';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { late } from '../../ui/late.tsx';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { ClientHealthCard } from './client-health.tsx';
import { clientRiskQuery } from './retention.queries.ts';
import { chanceText, daysAgoText, hasRisen, NOT_SCORED_TEXTS, reasonLines } from './retention.wording.ts';
import { RiskBadge } from './risk-badge.tsx';
import { RiskSteps } from './risk-steps.tsx';

const ActionForm = late(async () => (await import('./action-form.tsx')).ActionForm);
const KnownReasonForm = late(async () => (await import('./known-reason-form.tsx')).KnownReasonForm);

type ClientRiskCardProps = { coachId: string; clientId: string; today: string };

/** The risk of one client, why, and what the coach can do; then the score with what moved it. */
export function ClientRiskCard({ coachId, clientId, today }: ClientRiskCardProps) {
  const query = useQuery(clientRiskQuery(coachId, clientId));
  return (
    <>
      <SectionCard title="Risk of leaving">
        <QueryBoundary query={query} failed="The risk level could not be loaded" skeleton={96}>
          {(client) => <Risk coachId={coachId} client={client} today={today} />}
        </QueryBoundary>
      </SectionCard>
      {query.data?.health && <ClientHealthCard health={query.data.health} />}
    </>
  );
}

type RiskProps = { coachId: string; client: ExplainedRisk; today: string };

function Risk({ coachId, client, today }: RiskProps) {
  const { chance, curve } = client;
  const [asked, setAsked] = useState<ClientRisk | null>(null);
  const [acted, setActed] = useState<ClientRisk | null>(null);
  return (
    <Stack gap="xs" align="flex-start">
      <Group gap="xs">
        <RiskBadge level={client.level} />
        {hasRisen(client) && <Muted>Rose since last week</Muted>}
      </Group>
      {chance !== null && <Muted>{chanceText(chance, curve.at(-1) ?? chance)}</Muted>}
      {client.notScored && <Muted>{NOT_SCORED_TEXTS[client.notScored]}</Muted>}
      {reasonLines(client).map((line) => (
        <Text key={line} size="sm">
          {line}
        </Text>
      ))}
      {client.level && <Muted>Last visit {daysAgoText(client.daysSince.visit).toLowerCase()}</Muted>}
      <RiskSteps coachId={coachId} client={client} today={today} onKnowWhy={setAsked} />
      {client.level && (
        <Button variant="subtle" size="compact-sm" onClick={() => setActed(client)}>
          Record another action
        </Button>
      )}
      {asked && <KnownReasonForm coachId={coachId} client={asked} today={today} onClose={() => setAsked(null)} />}
      {acted && <ActionForm coachId={coachId} client={acted} onClose={() => setActed(null)} />}
    </Stack>
  );
}
