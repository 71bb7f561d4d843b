import { Text } from '@mantine/core';
import { dayInZone, relativeDayLabel } from '@stridewell/contract/time';
import type { UnitSystem } from '@stridewell/contract/units';
import { serverNow } from '../../lib/server-clock.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { UnsentCard } from '../../shared/unsent-card.tsx';
import { type UnsentWorkout, workoutText } from './workouts.unsent.ts';

type UnsentWorkoutCardProps = { workout: UnsentWorkout; units: UnitSystem };

/** A workout that only this device has, with everything in it. */
export function UnsentWorkoutCard({ workout: { store, log, problem, canRetry }, units }: UnsentWorkoutCardProps) {
  const timeZone = useTimeZone();
  const text = workoutText(log, units);
  return (
    <UnsentCard
      title="Workout"
      when={relativeDayLabel(log.head.day, dayInZone(new Date(serverNow()), timeZone))}
      reason={problem ?? 'It is sent automatically once you’re online.'}
      copied={text}
      onRetry={canRetry ? () => store.retry(log.id) : null}
      onDiscard={() => store.discard(log.id)}
    >
      <Text component="div" style={{ whiteSpace: 'pre-line' }}>
        {text}
      </Text>
    </UnsentCard>
  );
}
