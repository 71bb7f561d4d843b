import { Group, SimpleGrid, Stack, Text } from '@mantine/core';
import type { Invoice } from '@stridewell/contract/money/money';
import { dayText, money } from '../../lib/format.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Fact } from '../../ui/fact.tsx';
import { LongText } from '../../ui/long-text.tsx';
import { rateText } from './money.wording.ts';

const longDay = (day: string): string => dayText(day, { month: 'long', day: 'numeric', year: 'numeric' });

/** Content of an invoice, as printed. */
export function InvoiceContent({ invoice }: { invoice: Invoice }) {
  const { issuer, clientName, issuedOn, dueOn, periodFrom, periodTo, note, voidReason, status } = invoice;
  return (
    <Stack gap="lg">
      <SimpleGrid component="dl" cols={{ base: 2, sm: 4 }} m={0}>
        <Fact label="From">{issuer.businessName || 'No business name yet'}</Fact>
        <Fact label="Billed to">{clientName}</Fact>
        <Fact label="Issued">{issuedOn ? longDay(issuedOn) : 'When you send it'}</Fact>
        <Fact label="Due">{dueOn ? longDay(dueOn) : 'Set when you send it'}</Fact>
        {periodFrom && periodTo && <Fact label="Period">{`${longDay(periodFrom)} to ${longDay(periodTo)}`}</Fact>}
      </SimpleGrid>
      <InvoiceLines invoice={invoice} />
      {note && <LongText text={note} />}
      {status === 'void' && <Text c="dimmed">{`Void: ${voidReason}`}</Text>}
    </Stack>
  );
}

function InvoiceLines({ invoice }: { invoice: Invoice }) {
  const { lines, currency, taxRate, taxLabel, taxIncluded, netCents, taxCents, totalCents } = invoice;
  const { paidCents, refundedCents, owedCents } = invoice;
  const tax = `${taxLabel} ${rateText(taxRate)}${taxIncluded ? ', included' : ''}`;
  const sums = [
    ...(taxRate > 0
      ? [
          { label: 'Net amount', cents: netCents },
          { label: tax, cents: taxCents },
        ]
      : []),
    { label: 'Total', cents: totalCents, strong: true },
    ...(paidCents > 0 ? [{ label: 'Paid', cents: paidCents }] : []),
    ...(refundedCents > 0 ? [{ label: 'Refunded', cents: refundedCents }] : []),
    ...(owedCents > 0 && paidCents > 0 ? [{ label: 'Amount due', cents: owedCents, strong: true }] : []),
  ];
  return (
    <>
      <DataTable
        label="Invoice lines"
        columns={[
          { header: 'Description', long: true, cell: ({ text }) => text },
          { header: 'Quantity', figure: true, from: 'sm', cell: ({ quantity }) => quantity },
          { header: 'Price', figure: true, from: 'sm', cell: ({ unitCents }) => money(unitCents, currency) },
          {
            header: 'Amount',
            figure: true,
            cell: ({ quantity, unitCents }) => money(quantity * unitCents, currency),
          },
        ]}
        rows={lines}
        // The lines of an invoice keep their places.
        keyOf={(_, index) => index}
      />
      <Stack gap={4} ml="auto" miw={260}>
        {sums.map(({ label, cents, ...sum }) => (
          <Group key={label} justify="space-between" {...('strong' in sum && { fw: 650 })}>
            <span>{label}</span>
            <span>{money(cents, currency)}</span>
          </Group>
        ))}
      </Stack>
    </>
  );
}
