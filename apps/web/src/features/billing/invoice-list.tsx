import { Button, Table, Text, VisuallyHidden } from '@mantine/core';
import type { Subscription } from '@stridewell/contract/billing/billing';
import { dayInZone, relativeDayLabel } from '@stridewell/contract/time';
import { IconDownload } from '@tabler/icons-react';
import { money } from '../../lib/format.ts';
import { SectionCard } from '../../ui/section-card.tsx';

type InvoiceListProps = { subscription: Pick<Subscription, 'invoices'>; timeZone: string };

const STATUS_WORDS = { paid: 'Paid', open: 'Open', refunded: 'Refunded' } as const;

export function InvoiceList({ subscription: { invoices }, timeZone }: InvoiceListProps) {
  const today = dayInZone(new Date(), timeZone);
  return (
    <SectionCard title="Invoices">
      {invoices.length === 0 ? (
        <Text c="dimmed">Your first invoice appears here with the first payment.</Text>
      ) : (
        <Table fz="md" verticalSpacing={6} horizontalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Date</Table.Th>
              {/* On phones the date and the link identify an invoice. Its number is printed on it. */}
              <Table.Th scope="col" visibleFrom="sm">
                Number
              </Table.Th>
              <Table.Th scope="col">Status</Table.Th>
              <Table.Th scope="col" ta="right">
                Amount
              </Table.Th>
              <Table.Th scope="col">
                <VisuallyHidden>File</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {invoices.map(({ id, number, createdAt, amountCents, status }) => (
              <Table.Tr key={id}>
                <Table.Td>{relativeDayLabel(dayInZone(new Date(createdAt), timeZone), today)}</Table.Td>
                <Table.Td visibleFrom="sm">{number}</Table.Td>
                <Table.Td {...(status === 'open' && { c: 'var(--danger-text)', fw: 600 })}>
                  {STATUS_WORDS[status]}
                </Table.Td>
                <Table.Td ta="right">{money(amountCents)}</Table.Td>
                <Table.Td ta="right">
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
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </SectionCard>
  );
}
