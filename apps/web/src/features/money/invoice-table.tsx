import { Anchor, Table, Text, VisuallyHidden } from '@mantine/core';
import type { InvoiceSummary } from '@stridewell/contract/money/money';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { money } from '../../lib/format.ts';
import { Muted } from '../../ui/muted.tsx';
import { invoiceText } from './money.wording.ts';
import classes from './money-table.module.css';

type InvoiceTableProps = {
  coachId: string;
  invoices: readonly InvoiceSummary[];
  today: string;
  /** Shows what is still owed instead of the total. */
  owed?: boolean;
  /** Hides the client, on the page of that client. */
  ofOneClient?: boolean;
  action?: (invoice: InvoiceSummary) => ReactNode;
};

const isAlarm = ({ status }: InvoiceSummary): boolean => status === 'overdue';

/** Invoices with their status, each a link to its page. */
export function InvoiceTable({ coachId, invoices, today, owed = false, ofOneClient, action }: InvoiceTableProps) {
  return (
    <Table highlightOnHover className={classes.table}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{ofOneClient ? 'Invoice' : 'Client'}</Table.Th>
          {!ofOneClient && <Table.Th className={classes.extra}>Invoice</Table.Th>}
          <Table.Th className={classes.extra}>Status</Table.Th>
          <Table.Th className={classes.figure}>{owed ? 'Owed' : 'Total'}</Table.Th>
          {action && (
            <Table.Th>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {invoices.map((invoice) => {
          const { id, clientName, label, currency, totalCents, owedCents } = invoice;
          const number = label || 'Draft';
          const status = (
            <Text inherit span {...(isAlarm(invoice) && { c: 'var(--risk-high-text)', fw: 600 })}>
              {invoiceText(invoice, today)}
            </Text>
          );
          return (
            <Table.Tr key={id}>
              <Table.Td>
                <Anchor component={Link} to={`/coach/${coachId}/money/${id}`} c="inherit" fw={600}>
                  {ofOneClient ? number : clientName}
                </Anchor>
                <Muted className={classes.narrow}>
                  {!ofOneClient && `${number}. `}
                  {status}
                </Muted>
              </Table.Td>
              {!ofOneClient && <Table.Td className={`${classes.extra} ${classes.nowrap}`}>{number}</Table.Td>}
              <Table.Td className={classes.extra}>{status}</Table.Td>
              <Table.Td className={classes.figure}>{money(owed ? owedCents : totalCents, currency)}</Table.Td>
              {action && <Table.Td className={classes.actions}>{action(invoice)}</Table.Td>}
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}
