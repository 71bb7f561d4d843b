import { Anchor, Stack } from '@mantine/core';
import { zoneName } from '@stridewell/contract/time';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { PageHeader } from '../../ui/page-header.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { AvailabilityForm } from './availability-form.tsx';
import { availabilityQuery } from './calendar.queries.ts';
import { SessionTypes } from './session-types.tsx';

/** When clients can book, and which types of sessions. */
export function AvailabilityPage({ coachId, onBack }: { coachId: string; onBack: () => void }) {
  const query = useQuery(availabilityQuery(coachId));
  return (
    <Stack gap="lg" maw={760}>
      <div>
        <Anchor component="button" type="button" onClick={onBack} mb={4}>
          <IconArrowLeft size={16} stroke={1.75} aria-hidden style={{ verticalAlign: '-3px' }} /> Calendar
        </Anchor>
        <PageHeader
          title="Availability"
          lead={
            query.data
              ? `Hours in ${zoneName(query.data.timeZone)}. Clients see them in their own time zone.`
              : '\u00A0'
          }
        />
      </div>
      <QueryBoundary query={query} failed="Your availability could not be loaded" skeleton={480}>
        {({ types, availability }) => (
          <>
            <SessionTypes coachId={coachId} types={types} />
            <AvailabilityForm coachId={coachId} availability={availability} />
          </>
        )}
      </QueryBoundary>
    </Stack>
  );
}
