import { SimpleGrid, Switch, Textarea, TextInput } from '@mantine/core';
import { type InvoiceSettings, invoiceSettings } from '@stridewell/contract/money/money';
import { useQuery } from '@tanstack/react-query';
import { toast } from '../../lib/toasts.ts';
import { Form } from '../../ui/form.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import { invoiceSettingsQuery, useSaveInvoiceSettings } from './money.queries.ts';

/** Details of the coach on new invoices, and how clients pay them. */
export function InvoiceSettingsCard({ coachId }: { coachId: string }) {
  return (
    <QueryBoundary
      query={useQuery(invoiceSettingsQuery(coachId))}
      failed="Your invoice settings could not be loaded"
      skeleton={480}
    >
      {(settings) => (
        <SectionCard title="On new invoices">
          <SettingsForm coachId={coachId} settings={settings} />
        </SectionCard>
      )}
    </QueryBoundary>
  );
}

const belowInput = ['label', 'input', 'description', 'error'] as const;

function SettingsForm({ coachId, settings }: { coachId: string; settings: InvoiceSettings }) {
  const save = useSaveInvoiceSettings(coachId);
  const { taxRate, ...others } = settings;
  const form = useSchemaForm(invoiceSettings, {
    initialValues: {
      ...others,
      taxPercent: (taxRate / 100) as number | string,
      termDays: others.termDays as number | string,
    },
    toInput: ({ taxPercent, termDays, ...values }) => ({
      ...values,
      taxRate: Math.round(Number(taxPercent) * 100),
      termDays: Number(termDays),
    }),
    fieldFor: (path) => (path === 'taxRate' ? 'taxPercent' : path),
    submit: (input) => save.mutateAsync(input),
    onDone: () => toast.success('Invoice settings saved', 'They are used for invoices that you send from now on.'),
  });
  return (
    <Form form={form} submitLabel="Save invoice settings">
      <TextInput label="Business name" maw={480} {...form.getInputProps('businessName')} />
      <Textarea
        size="md"
        label="Address"
        maw={480}
        autosize
        minRows={2}
        maxRows={5}
        {...form.getInputProps('address')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} maw={480}>
        <TextInput label="Tax ID" {...form.getInputProps('taxId')} />
        <TextInput label="Tax name" placeholder="VAT" {...form.getInputProps('taxLabel')} />
        <NumberInput
          size="md"
          label="Tax rate (%)"
          hideControls
          allowNegative={false}
          decimalScale={2}
          {...form.getInputProps('taxPercent')}
        />
        <NumberInput
          size="md"
          label="Payment due after (days)"
          hideControls
          min={0}
          {...form.getInputProps('termDays')}
        />
        <TextInput
          label="Number prefix"
          description={`Numbers look like ${form.values.prefix}0042.`}
          inputWrapperOrder={[...belowInput]}
          {...form.getInputProps('prefix')}
        />
      </SimpleGrid>
      <Switch label="Prices include tax" {...form.getInputProps('taxIncluded', { type: 'checkbox' })} />
      <Textarea
        size="md"
        label="How to pay"
        description="Your clients read this on invoices, like the number of a bank account."
        inputWrapperOrder={[...belowInput]}
        maw={480}
        autosize
        minRows={3}
        maxRows={8}
        {...form.getInputProps('instructions')}
      />
    </Form>
  );
}
