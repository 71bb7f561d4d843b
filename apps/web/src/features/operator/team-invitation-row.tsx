import { Stack, Text } from '@mantine/core';
import type { TeamInvitation } from '@stridewell/contract/operator/operator';
import { OPERATOR_ROLE_TEXTS } from '@stridewell/contract/operator/operator.rules';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import { messageOf } from '../../lib/errors.ts';
import { momentLabel } from '../../lib/format.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { toast } from '../../lib/toasts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LateMenu } from '../../ui/late-menu.tsx';
import { Muted } from '../../ui/muted.tsx';
import { useResendTeamInvitation, useWithdrawTeamInvitation } from './operator.queries.ts';
import classes from './team-page.module.css';

/** An open invitation to the console. */
export function TeamInvitationRow({ invitation }: { invitation: TeamInvitation }) {
  const timeZone = useTimeZone();
  const [withdrawing, setWithdrawing] = useState(false);
  const resend = useResendTeamInvitation();
  const withdraw = useWithdrawTeamInvitation();
  const { id, email, role, invitedBy, expiresAt, expired } = invitation;
  const sendAgain = () =>
    void resend.mutateAsync(id).then(
      () => toast.success(`Invitation sent to ${email} again`, 'The earlier link no longer works.'),
      (error: unknown) => toast.error('The invitation was not sent', messageOf(error, 'Please try again.')),
    );
  const confirm = () =>
    void withdraw.mutateAsync(id).then(
      () => toast.success('Invitation withdrawn', `The link to ${email} no longer works.`),
      // The dialog shows why.
      () => undefined,
    );
  return (
    <li className={classes.row}>
      <Stack gap={0} miw={0}>
        <Text span fw={600} style={{ overflowWrap: 'anywhere' }}>
          {email}
        </Text>
        <Muted component="span">Invited by {invitedBy}</Muted>
      </Stack>
      <Text>{OPERATOR_ROLE_TEXTS[role].label}</Text>
      <Muted>{expired ? 'The link has expired' : `The link works until ${momentLabel(expiresAt, timeZone)}`}</Muted>
      <LateMenu
        position="bottom-end"
        portalProps={{ target: '#main' }}
        target={(button) => <IconButton {...button} label={`Actions for ${email}`} icon={IconDots} />}
      >
        {(Menu) => (
          <>
            <Menu.Item onClick={sendAgain}>Send again</Menu.Item>
            <Menu.Item onClick={() => setWithdrawing(true)}>Withdraw</Menu.Item>
          </>
        )}
      </LateMenu>
      {withdrawing && (
        <ConfirmDialog
          title="Withdraw this invitation?"
          confirmLabel="Withdraw invitation"
          action={withdraw}
          onConfirm={confirm}
          onClose={() => setWithdrawing(false)}
        >
          {`The link that was mailed to ${email} stops working.`}
        </ConfirmDialog>
      )}
    </li>
  );
}
