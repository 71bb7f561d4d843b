import { Anchor, Menu, Table, VisuallyHidden } from '@mantine/core';
import type { ClientPayment } from '@stridewell/contract/money/money';
import { refundableCents } from '@stridewell/contract/money/money.invoices.rules';
import { relativeDayLabel } from '@stridewell/contract/time';
import { IconArrowBackUp, IconDots, IconEraser, IconHistory } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { money } from '../../lib/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Muted } from '../../ui/muted.tsx';
import { paymentText } from './money.wording.ts';
import { HistoryDialog } from './money-history.tsx';
import classes from './money-table.module.css';
import { RefundDialog, VoidPaymentDialog } from './refund-dialog.tsx';

type PaymentTableProps = {
  coachId: string;
  payments: readonly ClientPayment[];
  today: string;
  /** Hides client and invoice, on the page of that invoice. */
  ofOneInvoice?: boolean;
};

const canRemove = ({ status, method, refundedCents }: ClientPayment): boolean =>
  status !== 'void' && method !== 'online' && refundedCents === 0;

/** Payments with what can be done about them. */
export function PaymentTable({ coachId, payments, today, ofOneInvoice = false }: PaymentTableProps) {
  const [refunding, setRefunding] = useState<ClientPayment | null>(null);
  const [removing, setRemoving] = useState<ClientPayment | null>(null);
  const [looking, setLooking] = useState<ClientPayment | null>(null);
  return (
    <>
      <Table highlightOnHover className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{ofOneInvoice ? 'Date' : 'Client'}</Table.Th>
            {!ofOneInvoice && <Table.Th className={classes.extra}>Date</Table.Th>}
            {!ofOneInvoice && <Table.Th className={classes.extra}>Invoice</Table.Th>}
            <Table.Th className={classes.extra}>Payment</Table.Th>
            <Table.Th className={classes.figure}>Amount</Table.Th>
            <Table.Th>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {payments.map((payment) => {
            const { id, clientName, invoiceId, invoiceLabel, paidOn, amountCents, currency, status, note } = payment;
            const day = relativeDayLabel(paidOn, today);
            const isRefundable = refundableCents(payment) > 0;
            return (
              <Table.Tr key={id}>
                <Table.Td>
                  {ofOneInvoice ? day : clientName}
                  <Muted className={classes.narrow}>
                    {!ofOneInvoice && `${day}. `}
                    {paymentText(payment)}
                  </Muted>
                </Table.Td>
                {!ofOneInvoice && <Table.Td className={`${classes.extra} ${classes.nowrap}`}>{day}</Table.Td>}
                {!ofOneInvoice && (
                  <Table.Td className={`${classes.extra} ${classes.nowrap}`}>
                    {invoiceId && (
                      <Anchor component={Link} to={`/coach/${coachId}/money/${invoiceId}`}>
                        {invoiceLabel}
                      </Anchor>
                    )}
                  </Table.Td>
                )}
                <Table.Td className={classes.extra}>
                  {paymentText(payment)}
                  {note && <Muted>{note}</Muted>}
                </Table.Td>
                <Table.Td
                  className={classes.figure}
                  {...(status !== 'succeeded' && { td: 'line-through', c: 'dimmed' })}
                >
                  {money(amountCents, currency)}
                </Table.Td>
                <Table.Td className={classes.actions}>
                  <Menu position="bottom-end">
                    <Menu.Target>
                      <IconButton size={32} label={`Actions for the payment of ${clientName}`} icon={IconDots} />
                    </Menu.Target>
                    <Menu.Dropdown>
                      {isRefundable && (
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
                    </Menu.Dropdown>
                  </Menu>
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
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
