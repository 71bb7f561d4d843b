import { Button, Card, Group, Stack, Text } from '@mantine/core';
import type { TeamInvitation, TeamMember } from '@stridewell/contract/operator/operator';
import { OPERATOR_ROLE_TEXTS } from '@stridewell/contract/operator/operator.rules';
import { IconDots } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { momentLabel, timeAgo } from '../../lib/format.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { toast } from '../../lib/toasts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { late } from '../../ui/late.tsx';
import { LateMenu } from '../../ui/late-menu.tsx';
import { Muted } from '../../ui/muted.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import rows from '../../ui/rows.module.css';
import { Doubt } from './doubt.tsx';
import { teamQuery, useRemoveOperator } from './operator.queries.ts';
import { TeamInvitationRow } from './team-invitation-row.tsx';
import classes from './team-page.module.css';

const ChangeRoleDialog = late(async () => (await import('./change-role-dialog.tsx')).ChangeRoleDialog);
const InviteOperatorDialog = late(async () => (await import('./invite-operator-dialog.tsx')).InviteOperatorDialog);

/** Operators and open invitations, for admins. */
export function TeamPage({ onOwnRole }: { onOwnRole: () => void }) {
  const { data } = useSuspenseQuery(teamQuery());
  const [inviting, setInviting] = useState(false);
  return (
    <Stack gap="lg">
      <PageHeader
        title="Operators"
        lead="People who run the platform. Access depends on role."
        actions={<Button onClick={() => setInviting(true)}>Invite an operator</Button>}
      />
      <Card padding={0} component="ul" className={rows.divided} aria-label="Operators">
        {data.operators.map((operator) => (
          <OperatorRow key={operator.userId} operator={operator} onOwnRole={onOwnRole} />
        ))}
      </Card>
      {data.invitations.length > 0 && <Invitations invitations={data.invitations} />}
      {inviting && <InviteOperatorDialog onClose={() => setInviting(false)} />}
    </Stack>
  );
}

const Invitations = ({ invitations }: { invitations: readonly TeamInvitation[] }) => (
  <Stack gap="xs">
    <Text component="h2" size="lg" fw={600}>
      Open invitations
    </Text>
    <Card padding={0} component="ul" className={rows.divided} aria-label="Open invitations">
      {invitations.map((invitation) => (
        <TeamInvitationRow key={invitation.id} invitation={invitation} />
      ))}
    </Card>
  </Stack>
);

/** When the operator signed in last; the exact moment is in the title. */
function LastSignIn({ at }: { at: string | null }) {
  const timeZone = useTimeZone();
  if (at === null) return <Muted>Has not signed in yet</Muted>;
  return <Muted title={momentLabel(at, timeZone)}>Signed in {timeAgo(at, timeZone)}</Muted>;
}

function OperatorRow({ operator, onOwnRole }: { operator: TeamMember; onOwnRole: () => void }) {
  const [dialog, setDialog] = useState<'role' | 'removal' | null>(null);
  const { fullName, email, role, own, configured, twoFactorEnabled, lastSignInAt } = operator;
  const close = () => setDialog(null);
  return (
    <li className={classes.row}>
      <Stack gap={0} miw={0}>
        <Group gap="xs">
          <Text span fw={600} style={{ overflowWrap: 'anywhere' }}>
            {fullName}
          </Text>
          {own && <Muted component="span">You</Muted>}
          {!twoFactorEnabled && <Doubt text="No two-factor sign-in" />}
        </Group>
        <Muted component="span" style={{ overflowWrap: 'anywhere' }}>
          {email}
        </Muted>
      </Stack>
      <Text>{OPERATOR_ROLE_TEXTS[role].label}</Text>
      <Stack gap={0}>
        <LastSignIn at={lastSignInAt} />
        {configured && <Muted>Set in the configuration</Muted>}
      </Stack>
      {configured ? (
        <span />
      ) : (
        <LateMenu
          position="bottom-end"
          portalProps={{ target: '#main' }}
          target={(button) => <IconButton {...button} label={`Actions for ${fullName}`} icon={IconDots} />}
        >
          {(Menu) => (
            <>
              <Menu.Item onClick={() => setDialog('role')}>Change role</Menu.Item>
              {!own && <Menu.Item onClick={() => setDialog('removal')}>Remove</Menu.Item>}
            </>
          )}
        </LateMenu>
      )}
      {dialog === 'role' && <ChangeRoleDialog operator={operator} onOwnRole={onOwnRole} onClose={close} />}
      {dialog === 'removal' && <RemovalDialog operator={operator} onClose={close} />}
    </li>
  );
}

function RemovalDialog({
  operator: { userId, fullName, role },
  onClose,
}: {
  operator: TeamMember;
  onClose: () => void;
}) {
  const remove = useRemoveOperator();
  const confirm = () =>
    void remove.mutateAsync({ userId, from: role }).then(
      () => toast.success(`${fullName} is no longer an operator`),
      // The dialog shows why.
      () => undefined,
    );
  return (
    <ConfirmDialog
      title={`Remove ${fullName}?`}
      confirmLabel="Remove operator"
      action={remove}
      onConfirm={confirm}
      onClose={onClose}
    >
      {fullName} is signed out and cannot open the console any more. The account stays, without a role.
    </ConfirmDialog>
  );
}
