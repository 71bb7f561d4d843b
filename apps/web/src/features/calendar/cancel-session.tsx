import { Stack, Text } from '@mantine/core';
import type { CalendarSession } from '@stridewell/contract/calendar/calendar';
import type { ApplyTo } from '@stridewell/contract/calendar/calendar.rules';
import { useState } from 'react';
import { toast } from '../../lib/toasts.ts';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { ApplyChoice } from './apply-choice.tsx';
import { useCancelSession, useRestoreSession } from './calendar.queries.ts';
import { CancelReason } from './cancel-reason.tsx';

type CancelSessionProps = { coachId: string; session: CalendarSession; onKeep: () => void; onDone: () => void };

/** Asks before a session is canceled, and for the reason that the client reads. */
export function CancelSession({ coachId, session, onKeep, onDone }: CancelSessionProps) {
  const cancel = useCancelSession(coachId);
  const restore = useRestoreSession(coachId);
  const [apply, setApply] = useState<ApplyTo>('this');
  const [reason, setReason] = useState('');
  const submit = () =>
    cancel.mutate(
      { session, apply, reason },
      {
        onSuccess({ changed, session: cancelled }) {
          toast.success(
            changed > 1 ? `${changed} sessions canceled` : 'Session canceled',
            session.clientId ? `${session.clientName} gets an email.` : undefined,
            changed > 1 ? undefined : { label: 'Undo', run: () => restore.mutate(cancelled) },
          );
          onDone();
        },
      },
    );
  return (
    <Stack gap="md">
      <Text>
        {session.clientId
          ? `${session.clientName} gets an email, and the session leaves their calendar.`
          : 'The session stays in your calendar as canceled.'}
      </Text>
      <ProblemAlert error={cancel.error} fallback="The session was not canceled. Please try again." />
      <CancelReason
        description={session.clientId ? 'Optional. Your client reads it.' : 'Optional.'}
        data-autofocus
        value={reason}
        onChange={setReason}
      />
      {session.seriesId && <ApplyChoice label="Cancel which sessions?" value={apply} onChange={setApply} />}
      <DialogActions
        cancelLabel="Keep it"
        onCancel={onKeep}
        label="Cancel session"
        onConfirm={submit}
        busy={cancel.isPending}
        danger
      />
    </Stack>
  );
}
