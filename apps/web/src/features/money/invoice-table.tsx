import { Anchor, Text } from '@mantine/core';
import type { InvoiceSummary } from '@stridewell/contract/money/money';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { money } from '../../lib/format.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { invoiceText } from './money.wording.ts';

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

const numberOf = ({ label }: InvoiceSummary): string => label || 'Draft';

const isAlarm = ({ status }: InvoiceSummary): boolean => status === 'overdue';

/** Invoices with their status, each a link to its page. */
export function InvoiceTable({ coachId, invoices, today, owed = false, ofOneClient, action }: InvoiceTableProps) {
  const status = (invoice: InvoiceSummary) => (
    <Text inherit span {...(isAlarm(invoice) && { c: 'var(--risk-high-text)', fw: 600 })}>
      {invoiceText(invoice, today)}
    </Text>
  );
  const link = (id: string, text: string) => (
    <Anchor component={Link} to={`/coach/${coachId}/money/${id}`} c="inherit" fw={600}>
      {text}
    </Anchor>
  );
  const who: Column<InvoiceSummary>[] = ofOneClient
    ? [{ header: 'Invoice', nowrap: true, cell: (invoice) => link(invoice.id, numberOf(invoice)) }]
    : [
        { header: 'Client', long: true, cell: ({ id, clientName }) => link(id, clientName) },
        { header: 'Invoice', nowrap: true, from: 'sm', cell: numberOf },
      ];
  return (
    <DataTable
      highlightOnHover
      label="Invoices"
      columns={[
        ...who,
        { header: 'Status', from: 'sm', cell: status },
        {
          header: owed ? 'Owed' : 'Total',
          figure: true,
          cell: ({ owedCents, totalCents, currency }) => money(owed ? owedCents : totalCents, currency),
        },
      ]}
      rows={invoices}
      keyOf={({ id }) => id}
      phoneLine={(invoice) => (
        <>
          {!ofOneClient && `${numberOf(invoice)}. `}
          {status(invoice)}
        </>
      )}
      {...(action && { actions: action })}
    />
  );
}
