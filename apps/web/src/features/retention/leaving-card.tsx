import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { late } from '../../ui/late.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { retentionHistoryQuery } from './retention.queries.ts';

const LeavingForm = late(async () => (await import('./leaving-form.tsx')).LeavingForm);

type LeavingCardProps = { coachId: string; client: { clientId: string; name: string } };

/** Asks why a former client left, until the coach has said it. Optional, so a failure shows nothing. */
export function LeavingCard({ coachId, client }: LeavingCardProps) {
  const [asking, setAsking] = useState(false);
  const { data } = useQuery(retentionHistoryQuery(coachId));
  if (!data?.unexplained.some(({ clientId }) => clientId === client.clientId)) return null;
  return (
    <SectionCard title="Why did they leave?">
      <Text size="sm" mb="sm">
        Your reasons add up by month on the engagement page. Saying it is optional.
      </Text>
      <Button variant="light" onClick={() => setAsking(true)}>
        Add reason
      </Button>
      {asking && <LeavingForm coachId={coachId} client={client} onClose={() => setAsking(false)} />}
    </SectionCard>
  );
}
