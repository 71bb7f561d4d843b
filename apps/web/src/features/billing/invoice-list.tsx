import { Button, Text } from '@mantine/core';
import type { Subscription } from '@stridewell/contract/billing/billing';
import { dayInZone, relativeDayLabel } from '@stridewell/contract/time';
import { IconDownload } from '@tabler/icons-react';
import { money } from '../../lib/format.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { SectionCard } from '../../ui/section-card.tsx';

type InvoiceListProps = { subscription: Pick<Subscription, 'invoices'>; timeZone: string };

const STATUS_WORDS = { paid: 'Paid', open: 'Open', refunded: 'Refunded' } as const;

export function InvoiceList({ subscription: { invoices }, timeZone }: InvoiceListProps) {
  const today = dayInZone(new Date(), timeZone);
  return (
    <SectionCard title="Invoices">
      <DataTable
        label="Invoices"
        verticalSpacing={6}
        columns={[
          {
            header: 'Date',
            cell: ({ createdAt }) => relativeDayLabel(dayInZone(new Date(createdAt), timeZone), today),
          },
          // On phones the date and the link identify an invoice. Its number is printed on it.
          { header: 'Number', nowrap: true, from: 'sm', cell: ({ number }) => number },
          {
            header: 'Status',
            cell: ({ status }) => (
              <Text inherit span {...(status === 'open' && { c: 'var(--danger-text)', fw: 600 })}>
                {STATUS_WORDS[status]}
              </Text>
            ),
          },
          { header: 'Amount', figure: true, cell: ({ amountCents }) => money(amountCents) },
        ]}
        rows={invoices}
        keyOf={({ id }) => id}
        empty={<Text c="dimmed">Your first invoice appears here with the first payment.</Text>}
        actionsLabel="File"
        actions={({ id, number }) => (
          <Button
            component="a"
            href={`/billing/invoices/${id}.pdf`}
            target="_blank"
            rel="noreferrer"
            variant="subtle"
            size="compact-md"
            leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
            aria-label={`Invoice ${number} as PDF`}
          >
            PDF
          </Button>
        )}
      />
    </SectionCard>
  );
}
