import { Group, SimpleGrid, Stack, Table, Text } from '@mantine/core';
import type { Invoice } from '@stridewell/contract/money/money';
import { dayText, money } from '../../lib/format.ts';
import { Fact } from '../../ui/fact.tsx';
import { LongText } from '../../ui/long-text.tsx';
import { rateText } from './money.wording.ts';
import classes from './money-table.module.css';

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
      <Table className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Description</Table.Th>
            <Table.Th className={`${classes.figure} ${classes.extra}`}>Quantity</Table.Th>
            <Table.Th className={`${classes.figure} ${classes.extra}`}>Price</Table.Th>
            <Table.Th className={classes.figure}>Amount</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map(({ text, quantity, unitCents }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an invoice keep their places.
            <Table.Tr key={index}>
              <Table.Td>{text}</Table.Td>
              <Table.Td className={`${classes.figure} ${classes.extra}`}>{quantity}</Table.Td>
              <Table.Td className={`${classes.figure} ${classes.extra}`}>{money(unitCents, currency)}</Table.Td>
              <Table.Td className={classes.figure}>{money(quantity * unitCents, currency)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
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
