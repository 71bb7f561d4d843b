import { Button, Group } from '@mantine/core';
import type { Account } from '@stridewell/contract/accounts/accounts';
import { mayChangePlan } from '@stridewell/contract/billing/billing.invoices.rules';
import { type OperatorRole, operatorMay } from '@stridewell/contract/operator/operator.rules';
import { IconDots, IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { messageOf } from '../../lib/errors.ts';
import { toast } from '../../lib/toasts.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { late } from '../../ui/late.tsx';
import { LateMenu } from '../../ui/late-menu.tsx';
import { useResendVerification } from './accounts.queries.ts';
import { ACTION_TEXTS, type AccountAction } from './accounts.wording.ts';

const AccountActionDialog = late(async () => (await import('./account-action-dialog.tsx')).AccountActionDialog);

type AccountActionsProps = { account: Account; operatorRole: OperatorRole; onView: () => Promise<unknown> };

const mayGetPlan = ({ coachStatus, subscription }: Account): boolean =>
  coachStatus !== null && (subscription === null || mayChangePlan(subscription));

/** There is one copy of a person's data at a time. */
const mayGetCopy = ({ export: copy }: Account): boolean => copy?.status !== 'waiting' && copy?.status !== 'ready';

/** The actions that make sense for the account and that the operator may carry out. */
function actionsFor(account: Account, role: OperatorRole): AccountAction[] {
  const [support, billing] = [operatorMay(role, 'support'), operatorMay(role, 'billing')];
  return [
    ...(support && account.coachStatus === 'active' ? (['view'] as const) : []),
    ...(support && account.sessions.length > 0 ? (['sessions'] as const) : []),
    ...(support && account.twoFactorEnabled ? (['second_step'] as const) : []),
    ...(billing && mayGetPlan(account) ? (['plan'] as const) : []),
    ...(billing && account.subscription && account.subscription.status !== 'active' ? (['grace'] as const) : []),
    ...(billing && account.subscription ? (['refund'] as const) : []),
    ...(support && mayGetCopy(account) ? (['export'] as const) : []),
    ...(support && account.erasureDueAt === null ? (['erase'] as const) : []),
  ];
}

/** Actions of an operator on an account. Accounts of operators are managed elsewhere. */
export function AccountActions({ account, operatorRole, onView }: AccountActionsProps) {
  const [action, setAction] = useState<AccountAction | null>(null);
  const resend = useResendVerification();
  if (account.isOperator) return null;
  const [first, ...others] = actionsFor(account, operatorRole);
  const mayResend = operatorMay(operatorRole, 'support') && !account.emailVerified;
  const sendVerification = () =>
    resend.mutateAsync({ userId: account.userId }).then(
      () => toast.success(`Verification email sent to ${account.email}`),
      (error: unknown) => toast.error('Nothing was sent', messageOf(error, 'Please try again.')),
    );
  return (
    <Group gap="xs" wrap="nowrap">
      {mayResend && (
        <Button variant="default" loading={resend.isPending} onClick={() => void sendVerification()}>
          Resend verification
        </Button>
      )}
      {first && (
        <Button
          variant={first === 'view' ? 'filled' : 'default'}
          {...(first === 'view' && { leftSection: <IconEye size={18} stroke={1.75} aria-hidden /> })}
          onClick={() => setAction(first)}
        >
          {ACTION_TEXTS[first].label}
        </Button>
      )}
      {others.length > 0 && (
        <LateMenu
          position="bottom-end"
          withinPortal={false}
          target={(button) => <IconButton {...button} label="More actions" icon={IconDots} />}
        >
          {(Menu) => (
            <>
              {others.map((other) => (
                <Menu.Item key={other} onClick={() => setAction(other)}>
                  {ACTION_TEXTS[other].label}
                </Menu.Item>
              ))}
            </>
          )}
        </LateMenu>
      )}
      {action && (
        <AccountActionDialog account={account} action={action} onClose={() => setAction(null)} onView={onView} />
      )}
    </Group>
  );
}
