import { Button } from '@mantine/core';
import type { Account } from '@stridewell/contract/accounts/accounts';
import { messageOf } from '../../lib/errors.ts';
import { momentLabel } from '../../lib/format.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { toast } from '../../lib/toasts.ts';
import { Notice } from '../../ui/notice.tsx';
import { useCancelErasure } from './accounts.queries.ts';

type ErasureNoticeProps = { account: Pick<Account, 'userId' | 'fullName'>; dueAt: string; mayCancel: boolean };

/** Says that an account will be deleted, and lets an operator cancel it. */
export function ErasureNotice({ account: { userId, fullName }, dueAt, mayCancel }: ErasureNoticeProps) {
  const timeZone = useTimeZone();
  const cancel = useCancelErasure();
  const keep = () =>
    cancel.mutateAsync({ userId }).then(
      () => toast.success(`Deletion of ${fullName} canceled`),
      (error: unknown) => toast.error('Nothing was changed', messageOf(error, 'Please try again.')),
    );
  return (
    <Notice tone="warning" title="This account will be deleted">
      Requested by the account holder and scheduled for {momentLabel(dueAt, timeZone)}.
      {mayCancel && (
        <Button
          display="block"
          variant="default"
          size="xs"
          mt="sm"
          loading={cancel.isPending}
          onClick={() => void keep()}
        >
          Keep account
        </Button>
      )}
    </Notice>
  );
}
