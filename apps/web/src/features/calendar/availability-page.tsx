import { Anchor, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { zoneLabel } from '../../lib/format.ts';
import classes from './availability.module.css';
import { AvailabilityForm } from './availability-form.tsx';
import { availabilityQuery } from './calendar.queries.ts';
import { SessionTypes } from './session-types.tsx';

/** When clients can book, and what. */
export function AvailabilityPage({ coachId, onBack }: { coachId: string; onBack: () => void }) {
  const { data } = useQuery(availabilityQuery(coachId));
  return (
    <Stack gap="lg" maw={760}>
      <div>
        <Anchor component="button" type="button" onClick={onBack} className={classes.back}>
          <IconArrowLeft size={16} stroke={1.75} aria-hidden /> Calendar
        </Anchor>
        <Title order={1}>Availability</Title>
        <Text c="dimmed">
          {data
            ? `Clients book in their own time zone. The hours here are those of ${zoneLabel(data.timeZone)}.`
            : '\u00A0'}
        </Text>
      </div>
      {data ? (
        <>
          <SessionTypes coachId={coachId} types={data.types} />
          <AvailabilityForm coachId={coachId} availability={data.availability} />
        </>
      ) : (
        <Skeleton height={480} />
      )}
    </Stack>
  );
}
