import { Anchor, Text } from '@mantine/core';
import type { ClientPayment } from '@stridewell/contract/money/money';
import { refundableCents } from '@stridewell/contract/money/money.invoices.rules';
import { relativeDayLabel } from '@stridewell/contract/time';
import { IconArrowBackUp, IconDots, IconEraser, IconHistory } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { money } from '../../lib/format.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { late } from '../../ui/late.tsx';
import { LateMenu } from '../../ui/late-menu.tsx';
import { Muted } from '../../ui/muted.tsx';
import { paymentText } from './money.wording.ts';

const HistoryDialog = late(async () => (await import('./money-history.tsx')).HistoryDialog);
const RefundDialog = late(async () => (await import('./refund-dialog.tsx')).RefundDialog);
const VoidPaymentDialog = late(async () => (await import('./refund-dialog.tsx')).VoidPaymentDialog);

type PaymentTableProps = {
  coachId: string;
  payments: readonly ClientPayment[];
  today: string;
  /** Hides client and invoice, on the page of that invoice. */
  ofOneInvoice?: boolean;
};

const canRemove = ({ status, method, refundedCents }: ClientPayment): boolean =>
  status !== 'void' && method !== 'online' && refundedCents === 0;

const PAYMENT: Column<ClientPayment> = {
  header: 'Payment',
  from: 'sm',
  cell: (payment) => (
    <>
      {paymentText(payment)}
      {payment.note && <Muted>{payment.note}</Muted>}
    </>
  ),
};

const AMOUNT: Column<ClientPayment> = {
  header: 'Amount',
  figure: true,
  cell: ({ amountCents, currency, status }) => (
    <Text inherit span {...(status !== 'succeeded' && { td: 'line-through', c: 'dimmed' })}>
      {money(amountCents, currency)}
    </Text>
  ),
};

const dayColumn = (today: string): Column<ClientPayment> => ({
  header: 'Date',
  nowrap: true,
  cell: ({ paidOn }) => relativeDayLabel(paidOn, today),
});

const columnsOf = (coachId: string, today: string): Column<ClientPayment>[] => [
  { header: 'Client', long: true, cell: ({ clientName }) => clientName },
  { ...dayColumn(today), from: 'sm' },
  {
    header: 'Invoice',
    nowrap: true,
    from: 'sm',
    cell: ({ invoiceId, invoiceLabel }) =>
      invoiceId && (
        <Anchor component={Link} to={`/coach/${coachId}/money/${invoiceId}`}>
          {invoiceLabel}
        </Anchor>
      ),
  },
  PAYMENT,
  AMOUNT,
];

/** Payments with what can be done about them. */
export function PaymentTable({ coachId, payments, today, ofOneInvoice = false }: PaymentTableProps) {
  const [refunding, setRefunding] = useState<ClientPayment | null>(null);
  const [removing, setRemoving] = useState<ClientPayment | null>(null);
  const [looking, setLooking] = useState<ClientPayment | null>(null);
  return (
    <>
      <DataTable
        highlightOnHover
        label="Payments"
        columns={ofOneInvoice ? [dayColumn(today), PAYMENT, AMOUNT] : columnsOf(coachId, today)}
        rows={payments}
        keyOf={({ id }) => id}
        phoneLine={(payment) => (
          <>
            {!ofOneInvoice && `${relativeDayLabel(payment.paidOn, today)}. `}
            {paymentText(payment)}
          </>
        )}
        actions={(payment) => (
          <LateMenu
            position="bottom-end"
            target={(button) => (
              <IconButton
                {...button}
                size={32}
                label={`Actions for the payment of ${payment.clientName}`}
                icon={IconDots}
              />
            )}
          >
            {(Menu) => (
              <>
                {refundableCents(payment) > 0 && (
                  <Menu.Item
                    leftSection={<IconArrowBackUp size={18} stroke={1.75} aria-hidden />}
                    onClick={() => setRefunding(payment)}
                  >
                    Refund
                  </Menu.Item>
                )}
                {canRemove(payment) && (
                  <Menu.Item
                    leftSection={<IconEraser size={18} stroke={1.75} aria-hidden />}
                    onClick={() => setRemoving(payment)}
                  >
                    Remove payment
                  </Menu.Item>
                )}
                <Menu.Item
                  leftSection={<IconHistory size={18} stroke={1.75} aria-hidden />}
                  onClick={() => setLooking(payment)}
                >
                  History
                </Menu.Item>
              </>
            )}
          </LateMenu>
        )}
      />
      {refunding && <RefundDialog coachId={coachId} payment={refunding} onClose={() => setRefunding(null)} />}
      {looking && (
        <HistoryDialog
          title={`Payment of ${looking.clientName}`}
          coachId={coachId}
          subjectId={looking.id}
          onClose={() => setLooking(null)}
        />
      )}
      {removing && <VoidPaymentDialog coachId={coachId} payment={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}
