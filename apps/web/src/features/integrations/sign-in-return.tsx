import { Group, Loader, Text } from '@mantine/core';
import { CALENDAR_ACCESS_REFUSED } from '@stridewell/contract/integrations/integrations.calendars.rules';
import { useEffect, useRef } from 'react';
import { toast } from '../../lib/toasts.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { type SignInAnswer, useFinishSignIn } from './integrations.queries.ts';

/** Finishes the sign-in that the coach comes back from. The server reads the calendars before it answers. */
export function SignInReturn({ coachId, answer }: { coachId: string; answer: SignInAnswer }) {
  const { mutate, isIdle, isPending, data, error } = useFinishSignIn(coachId);
  // An answer counts once.
  const sent = useRef(false);
  useEffect(() => {
    if (sent.current) return;
    sent.current = true;
    mutate(answer, {
      onSuccess: ({ connection, reconnected }) => {
        if (!connection) return;
        const isReady = reconnected && connection.adding === 'yes' && !connection.sessions;
        const next = isReady ? 'Choose in its settings which calendar gets your sessions.' : connection.name;
        toast.success(reconnected ? 'Account reconnected' : 'Account connected', next);
      },
    });
  }, [mutate, answer]);
  if (isIdle || isPending) {
    return (
      <Group role="status" gap="sm" wrap="nowrap">
        <Loader size="sm" aria-hidden />
        <Text>Reading your calendars…</Text>
      </Group>
    );
  }
  const text = data?.connection === null ? CALENDAR_ACCESS_REFUSED : null;
  return <ProblemAlert text={text} error={error} fallback="The account was not connected. Please sign in again." />;
}
