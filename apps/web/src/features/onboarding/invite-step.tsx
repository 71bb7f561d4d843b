import { Badge, Card, Group, Stack, Text, Textarea } from '@mantine/core';
import { INVITEES_MAX, type Invitee, parseInvitees } from '@stridewell/contract/onboarding.rules';
import { useState } from 'react';
import { Muted } from '../../components/muted.tsx';
import rows from '../../components/rows.module.css';
import { StepActions } from '../../components/step-actions.tsx';
import { useStepState } from '../../components/step-memory.ts';
import { messageOf } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { useAddClient } from './onboarding.queries.ts';

type Result = Invitee & { clientId: string; problem: string | null };
type InviteStepProps = {
  coachId: string;
  /** Why the coach cannot invite clients yet. */
  closed: string | undefined;
  onDone: () => void;
  onSkip: () => void;
  onBack: () => void;
};

/** Invites several clients at once. Shows the result of each; failed ones stay in the field for another try. */
export function InviteStep({ coachId, closed, onDone, onSkip, onBack }: InviteStepProps) {
  const [{ text, results }, setTyped] = useStepState('', () => ({ text: '', results: [] as readonly Result[] }));
  const [sending, setSending] = useState(false);
  const { mutateAsync } = useAddClient(coachId);
  const { invitees, unread } = parseInvitees(text);
  const tooMany = invitees.length > INVITEES_MAX;
  const invite = async () => {
    setSending(true);
    const left: string[] = [];
    for (const invitee of invitees) {
      // An address keeps its id, so that a retry after a lost answer sends no second invitation.
      const clientId = results.find(({ email }) => email === invitee.email)?.clientId ?? newId();
      const problem = await mutateAsync({ ...invitee, clientId }).then(
        () => null,
        (error: unknown) => messageOf(error, 'We could not reach the server. Please try again.'),
      );
      if (problem) left.push(`${invitee.fullName} <${invitee.email}>`);
      setTyped((before) => ({
        ...before,
        results: [...before.results.filter(({ email }) => email !== invitee.email), { ...invitee, clientId, problem }],
      }));
    }
    setTyped((before) => ({ ...before, text: [...left, ...unread].join('\n') }));
    setSending(false);
  };
  if (closed) {
    return (
      <Stack mt="lg">
        <Text>{closed}</Text>
        <StepActions onBack={onBack} onNext={onDone} label="Skip" />
      </Stack>
    );
  }
  return (
    <Stack mt="lg">
      <Textarea
        size="md"
        label="Email addresses"
        description="One per line or separated by commas. You can add a name: Nina Park <nina@example.com>"
        autosize
        minRows={4}
        maxRows={12}
        value={text}
        disabled={sending}
        onChange={({ currentTarget: { value } }) => setTyped((before) => ({ ...before, text: value }))}
        error={
          tooMany
            ? `Please invite at most ${INVITEES_MAX} at once`
            : unread.length > 0
              ? `Not an address: ${unread.slice(0, 3).join(', ').slice(0, 120)}`
              : undefined
        }
      />
      {results.length > 0 && (
        <Card component="section" aria-label="Invitations" aria-live="polite">
          <ul className={rows.divided}>
            {results.map(({ email, fullName, problem }) => (
              <Group key={email} component="li" gap="sm" wrap="nowrap" mih={48} py={4}>
                <Text span flex={1}>
                  {fullName}
                  <Muted span display="block">
                    {problem ?? email}
                  </Muted>
                </Text>
                <Badge color={problem ? 'red' : 'pine'}>{problem ? 'Not invited' : 'Invited'}</Badge>
              </Group>
            ))}
          </ul>
        </Card>
      )}
      <StepActions
        onBack={onBack}
        onSkip={invitees.length > 0 ? onSkip : undefined}
        onNext={invitees.length > 0 && !tooMany ? () => void invite() : onDone}
        label={invitees.length > 0 ? `Invite ${invitees.length}` : 'Next'}
        saving={sending}
      />
    </Stack>
  );
}
