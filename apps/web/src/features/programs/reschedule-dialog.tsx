import { Stack } from '@mantine/core';
import type { ClientProgram } from '@stridewell/contract/programs/programs';
import { type FormEvent, useState } from 'react';
import { toast } from '../../lib/toasts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { useRescheduleProgram } from './programs.queries.ts';
import { isComplete, type Schedule, ScheduleFields } from './schedule-fields.tsx';

type RescheduleDialogProps = { coachId: string; followed: ClientProgram; onClose: () => void };

/** Moves a client's program to other days. */
export function RescheduleDialog({ coachId, followed, onClose }: RescheduleDialogProps) {
  const { id: clientProgramId, program, startDay, weekdays } = followed;
  const reschedule = useRescheduleProgram(coachId);
  const [schedule, setSchedule] = useState<Schedule>({ startDay, weekdays });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    reschedule.mutateAsync({ clientProgramId, startDay: schedule.startDay, weekdays: [...schedule.weekdays] }).then(
      () => {
        toast.success('Days changed');
        onClose();
      },
      () => undefined,
    );
  };
  return (
    <Dialog opened onClose={onClose} title="Change days" size="lg">
      <form onSubmit={submit}>
        <Stack gap="md">
          <ScheduleFields program={program} value={schedule} onChange={setSchedule} />
          <ProblemAlert error={reschedule.error} fallback="Nothing was changed. Check your connection and try again." />
          <DialogActions
            label="Change days"
            cancelLabel="Cancel"
            onCancel={onClose}
            busy={reschedule.isPending}
            disabled={!isComplete(schedule)}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
