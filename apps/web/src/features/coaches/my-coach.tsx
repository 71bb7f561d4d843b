import { Button, Card, Group, List, Modal, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { isFormerClient } from '@stridewell/contract/clients.rules';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { LoadError } from '../../components/load-error.tsx';
import { ProblemAlert } from '../../components/problem-alert.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { messageOf } from '../../lib/errors.ts';
import { longDate } from '../../lib/format.ts';
import { toast } from '../../lib/toasts.ts';
import { CoachCard } from './coach-card.tsx';
import { myCoachQuery, useEndRelationship } from './coaches.queries.ts';
import { NoCoach } from './no-coach.tsx';

type MyCoachProps = {
  timeZone: string;
  /** Follows an invitation, named by what its link ends with. */
  onInvitation: (token: string) => void;
  /** Called once the coaching has ended. */
  onEnded: () => void;
};

/** Whom the client trains with, what that person sees, and the way to end it. */
export function MyCoach({ timeZone, onInvitation, onEnded }: MyCoachProps) {
  const mine = useQuery(myCoachQuery());
  if (mine.isLoadingError) {
    return <LoadError title="Your coach could not be loaded" error={mine.error} onRetry={() => mine.refetch()} />;
  }
  if (mine.data === undefined) {
    return (
      <Card role="status" aria-busy aria-label="Your coach is loading">
        <Group mb="md">
          <Skeleton h={64} w={64} circle />
          <Skeleton h={24} w="40%" />
        </Group>
        <Skeleton h={96} />
      </Card>
    );
  }
  if (mine.data === null) return <NoCoach title="You have no coach yet" onInvitation={onInvitation} />;
  const { coach, status, since } = mine.data;
  const former = isFormerClient(status);
  const began = since && longDate(new Date(since), timeZone);
  return (
    <>
      <SectionCard title="My coach">
        <CoachCard coach={coach}>
          <Text c="dimmed">
            {former ? 'Your coaching has ended. You can still read everything.' : began && `Your coach since ${began}.`}
          </Text>
        </CoachCard>
      </SectionCard>
      <SectionCard title={former ? `What ${coach.fullName} still sees` : `What ${coach.fullName} sees`}>
        <List spacing={6}>
          <List.Item>Your name, email address, photo and time zone</List.Item>
          <List.Item>Your goal, check-ins, weights, measurements and progress photos</List.Item>
          <List.Item>Your answers on food and training, and those on health for as long as you agree to it</List.Item>
          <List.Item>Your messages to each other and your sessions together</List.Item>
        </List>
        <Text size="sm" c="dimmed" mt="md">
          Never your password, your other coaches, or where you are signed in.
        </Text>
      </SectionCard>
      {former ? (
        <NoCoach title="Train with somebody again" onInvitation={onInvitation} />
      ) : (
        <EndCard coachId={coach.coachId} coachName={coach.fullName} onEnded={onEnded} />
      )}
    </>
  );
}

const END_WORD = 'END';

function EndCard({ coachId, coachName, onEnded }: { coachId: string; coachName: string; onEnded: () => void }) {
  const [opened, dialog] = useDisclosure(false);
  const [typed, setTyped] = useState('');
  const end = useEndRelationship(() => {
    dialog.close();
    onEnded();
    toast.success('Your coaching has ended', `We told ${coachName}. Everything stays here for you to read.`);
  });
  const meant = typed.trim().toUpperCase() === END_WORD;
  const close = () => {
    setTyped('');
    end.reset();
    dialog.close();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!meant || end.isPending) return;
    end.mutate(coachId);
  };
  return (
    <SectionCard title="End the coaching">
      <Stack gap="md" align="flex-start">
        <Text>
          You stop sending check-ins and messages, and {coachName} hears of it. Both of you keep reading what you did
          together. To come back you need a new invitation.
        </Text>
        <Button color="red" variant="light" onClick={dialog.open}>
          End the coaching
        </Button>
      </Stack>
      <Modal opened={opened} onClose={close} title={`End the coaching with ${coachName}?`}>
        <form onSubmit={submit}>
          <Stack gap="md">
            <ProblemAlert text={end.error && messageOf(end.error, 'Nothing was changed. Please try again.')} />
            <Text>It happens at once. Your account stays, and so does your history.</Text>
            <TextInput
              label={`Type ${END_WORD} to confirm`}
              autoComplete="off"
              data-autofocus
              required
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                Keep my coach
              </Button>
              <Button type="submit" color="red" loading={end.isPending} disabled={!meant}>
                End the coaching
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </SectionCard>
  );
}
