import { Button, Stack } from '@mantine/core';
import { IconCreditCard } from '@tabler/icons-react';
import { messageOf } from '../../lib/errors.ts';
import { money } from '../../lib/format.ts';
import { leaveFor } from '../../lib/leave-for.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { usePayInvoice } from './money.queries.ts';

type PayInvoiceProps = { invoiceId: string; label: string; owedCents: number; currency: string };

/** Leads to the page of the payment provider, where the client pays what is owed. */
export function PayInvoice({ invoiceId, label, owedCents, currency }: PayInvoiceProps) {
  const pay = usePayInvoice();
  return (
    <Stack gap="xs" mt="xs" align="flex-start">
      <ProblemAlert text={pay.error && messageOf(pay.error, 'Nothing was charged. Please try again.')} />
      <Button
        size="sm"
        leftSection={<IconCreditCard size={18} stroke={1.75} aria-hidden />}
        aria-label={`Pay ${money(owedCents, currency)} now for invoice ${label}`}
        loading={pay.isPending || pay.isSuccess}
        onClick={() =>
          void pay.mutateAsync(invoiceId).then(
            ({ url }) => leaveFor(url),
            () => undefined,
          )
        }
      >
        Pay {money(owedCents, currency)} now
      </Button>
    </Stack>
  );
}
