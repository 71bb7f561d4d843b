import { Button, Card, Group, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import type { OwnInvitation } from '@stridewell/contract/clients/clients';
import { IconMailOpened } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { longDate } from '../../lib/format.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { toast } from '../../lib/toasts.ts';
import { LoadError } from '../../ui/load-error.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { ownInvitationsQuery, useAcceptOwnInvitation, useDeclineOwnInvitation } from './clients.queries.ts';
import { DeclineInvitation } from './decline-invitation.tsx';

type OwnInvitationsProps = {
  emailVerified: boolean;
  /** The client's current coach. */
  coachName: string | null;
  onAccepted: () => void;
};

/** Open invitations of the signed-in person, to answer without the mail. */
export function OwnInvitations({ emailVerified, coachName, onAccepted }: OwnInvitationsProps) {
  const { data, error, isError, refetch } = useQuery(ownInvitationsQuery());
  // A client with a coach expects no invitation, so a failed request stays silent.
  if (isError && coachName === null) {
    return <LoadError title="Your invitations could not be loaded" error={error} onRetry={refetch} />;
  }
  if (!emailVerified && coachName === null) {
    return (
      <Card>
        <Text>
          Invitations to your address show here once it is verified. Open the link in the email we sent you, or open the
          invitation’s own link.
        </Text>
      </Card>
    );
  }
  return data?.invitations.map((invitation) => (
    <Invitation key={invitation.clientId} invitation={invitation} coachName={coachName} onAccepted={onAccepted} />
  ));
}

type InvitationProps = Pick<OwnInvitationsProps, 'coachName' | 'onAccepted'> & { invitation: OwnInvitation };

function Invitation({ invitation, coachName, onAccepted }: InvitationProps) {
  const timeZone = useTimeZone();
  const accept = useAcceptOwnInvitation(onAccepted);
  const { coachId, clientId, coachName: inviting, expiresAt } = invitation;
  const decline = useDeclineOwnInvitation({ coachId, clientId }, () =>
    toast.success('Invitation declined', `${inviting} can invite you again if you change your mind.`),
  );
  return (
    <Card component="section" aria-label={`Invitation from ${inviting}`}>
      <Group wrap="nowrap" align="flex-start" gap="md">
        <ThemeIcon size={40} radius="xl" variant="light" aria-hidden>
          <IconMailOpened size={22} stroke={1.75} />
        </ThemeIcon>
        <Stack gap="xs" flex={1} miw={0} align="flex-start">
          <Title order={2}>{inviting} invites you</Title>
          <Text c="dimmed">
            {coachName
              ? `You train with ${coachName}. Accept, and you can switch between the two at any time.`
              : `Accept, and ${inviting} becomes your coach. You start with a few questions.`}{' '}
            Open until {longDate(expiresAt, timeZone)}.
          </Text>
          <ProblemAlert error={accept.error} />
          <Group gap="xs" mt={4}>
            <Button
              mih={44}
              variant={coachName ? 'light' : 'filled'}
              loading={accept.isPending}
              onClick={() => accept.mutate({ coachId, clientId })}
            >
              {coachName ? 'Accept and switch' : 'Accept invitation'}
            </Button>
            <DeclineInvitation coachName={inviting} decline={decline} />
          </Group>
        </Stack>
      </Group>
    </Card>
  );
}
