import { Stack } from '@mantine/core';
import type { Program } from '@stridewell/contract/programs/programs';
import { emptyDays, PROGRAM_BOUNDS } from '@stridewell/contract/programs/programs.rules';
import { usualWeekdays } from '@stridewell/contract/programs/programs.schedule.rules';
import { useMemo, useState } from 'react';
import { countLabel, listText } from '../../lib/format.ts';
import { newId } from '../../lib/ids.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { toast } from '../../lib/toasts.ts';
import { ChooseClients } from '../../shared/choose-clients.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { Muted } from '../../ui/muted.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { useAssignProgram } from './programs.queries.ts';
import { isComplete, nextMonday, type Schedule, ScheduleFields, shortDay } from './schedule-fields.tsx';

/** Empty days that the dialog names. */
const DAYS_NAMED = 3;

type AssignDialogProps = {
  coachId: string;
  programId: string;
  program: Program;
  /** Chosen from the start. */
  first?: { clientId: string; name: string };
  onClose: () => void;
};

/** Gives a program to one client or several, from a day on and on certain weekdays. */
export function AssignDialog({ coachId, programId, program, first, onClose }: AssignDialogProps) {
  const assign = useAssignProgram(coachId);
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(
    () => new Map(first ? [[first.clientId, first.name]] : []),
  );
  const timeZone = useTimeZone();
  const [schedule, setSchedule] = useState<Schedule>(() => ({
    startDay: nextMonday(timeZone),
    weekdays: usualWeekdays(program.frequency),
  }));
  const ids = useMemo(() => new Map<string, string>(), []);
  const empty = emptyDays(program);
  const isReady = chosen.size > 0 && isComplete(schedule) && empty.length === 0;
  const toggle = (clientId: string, name: string) => {
    const next = new Map(chosen);
    if (!next.delete(clientId)) next.set(clientId, name);
    setChosen(next);
  };
  /** The same ids for a repeated attempt, so that a client cannot get the program twice. */
  const idOf = (clientId: string): string => {
    const known = ids.get(clientId) ?? newId();
    ids.set(clientId, known);
    return known;
  };
  const submit = () => {
    assign
      .mutateAsync({
        programId,
        startDay: schedule.startDay,
        weekdays: [...schedule.weekdays],
        assignments: [...chosen.keys()].map((clientId) => ({ id: idOf(clientId), clientId })),
      })
      .then(
        ({ results }) => {
          const left = results
            .filter(({ outcome }) => outcome !== 'assigned')
            .map(({ clientId }) => chosen.get(clientId) ?? '');
          const done = results.length - left.length;
          if (done > 0)
            toast.success(`Assigned to ${countLabel(done, 'client')}`, `Starts ${shortDay(schedule.startDay)}.`);
          if (left.length > 0) toast.error('Not assigned to everyone', `${listText(left)} no longer trains with you.`);
          onClose();
        },
        () => undefined,
      );
  };
  return (
    <Dialog opened onClose={onClose} title={`Assign ${program.name}`} size="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack gap="md">
          {empty.length > 0 && (
            <Notice tone="warning">
              {listText(empty.slice(0, DAYS_NAMED))}
              {empty.length > DAYS_NAMED && ` and ${empty.length - DAYS_NAMED} more`}{' '}
              {empty.length === 1
                ? 'has no exercises. Fill or delete it first.'
                : 'have no exercises. Fill or delete them first.'}
            </Notice>
          )}
          <ChooseClients coachId={coachId} chosen={chosen} most={PROGRAM_BOUNDS.clients} onToggle={toggle} />
          <ScheduleFields program={program} value={schedule} onChange={setSchedule} />
          <Muted>A program that a client follows now ends the day before this one starts.</Muted>
          <ProblemAlert error={assign.error} fallback="Nothing was assigned. Check your connection and try again." />
          <DialogActions
            label={chosen.size > 1 ? `Assign to ${chosen.size} clients` : 'Assign'}
            cancelLabel="Cancel"
            onCancel={onClose}
            busy={assign.isPending}
            disabled={!isReady}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
