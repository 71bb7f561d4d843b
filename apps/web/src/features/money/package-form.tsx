import { Select, SimpleGrid, Switch, Textarea, TextInput } from '@mantine/core';
import { type CoachPackage, packageInput } from '@stridewell/contract/money/money';
import { toMajorUnits, toMinorUnits } from '@stridewell/contract/money/money.amounts.rules';
import { INTERVAL_LABELS, PACKAGE_INTERVALS } from '@stridewell/contract/money/money.dates.rules';
import { useState } from 'react';
import { z } from 'zod';
import { newId } from '../../lib/ids.ts';
import { toast } from '../../lib/toasts.ts';
import { CurrencySelect } from '../../shared/currency-select.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { AmountInput } from './amount-input.tsx';
import { useSavePackage } from './money.queries.ts';

const INTERVALS = PACKAGE_INTERVALS.map((value) => ({ value, label: INTERVAL_LABELS[value] }));
const schema = packageInput.extend({ archived: z.boolean() });

type PackageFormProps = { coachId: string; package: CoachPackage | null; currency: string; onClose: () => void };

/** Adds a package, or changes one. */
export function PackageForm({ coachId, package: edited, currency, onClose }: PackageFormProps) {
  const save = useSavePackage(coachId);
  const [newPackageId] = useState(newId);
  const form = useSchemaForm(schema, {
    initialValues: {
      name: edited?.name ?? '',
      description: edited?.description ?? '',
      amount: (edited ? toMajorUnits(edited.amountCents, edited.currency) : '') as number | string,
      currency: edited?.currency ?? currency,
      interval: edited?.interval ?? 'month',
      archived: edited?.archived ?? false,
    },
    toInput: ({ amount, ...values }) => ({
      ...values,
      amountCents: amount === '' ? 0 : toMinorUnits(Number(amount), values.currency),
    }),
    fieldFor: (path) => (path === 'amountCents' ? 'amount' : path),
    submit: (input) => save.mutateAsync({ packageId: edited?.id ?? newPackageId, ...input }),
    onDone({ name }) {
      toast.success(edited ? 'Package saved' : 'Package added', name);
      onClose();
    },
  });
  return (
    <FormDialog
      title={edited ? `Edit ${edited.name}` : 'New package'}
      form={form}
      submitLabel={edited ? 'Save package' : 'Add package'}
      onClose={onClose}
    >
      <TextInput label="Name" placeholder="Monthly coaching" data-autofocus {...form.getInputProps('name')} />
      <SimpleGrid cols={2} spacing="md">
        <AmountInput label="Price" currency={form.values.currency} {...form.getInputProps('amount')} />
        <CurrencySelect {...form.getInputProps('currency')} />
      </SimpleGrid>
      <Select size="md" label="Billed" allowDeselect={false} data={INTERVALS} {...form.getInputProps('interval')} />
      <Textarea
        size="md"
        label="What is included"
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('description')}
      />
      {edited && (
        <Switch
          label="Archived"
          description="It can no longer be sold. Existing subscriptions continue."
          {...form.getInputProps('archived', { type: 'checkbox' })}
        />
      )}
    </FormDialog>
  );
}
