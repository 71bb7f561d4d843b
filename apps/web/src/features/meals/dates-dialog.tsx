import { Stack } from '@mantine/core';
import type { StoredMealPlan } from '@stridewell/contract/meals/meals';
import { useState } from 'react';
import { toast } from '../../lib/toasts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { DateFields } from './date-fields.tsx';
import { useRescheduleMealPlan } from './meals.queries.ts';

type DatesDialogProps = {
  coachId: string;
  planId: string;
  owner: NonNullable<StoredMealPlan['owner']>;
  onClose: () => void;
};

/** Changes the days on which a client follows a plan. */
export function DatesDialog({ coachId, planId, owner, onClose }: DatesDialogProps) {
  const reschedule = useRescheduleMealPlan(coachId);
  const [dates, setDates] = useState({ startDay: owner.startDay, endDay: owner.endDay ?? '' });
  const submit = () =>
    reschedule.mutateAsync({ planId, startDay: dates.startDay, endDay: dates.endDay || null }).then(
      () => {
        toast.success('Dates changed');
        onClose();
      },
      () => undefined,
    );
  return (
    <Dialog opened onClose={onClose} title="Change dates">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap="md">
          <DateFields value={dates} onChange={setDates} />
          <ProblemAlert error={reschedule.error} fallback="The dates were not changed. Please try again." />
          <DialogActions
            label="Change dates"
            cancelLabel="Cancel"
            onCancel={onClose}
            busy={reschedule.isPending}
            disabled={dates.startDay === ''}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
