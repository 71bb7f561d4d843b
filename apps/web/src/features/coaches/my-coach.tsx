import { Button, Card, Group, List, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { isFormerClient } from '@stridewell/contract/clients/clients.rules';
import { useQuery } from '@tanstack/react-query';
import { longDate } from '../../lib/format.ts';
import type { rpc } from '../../lib/rpc.ts';
import { toast } from '../../lib/toasts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { CoachCard } from './coach-card.tsx';
import { myCoachQuery, useEndRelationship } from './coaches.queries.ts';
import { NoCoach } from './no-coach.tsx';

type MyCoachProps = {
  timeZone: string;
  /** Opens an invitation by the token at the end of its link. */
  onInvitation: (token: string) => void;
  /** Called once the coaching has ended. */
  onEnded: () => void;
};

/** The client's coach, what the coach can see, and a way to end the coaching. */
export function MyCoach(props: MyCoachProps) {
  return (
    <QueryBoundary
      query={useQuery(myCoachQuery())}
      failed="Your coach could not be loaded"
      loading="Your coach is loading"
      skeleton={
        <Card>
          <Group mb="md">
            <Skeleton h={64} w={64} circle />
            <Skeleton h={24} w="40%" />
          </Group>
          <Skeleton h={96} />
        </Card>
      }
      empty={<NoCoach title="You have no coach yet" onInvitation={props.onInvitation} />}
    >
      {(mine) => mine && <Coaching mine={mine} {...props} />}
    </QueryBoundary>
  );
}

type CoachingProps = MyCoachProps & { mine: NonNullable<Awaited<ReturnType<typeof rpc.coaches.getMyCoach>>> };

function Coaching({ mine: { coach, status, since }, timeZone, onInvitation, onEnded }: CoachingProps) {
  const former = isFormerClient(status);
  const startedOn = since && longDate(since, timeZone);
  return (
    <>
      <SectionCard title="My coach">
        <CoachCard coach={coach}>
          <Text c="dimmed">
            {former
              ? 'Your coaching has ended. You can still read everything.'
              : startedOn && `Your coach since ${startedOn}.`}
          </Text>
        </CoachCard>
      </SectionCard>
      <SectionCard title={former ? `What ${coach.fullName} still sees` : `What ${coach.fullName} sees`}>
        <List spacing={6}>
          <List.Item>Your name, email address, photo and time zone</List.Item>
          <List.Item>Your goal, check-ins, weights, measurements and progress photos</List.Item>
          <List.Item>Your food and training answers, and your health answers while you consent</List.Item>
          <List.Item>Your messages and sessions with each other</List.Item>
        </List>
        <Muted mt="md">Never your password, your other coaches, or where you are signed in.</Muted>
      </SectionCard>
      {former ? (
        <NoCoach title="Train with a coach again" onInvitation={onInvitation} />
      ) : (
        <EndCard coachId={coach.coachId} coachName={coach.fullName} onEnded={onEnded} />
      )}
    </>
  );
}

function EndCard({ coachId, coachName, onEnded }: { coachId: string; coachName: string; onEnded: () => void }) {
  const [opened, dialog] = useDisclosure(false);
  const end = useEndRelationship(() => {
    dialog.close();
    onEnded();
    toast.success('Your coaching has ended', `${coachName} was notified. Everything stays here for you to read.`);
  });
  return (
    <SectionCard title="End the coaching">
      <Stack gap="md" align="flex-start">
        <Text>
          You stop sending check-ins and messages, and {coachName} is notified. Both of you keep reading what you did
          together. To come back you need a new invitation.
        </Text>
        <Button color="red" variant="light" onClick={dialog.open}>
          End the coaching
        </Button>
      </Stack>
      <ConfirmDialog
        opened={opened}
        title={`End the coaching with ${coachName}?`}
        confirmLabel="End the coaching"
        cancelLabel="Keep my coach"
        confirmWord="END"
        action={end}
        onConfirm={() => end.mutate(coachId)}
        onClose={dialog.close}
      >
        It takes effect at once. You keep your account and your history.
      </ConfirmDialog>
    </SectionCard>
  );
}
