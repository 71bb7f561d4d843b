import { Progress, Stack, Text } from '@mantine/core';
import { bytesLabel } from '@stridewell/contract/files/files.rules';
import { useQuery } from '@tanstack/react-query';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { storageQuery } from './files.queries.ts';

/** The space that the files of the coach and their clients use. */
export function StorageCard({ coachId }: { coachId: string }) {
  return (
    <QueryBoundary query={useQuery(storageQuery(coachId))} failed="Your storage could not be loaded" skeleton={150}>
      {({ usedBytes, limitBytes }) => (
        <SectionCard title="Storage">
          <Stack gap="sm">
            <Text fw={500}>
              {bytesLabel(usedBytes)} of {bytesLabel(limitBytes)} used
            </Text>
            <Progress
              value={Math.min(100, (100 * usedBytes) / limitBytes)}
              {...(usedBytes >= limitBytes && { color: 'red' })}
              aria-label="Storage used"
            />
            <Text c="dimmed" fz="sm">
              Photos, videos, receipts and attachments of you and your clients. Space from unused files is freed within
              about a week.
            </Text>
          </Stack>
        </SectionCard>
      )}
    </QueryBoundary>
  );
}
