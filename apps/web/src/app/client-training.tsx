import { Stack } from '@mantine/core';
import type { UnitSystem } from '@stridewell/contract/units';
import { ClientAdjustments } from '../features/adjustments/client-adjustments.tsx';
import { ClientPrograms } from '../features/programs/client-program.tsx';
import { ClientWorkouts } from '../features/workouts/client-workouts.tsx';
import { PlanHistory } from './plan-history.tsx';

type ClientTrainingProps = {
  coachId: string;
  clientId: string;
  firstName: string;
  timeZone: string;
  units: UnitSystem;
  accepted: boolean;
  /** The coach can read the training and change nothing. */
  isOver: boolean;
};

/** Proposed changes, program and workouts of a client. */
export function ClientTraining({ isOver, accepted, timeZone, units, ...of }: ClientTrainingProps) {
  return (
    <Stack gap={20}>
      {accepted && !isOver && <ClientAdjustments {...of} />}
      <ClientPrograms {...of} accepted={accepted} readOnly={isOver}>
        <ClientWorkouts {...of} units={units} readOnly={isOver} />
        <PlanHistory coachId={of.coachId} clientId={of.clientId} timeZone={timeZone} />
      </ClientPrograms>
    </Stack>
  );
}
