import { Button, Stack } from '@mantine/core';
import type { PlannedWorkout } from '@stridewell/contract/workouts/workouts';
import { plannedOf } from '@stridewell/contract/workouts/workouts.rules';
import { useQuery } from '@tanstack/react-query';
import { toast } from '../../lib/toasts.ts';
import { Muted } from '../../ui/muted.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { ownAdjustmentsQuery, useMoveToToday } from './adjustments.queries.ts';

/** Why a day of the client's week was changed, whether it waits for the coach, and the tap that does it today. */
export function DayNote({ planned }: { planned: PlannedWorkout }) {
  const { data } = useQuery(ownAdjustmentsQuery());
  const program = plannedOf(planned.logId)?.clientProgramId;
  const isOfDay = (one: { clientProgramId: string; dayKey: string }) =>
    one.clientProgramId === program && one.dayKey === planned.dayKey;
  // A note about a date is over once the day has another one.
  const note = data?.notes.find((one) => isOfDay(one) && (one.day === null || one.day === planned.day));
  const isOffered = planned.status === 'missed' && data?.today.some(isOfDay);
  const isOpen = planned.status !== 'done';
  if (!isOffered && (!note || !isOpen)) return null;
  return (
    <Stack gap="xs" align="flex-start">
      {note && (note.held ? <Notice tone="warning">{note.text}</Notice> : <Muted>{note.text}</Muted>)}
      {isOffered && program && <DoToday clientProgramId={program} dayKey={planned.dayKey} />}
    </Stack>
  );
}

function DoToday(input: { clientProgramId: string; dayKey: string }) {
  const move = useMoveToToday();
  const refused = move.data?.day === null;
  return (
    <>
      <ProblemAlert
        text={refused ? 'This workout cannot be moved to today. Please ask your coach.' : null}
        error={move.error}
      />
      <Button
        variant="default"
        size="xs"
        loading={move.isPending}
        onClick={() =>
          void move.mutateAsync(input).then(
            ({ day }) => {
              if (day !== null) toast.success('Moved to today');
            },
            () => undefined,
          )
        }
      >
        Do it today
      </Button>
    </>
  );
}
