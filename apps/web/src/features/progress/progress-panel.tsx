import { Button, Skeleton, Stack, Text } from '@mantine/core';
import type { Measurement } from '@stridewell/contract/progress';
import type { UnitSystem } from '@stridewell/contract/units';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadError } from '../../components/load-error.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { MeasuredDays } from './measured-days.tsx';
import { MeasurementDialog } from './measurement-dialog.tsx';
import { MeasurementTable } from './measurement-table.tsx';
import { progressQuery } from './progress.queries.ts';
import classes from './progress-panel.module.css';
import { ProgressPhotos } from './progress-photos.tsx';
import { WeightProgress } from './weight-progress.tsx';

type ProgressPanelProps = {
  coachId: string;
  clientId: string;
  firstName: string;
  today: string;
  units: UnitSystem;
};

const NONE: Measurement[] = [];

/** How a body changes: weight with its trend, tape measures, photos. */
export function ProgressPanel({ coachId, clientId, firstName, today, units }: ProgressPanelProps) {
  const query = useQuery(progressQuery(coachId, clientId));
  const [day, setDay] = useState<string | null>(null);
  const measurements = query.data?.measurements ?? NONE;
  if (query.isError) {
    return <LoadError title="Progress could not be loaded" error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (query.isPending) {
    return (
      <div className={classes.panel} aria-busy="true" role="status" aria-label="Loading progress">
        <Skeleton h={380} radius="lg" />
        <Skeleton h={380} radius="lg" />
      </div>
    );
  }
  const add = (
    <Button size="xs" leftSection={<IconPlus size={16} />} onClick={() => setDay(today)}>
      Add measurement
    </Button>
  );
  return (
    <>
      <div className={classes.panel}>
        <Stack gap={20}>
          <WeightProgress
            weighIns={measurements.flatMap((one) =>
              one.kind === 'weight' ? [{ day: one.day, weightKg: one.value }] : [],
            )}
            startWeightKg={query.data.startWeightKg}
            goalWeightKg={query.data.goalWeightKg}
            firstName={firstName}
            today={today}
            units={units}
          />
          <ProgressPhotos coachId={coachId} clientId={clientId} firstName={firstName} today={today} />
        </Stack>
        <Stack gap={20}>
          <SectionCard title="Measurements" aside={add}>
            {measurements.length === 0 ? (
              <Text c="dimmed">
                Nothing measured yet. Add waist, hips and whatever else you follow with {firstName}; weights of
                check-ins appear by themselves.
              </Text>
            ) : (
              <MeasurementTable measurements={measurements} today={today} units={units} />
            )}
          </SectionCard>
          <MeasuredDays measurements={measurements} today={today} units={units} onEdit={setDay} />
        </Stack>
      </div>
      {day !== null && (
        <MeasurementDialog
          coachId={coachId}
          clientId={clientId}
          day={day}
          measurements={measurements}
          today={today}
          units={units}
          onDay={setDay}
          onClose={() => setDay(null)}
        />
      )}
    </>
  );
}
