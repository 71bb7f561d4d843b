import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import type { CalendarSession } from '@stridewell/contract/calendar';
import type { ApplyTo } from '@stridewell/contract/calendar.rules';
import { IconAlertCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { messageOf } from '../../lib/errors.ts';
import { toast } from '../../lib/toasts.ts';
import { ApplyChoice } from './apply-choice.tsx';
import { useCancelSession } from './calendar.queries.ts';

type CancelSessionProps = { coachId: string; session: CalendarSession; onKeep: () => void; onDone: () => void };

/** Asks before a session is called off, and for the words that the client gets. */
export function CancelSession({ coachId, session, onKeep, onDone }: CancelSessionProps) {
  const cancel = useCancelSession(coachId);
  const [apply, setApply] = useState<ApplyTo>('this');
  const [reason, setReason] = useState('');
  const submit = () =>
    cancel.mutate(
      { session, apply, reason },
      {
        onSuccess({ changed }) {
          toast.success(
            changed > 1 ? `${changed} sessions cancelled` : 'Session cancelled',
            session.clientId ? `${session.clientName} gets a mail.` : undefined,
          );
          onDone();
        },
      },
    );
  return (
    <Stack gap="md">
      <Text>
        {session.clientId
          ? `${session.clientName} is told by mail, and it leaves their calendar.`
          : 'It stays in your calendar as cancelled.'}
      </Text>
      {cancel.error && (
        <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />}>
          {messageOf(cancel.error, 'The session was not cancelled. Please try again.')}
        </Alert>
      )}
      <Textarea
        size="md"
        label="Reason"
        description={session.clientId ? 'Optional. Your client reads it.' : 'Optional.'}
        maxLength={500}
        autosize
        minRows={2}
        maxRows={6}
        data-autofocus
        value={reason}
        onChange={({ currentTarget: { value } }) => setReason(value)}
      />
      {session.seriesId && <ApplyChoice label="Which ones?" value={apply} onChange={setApply} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onKeep}>
          Keep it
        </Button>
        <Button color="red" loading={cancel.isPending} onClick={submit}>
          Cancel session
        </Button>
      </Group>
    </Stack>
  );
}
