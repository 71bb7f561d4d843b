import { Stack } from '@mantine/core';
import { MEAL_BOUNDS } from '@stridewell/contract/meals/meals.parts.rules';
import { dayInZone } from '@stridewell/contract/time';
import { useMemo, useState } from 'react';
import { countLabel, listText } from '../../lib/format.ts';
import { newId } from '../../lib/ids.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { toast } from '../../lib/toasts.ts';
import { ChooseClients } from '../../shared/choose-clients.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { Muted } from '../../ui/muted.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { DateFields } from './date-fields.tsx';
import { useAssignMealPlan } from './meals.queries.ts';

/** `first`: a client who is chosen already. */
type AssignDialogProps = {
  coachId: string;
  planId: string;
  name: string;
  first?: { clientId: string; name: string };
  onClose: () => void;
};

/** Gives a meal plan to one client or several, from a day on. */
export function AssignDialog({ coachId, planId, name, first, onClose }: AssignDialogProps) {
  const assign = useAssignMealPlan(coachId);
  const timeZone = useTimeZone();
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(
    () => new Map(first ? [[first.clientId, first.name]] : []),
  );
  const [dates, setDates] = useState(() => ({ startDay: dayInZone(new Date(), timeZone), endDay: '' }));
  const ids = useMemo(() => new Map<string, string>(), []);
  const toggle = (clientId: string, clientName: string) => {
    const next = new Map(chosen);
    if (!next.delete(clientId)) next.set(clientId, clientName);
    setChosen(next);
  };
  /** The same ids for a repeated attempt, so that a client cannot get the plan twice. */
  const idOf = (clientId: string): string => {
    const known = ids.get(clientId) ?? newId();
    ids.set(clientId, known);
    return known;
  };
  const submit = () => {
    assign
      .mutateAsync({
        planId,
        startDay: dates.startDay,
        endDay: dates.endDay || null,
        assignments: [...chosen.keys()].map((clientId) => ({ id: idOf(clientId), clientId })),
      })
      .then(
        ({ results }) => {
          const nameOf = ({ clientId }: { clientId: string }) => chosen.get(clientId) ?? '';
          const left = results.filter(({ outcome }) => outcome !== 'assigned');
          const done = results.length - left.length;
          const warned = results.filter(({ warnings }) => warnings.length > 0);
          if (done > 0) toast.success(`Assigned to ${countLabel(done, 'client')}`);
          if (warned.length > 0) {
            toast.error(
              'Check the allergies',
              `Some foods are not safe for ${listText(warned.map(nameOf))}. They are marked in the plan.`,
            );
          }
          if (left.length > 0) {
            toast.error('Not assigned to everyone', `${listText(left.map(nameOf))} cannot get another plan.`);
          }
          onClose();
        },
        () => undefined,
      );
  };
  return (
    <Dialog opened onClose={onClose} title={`Assign ${name}`} size="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack gap="md">
          <ChooseClients coachId={coachId} chosen={chosen} most={MEAL_BOUNDS.clients} onToggle={toggle} />
          <DateFields value={dates} onChange={setDates} />
          <Muted>
            Without a last day, the plan replaces the one that a client has. With one, the usual plan continues
            afterwards.
          </Muted>
          <ProblemAlert error={assign.error} fallback="Nothing was assigned. Check your connection and try again." />
          <DialogActions
            label={chosen.size > 1 ? `Assign to ${chosen.size} clients` : 'Assign'}
            cancelLabel="Cancel"
            onCancel={onClose}
            busy={assign.isPending}
            disabled={chosen.size === 0 || dates.startDay === ''}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
