import { Select, Stack } from '@mantine/core';
import { usualWeekdays } from '@stridewell/contract/programs/programs.schedule.rules';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { newId } from '../../lib/ids.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { toast } from '../../lib/toasts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { Muted } from '../../ui/muted.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { programQuery, programsQuery, useAssignProgram } from './programs.queries.ts';
import { isComplete, nextMonday, type Schedule, ScheduleFields, shortDay } from './schedule-fields.tsx';

type ChooseProgramDialogProps = { coachId: string; clientId: string; firstName: string; onClose: () => void };

/** Assigns one of the coach's programs to one client. */
export function ChooseProgramDialog({ coachId, clientId, firstName, onClose }: ChooseProgramDialogProps) {
  const assign = useAssignProgram(coachId);
  // The same id for a second attempt, so that a lost answer assigns nothing twice.
  const [id] = useState(newId);
  const [programId, setProgramId] = useState<string | null>(null);
  const timeZone = useTimeZone();
  const [schedule, setSchedule] = useState<Schedule>(() => ({
    startDay: nextMonday(timeZone),
    weekdays: usualWeekdays(3),
  }));
  const stored = useQuery({ ...programQuery(coachId, programId ?? ''), enabled: programId !== null });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (programId === null) return;
    assign
      .mutateAsync({
        programId,
        startDay: schedule.startDay,
        weekdays: [...schedule.weekdays],
        assignments: [{ id, clientId }],
      })
      .then(
        () => {
          toast.success('Program assigned', `${firstName} starts ${shortDay(schedule.startDay)}.`);
          onClose();
        },
        () => undefined,
      );
  };
  return (
    <Dialog opened onClose={onClose} title={`Assign a program to ${firstName}`} size="lg">
      <QueryBoundary query={useQuery(programsQuery(coachId))} failed="Your programs could not be loaded" skeleton={200}>
        {({ programs }) => (
          <form onSubmit={submit}>
            <Stack gap="md">
              <Select
                data-autofocus
                label="Program"
                placeholder="Choose a program"
                searchable
                nothingFoundMessage="No program found"
                data={programs.map(({ id: value, name }) => ({ value, label: name }))}
                value={programId}
                onChange={(value) => {
                  setProgramId(value);
                  const chosen = programs.find((one) => one.id === value);
                  if (chosen) setSchedule({ ...schedule, weekdays: usualWeekdays(chosen.frequency) });
                }}
              />
              <ScheduleFields program={stored.data?.program} value={schedule} onChange={setSchedule} />
              <Muted>A program that {firstName} follows then ends the day before this one starts.</Muted>
              <ProblemAlert
                error={assign.error}
                fallback="Nothing was assigned. Check your connection and try again."
              />
              <DialogActions
                label="Assign program"
                cancelLabel="Cancel"
                onCancel={onClose}
                busy={assign.isPending}
                disabled={programId === null || !isComplete(schedule)}
              />
            </Stack>
          </form>
        )}
      </QueryBoundary>
    </Dialog>
  );
}
