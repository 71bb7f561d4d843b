import { Anchor, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { clientSequencesQuery } from './flows.sequences.ts';
import { HOLD_TEXTS } from './flows.words.ts';

/** The flows that a client is in, each in one line. Nothing while there is none. */
export function ClientSequences({ coachId, clientId }: { coachId: string; clientId: string }) {
  const { data } = useQuery(clientSequencesQuery(coachId, clientId));
  if (!data || data.runs.length === 0) return null;
  return (
    <Stack gap={4} role="group" aria-label="Flows">
      {data.runs.map(({ id, sequenceId, sequenceName, step, steps, held }) => (
        <Text key={id} size="sm">
          In flow{' '}
          <Anchor component={Link} to={`/coach/${coachId}/flows/${sequenceId}`} inherit>
            {sequenceName}
          </Anchor>
          {step !== null && `, step ${step} of ${steps}`}
          {held && `. ${HOLD_TEXTS[held]}`}
        </Text>
      ))}
    </Stack>
  );
}
