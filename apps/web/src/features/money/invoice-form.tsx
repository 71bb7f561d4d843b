import { Button, Group, Select, SimpleGrid, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { type Invoice, type InvoiceSettings, invoiceInput } from '@stridewell/contract/money/money';
import { toMajorUnits, toMinorUnits } from '@stridewell/contract/money/money.amounts.rules';
import { invoiceTotals, MONEY_BOUNDS } from '@stridewell/contract/money/money.invoices.rules';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { money } from '../../lib/format.ts';
import { newId } from '../../lib/ids.ts';
import { CurrencySelect } from '../../shared/currency-select.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Muted } from '../../ui/muted.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { AmountInput } from './amount-input.tsx';
import { ClientSelect } from './client-select.tsx';
import classes from './invoice-form.module.css';
import { packagesQuery, useSaveInvoice } from './money.queries.ts';
import { priceText, rateText } from './money.wording.ts';

type LineValues = { text: string; quantity: number | string; price: number | string };
const EMPTY: LineValues = { text: '', quantity: 1, price: '' };

type InvoiceFormProps = {
  coachId: string;
  invoice: Invoice | null;
  settings: InvoiceSettings;
  currency: string;
  clientId?: string;
  onDone: (invoice: Invoice) => void;
  onClose: () => void;
};

const linesOf = (invoice: Invoice | null): LineValues[] =>
  invoice?.lines.map(({ text, quantity, unitCents }) => ({
    text,
    quantity,
    price: toMajorUnits(unitCents, invoice.currency),
  })) ?? [EMPTY];

const toLine = ({ text, quantity, price }: LineValues, currency: string) => ({
  text,
  quantity: Number(quantity),
  unitCents: toMinorUnits(Number(price), currency),
});

/** Writes an invoice, or changes a draft. It is sent from its own page. */
export function InvoiceForm({ coachId, invoice, settings, currency, clientId, onDone, onClose }: InvoiceFormProps) {
  const save = useSaveInvoice(coachId);
  const { data } = useQuery(packagesQuery(coachId));
  const [newInvoiceId] = useState(newId);
  const form = useSchemaForm(invoiceInput, {
    initialValues: {
      clientId: invoice?.clientId ?? clientId ?? '',
      currency: invoice?.currency ?? currency,
      lines: linesOf(invoice),
      taxPercent: ((invoice?.taxRate ?? settings.taxRate) / 100) as number | string,
      taxIncluded: invoice?.taxIncluded ?? settings.taxIncluded,
      note: invoice?.note ?? '',
    },
    toInput: ({ lines, taxPercent, ...values }) => ({
      ...values,
      lines: lines.map((line) => toLine(line, values.currency)),
      taxRate: Math.round(Number(taxPercent) * 100),
    }),
    fieldFor: (path) => (path === 'taxRate' ? 'taxPercent' : path.replace('unitCents', 'price')),
    submit: (input) => save.mutateAsync({ invoiceId: invoice?.id ?? newInvoiceId, ...input }),
    onDone,
  });
  const { lines, currency: chosen, taxPercent, taxIncluded } = form.values;
  const rate = Math.round(Number(taxPercent) * 100);
  const { taxCents, totalCents } = invoiceTotals(
    lines.map((line) => toLine(line, chosen)),
    { rate, included: taxIncluded },
  );
  const sold = (data?.packages ?? []).filter(({ archived, currency: of }) => !archived && of === chosen);
  const addPackage = (id: string | null) => {
    const found = sold.find((one) => one.id === id);
    if (!found) return;
    const line = { text: found.name, quantity: 1, price: toMajorUnits(found.amountCents, found.currency) };
    form.setFieldValue('lines', [...lines.filter(({ text, price }) => text !== '' || price !== ''), line]);
  };
  return (
    <FormDialog
      title={invoice ? 'Edit draft' : 'New invoice'}
      form={form}
      submitLabel={invoice ? 'Save draft' : 'Continue'}
      size="lg"
      onClose={onClose}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <ClientSelect coachId={coachId} {...form.getInputProps('clientId')} />
        <CurrencySelect {...form.getInputProps('currency')} />
      </SimpleGrid>
      <Stack gap="xs" component="fieldset" bd={0} p={0} m={0}>
        <Text component="legend" fw={600} mb="xs">
          Lines
        </Text>
        {lines.map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity besides their place.
          <Group key={index} gap="xs" align="flex-end" className={classes.line}>
            <TextInput
              label="Description"
              className={classes.what}
              maxLength={MONEY_BOUNDS.line}
              {...form.getInputProps(`lines.${index}.text`)}
            />
            <NumberInput
              size="md"
              label="Quantity"
              w={80}
              hideControls
              min={1}
              {...form.getInputProps(`lines.${index}.quantity`)}
            />
            <AmountInput label="Price" w={110} currency={chosen} {...form.getInputProps(`lines.${index}.price`)} />
            <IconButton
              label={`Remove line ${index + 1}`}
              icon={IconTrash}
              disabled={lines.length === 1}
              onClick={() => form.removeListItem('lines', index)}
            />
          </Group>
        ))}
        <Group gap="sm" align="flex-end">
          <Button
            variant="default"
            size="sm"
            leftSection={<IconPlus size={16} stroke={1.75} />}
            disabled={lines.length >= MONEY_BOUNDS.lines}
            onClick={() => form.insertListItem('lines', EMPTY)}
          >
            Add line
          </Button>
          {sold.length > 0 && (
            <Select
              aria-label="Add a package"
              placeholder="Add a package"
              size="sm"
              data={sold.map((one) => ({ value: one.id, label: `${one.name}, ${priceText(one)}` }))}
              value={null}
              onChange={addPackage}
            />
          )}
        </Group>
      </Stack>
      <Group align="flex-end">
        <NumberInput
          size="md"
          label={`${settings.taxLabel} rate (%)`}
          w={140}
          hideControls
          allowNegative={false}
          decimalScale={2}
          {...form.getInputProps('taxPercent')}
        />
        <Switch label="Prices include tax" mb={8} {...form.getInputProps('taxIncluded', { type: 'checkbox' })} />
      </Group>
      <Textarea
        size="md"
        label="Note for the client"
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps('note')}
      />
      <Group justify="space-between" role="status">
        <Muted>{rate > 0 ? `${settings.taxLabel} ${rateText(rate)}: ${money(taxCents, chosen)}` : 'No tax'}</Muted>
        <Text fw={650}>Total {money(totalCents, chosen)}</Text>
      </Group>
    </FormDialog>
  );
}
