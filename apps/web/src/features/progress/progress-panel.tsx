import { Button, Stack, Text } from '@mantine/core';
import { SIDES } from '@stridewell/contract/people.rules';
import type { Measurement } from '@stridewell/contract/progress/progress';
import type { UnitSystem } from '@stridewell/contract/units';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import columns from '../../ui/columns.module.css';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { CheckInCalendar } from './check-in-calendar.tsx';
import { MeasuredDays } from './measured-days.tsx';
import { useMeasurementEntry } from './measurement-entry.tsx';
import { MeasurementTable } from './measurement-table.tsx';
import { progressQuery } from './progress.queries.ts';
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

/** A client's progress for the coach: weight with its trend, measurements, photos, check-ins. */
export function ProgressPanel({ coachId, clientId, firstName, today, units }: ProgressPanelProps) {
  const query = useQuery(progressQuery(coachId, clientId));
  const measurements = query.data?.measurements ?? NONE;
  const entry = useMeasurementEntry({ coachId, clientId, by: 'coach', measurements, today, units });
  const add = (
    <Button size="xs" variant="default" leftSection={<IconPlus size={16} />} onClick={() => entry.open(today, true)}>
      Add measurement
    </Button>
  );
  return (
    <QueryBoundary query={query} failed="Progress could not be loaded" loading="Loading progress" skeleton={380}>
      {({ startWeightKg, goalWeightKg, weeks, adherence }) => (
        <div className={columns.columns} data-wide>
          <Stack gap={20}>
            <WeightProgress
              weighIns={measurements.flatMap((one) =>
                one.kind === 'weight' ? [{ day: one.day, weightKg: one.value }] : [],
              )}
              startWeightKg={startWeightKg}
              goalWeightKg={goalWeightKg}
              today={today}
              units={units}
              empty={`${firstName}’s weight will appear here, from check-ins and measurements.`}
            />
            <ProgressPhotos
              coachId={coachId}
              clientId={clientId}
              today={today}
              empty={`Photos that ${firstName} sends with a check-in can be compared here. Ask for them in a check-in form.`}
              note={`Only you and ${firstName} can see these photos.`}
            />
          </Stack>
          <Stack gap={20}>
            <SectionCard title="Measurements" aside={add}>
              {measurements.length === 0 ? (
                <Text c="dimmed">
                  No measurements yet. Add waist, hips and other values that you follow. {firstName} can add them too,
                  and weights from check-ins appear automatically.
                </Text>
              ) : (
                <MeasurementTable
                  measurements={measurements}
                  startWeightKg={startWeightKg}
                  today={today}
                  units={units}
                />
              )}
            </SectionCard>
            <MeasuredDays
              measurements={measurements}
              today={today}
              units={units}
              names={{ coach: 'you', client: firstName }}
              changes={SIDES}
              onEdit={(day) => entry.open(day, true)}
            />
            <CheckInCalendar
              weeks={weeks}
              adherence={adherence}
              empty={`The last twelve weeks of check-ins will appear here once ${firstName}’s first one is due.`}
            />
          </Stack>
          {entry.dialog}
        </div>
      )}
    </QueryBoundary>
  );
}
