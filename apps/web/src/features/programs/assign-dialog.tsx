import { Checkbox, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Program } from '@stridewell/contract/programs/programs';
import { emptyDays, PROGRAM_BOUNDS } from '@stridewell/contract/programs/programs.rules';
import { usualWeekdays } from '@stridewell/contract/programs/programs.schedule.rules';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { countLabel, listText } from '../../lib/format.ts';
import { newId } from '../../lib/ids.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { toast } from '../../lib/toasts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Field } from '../../ui/field.tsx';
import { Muted } from '../../ui/muted.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import classes from './assign-dialog.module.css';
import { choosableClientsQuery, useAssignProgram } from './programs.queries.ts';
import { isComplete, nextMonday, type Schedule, ScheduleFields, shortDay } from './schedule-fields.tsx';

const TYPING_MS = 200;
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
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), TYPING_MS);
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(
    () => new Map(first ? [[first.clientId, first.name]] : []),
  );
  const timeZone = useTimeZone();
  const [schedule, setSchedule] = useState<Schedule>(() => ({
    startDay: nextMonday(timeZone),
    weekdays: usualWeekdays(program.frequency),
  }));
  const query = useQuery(choosableClientsQuery(coachId, q));
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
          <Field label="Clients">
            {(aria) => (
              <Stack gap="xs" role="group" {...aria}>
                <SearchInput label="Search clients" value={typed} onChange={setTyped} />
                <QueryBoundary
                  query={query}
                  failed="Your clients could not be loaded"
                  skeleton={160}
                  isEmpty={({ clients }) => clients.every(({ status }) => status !== 'active' && status !== 'paused')}
                  empty={
                    <EmptyState title={q ? `No clients found for “${q}”` : 'No clients yet'} role="status">
                      {q
                        ? 'Only current clients are searched.'
                        : 'Clients appear here after they accept your invitation.'}
                    </EmptyState>
                  }
                >
                  {({ clients }) => (
                    <div className={classes.clients}>
                      {clients
                        .filter(({ status }) => status === 'active' || status === 'paused')
                        .map(({ clientId, fullName }) => (
                          <Checkbox
                            key={clientId}
                            label={fullName}
                            checked={chosen.has(clientId)}
                            disabled={!chosen.has(clientId) && chosen.size >= PROGRAM_BOUNDS.clients}
                            onChange={() => toggle(clientId, fullName)}
                          />
                        ))}
                    </div>
                  )}
                </QueryBoundary>
              </Stack>
            )}
          </Field>
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
