import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { COACH_PLAN_FULL } from '@stridewell/contract/billing/billing.rules';
import type { ClientProgress } from '@stridewell/contract/progress/progress';
import type { UnitSystem } from '@stridewell/contract/units';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import columns from '../../ui/columns.module.css';
import { Notice } from '../../ui/notice.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { CheckInCalendar } from './check-in-calendar.tsx';
import { MeasuredDays } from './measured-days.tsx';
import { useMeasurementEntry } from './measurement-entry.tsx';
import { MeasurementTable } from './measurement-table.tsx';
import { ProgressPhotos } from './progress-photos.tsx';
import { WeightProgress } from './weight-progress.tsx';

type OwnProgressProps = {
  relationship: { coachId: string; clientId: string; coachName: string };
  progress: ClientProgress;
  units: UnitSystem;
  /** Numbers are hidden from the client, who can still weigh in. */
  isBlind: boolean;
  /** Opens the dialog for today's weight at the start. */
  logging: boolean;
};

/** The client's own progress, with the buttons that add measurements. */
export function OwnProgress({ relationship, progress, units, isBlind, logging }: OwnProgressProps) {
  const { coachId, clientId, coachName } = relationship;
  const { measurements, startWeightKg, goalWeightKg, today, weeks, adherence, closed } = progress;
  const writes = closed === null;
  const { open, dialog } = useMeasurementEntry(
    { coachId, clientId, by: 'client', measurements, today, units, isBlind },
    logging && writes ? { day: today, all: false } : null,
  );
  const weighIns = measurements.flatMap(({ kind, day, value }) =>
    kind === 'weight' ? [{ day, weightKg: value }] : [],
  );
  const tapes = measurements.filter(({ kind }) => kind !== 'weight');
  const add = (
    <Button
      variant="light"
      mih={44}
      leftSection={<IconPlus size={16} stroke={1.75} />}
      onClick={() => open(today, true)}
      aria-label="Add measurements"
    >
      Add
    </Button>
  );
  return (
    <Stack gap="lg">
      <Group justify="space-between" gap="md">
        <Title order={1}>Your progress</Title>
        {writes && (
          <Button
            size="lg"
            // Weighing is optional where the weight is hidden.
            variant={isBlind ? 'default' : 'ember'}
            leftSection={<IconPlus size={20} stroke={1.75} />}
            onClick={() => open(today, false)}
            w={{ base: '100%', xs: 'auto' }}
          >
            Log weight
          </Button>
        )}
      </Group>
      {!writes && (
        <Notice>
          {closed === 'ended'
            ? `Your coaching with ${coachName} has ended. Everything stays here for you to read.`
            : COACH_PLAN_FULL}
        </Notice>
      )}
      <div className={columns.columns} data-wide>
        <Stack gap="lg">
          {isBlind ? (
            <SectionCard title="Weight">
              <Stack gap="xs" align="flex-start">
                <Text>
                  Your weight is hidden. You can still weigh in if you want to: only {coachName} sees the number.
                </Text>
                <Button component={Link} to="/client/profile?section=numbers" variant="subtle" mih={44} ml={-12}>
                  Change what is shown
                </Button>
              </Stack>
            </SectionCard>
          ) : (
            <WeightProgress
              weighIns={weighIns}
              startWeightKg={startWeightKg}
              goalWeightKg={goalWeightKg}
              today={today}
              units={units}
              empty={
                writes
                  ? `Log your weight to begin. The trend that appears here smooths out good and bad days, and ${coachName} sees it as well.`
                  : 'No weight recorded.'
              }
            />
          )}
          <CheckInCalendar
            weeks={weeks}
            adherence={adherence}
            empty="Your last twelve weeks of check-ins will appear here once the first one is due."
          />
          <ProgressPhotos
            coachId={coachId}
            clientId={clientId}
            today={today}
            empty={`Photos that you send with a check-in can be compared here, when ${coachName} asks for them.`}
            note={`Only you and ${coachName} can see these photos.`}
          />
        </Stack>
        <Stack gap="lg">
          <SectionCard title="Measurements" aside={writes && add}>
            {tapes.length === 0 ? (
              <Text c="dimmed">
                {writes
                  ? 'Waist, hips and other measurements often change when the scale does not. Add the ones you want to follow.'
                  : 'No measurements recorded.'}
              </Text>
            ) : (
              <MeasurementTable measurements={tapes} startWeightKg={startWeightKg} today={today} units={units} />
            )}
          </SectionCard>
          <MeasuredDays
            measurements={measurements}
            today={today}
            units={units}
            names={{ coach: coachName, client: 'you' }}
            changes={writes ? ['client'] : []}
            onEdit={(day) => open(day, false)}
          />
        </Stack>
      </div>
      {dialog}
    </Stack>
  );
}
