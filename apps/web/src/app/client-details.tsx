import { Stack } from '@mantine/core';
import type { ComponentProps } from 'react';
import { HealthSummary } from '../features/onboarding/health-summary.tsx';
import { RecordDetails } from '../features/records/record-details.tsx';

/** Health answers and record of a client. */
export function ClientDetails(props: ComponentProps<typeof RecordDetails>) {
  return (
    <Stack gap="lg">
      <HealthSummary relationship={props} timeZone={props.timeZone} />
      <RecordDetails {...props} />
    </Stack>
  );
}
