import {
  Alert,
  Autocomplete,
  Button,
  Group,
  Modal,
  NumberInput,
  SegmentedControl,
  Stack,
  TextInput,
} from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { ledgerEntryInput } from '@stridewell/contract/metrics';
import { IconAlertCircle, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { z } from 'zod';
import { money } from '../../lib/format.ts';
import { newId } from '../../lib/ids.ts';
import { toast } from '../../lib/toasts.ts';
import { useCreateLedgerEntry } from './metrics.queries.ts';

const KINDS = { revenue: 'Revenue', expense: 'Expense' } as const;
const CATEGORIES = {
  revenue: ['Coaching', 'Sessions', 'Programs', 'Other'],
  expense: ['Software', 'Rent', 'Equipment', 'Marketing', 'Insurance', 'Education', 'Other'],
} as const;

/** What is typed: the amount in whole units of the currency, empty at first. */
const schema = ledgerEntryInput.pick({ kind: true, occurredOn: true, category: true }).extend({
  amount: z
    .number('Please enter an amount')
    .transform((amount) => Math.round(amount * 100))
    .pipe(ledgerEntryInput.shape.amountCents),
});

type AddLedgerEntryProps = { coachId: string; today: string };

/** The button on the business card, and the dialog behind it. */
export function AddLedgerEntry({ coachId, today }: AddLedgerEntryProps) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button size="compact-sm" variant="light" leftSection={<IconPlus size={14} stroke={2} />} onClick={open}>
        Add entry
      </Button>
      <Modal opened={opened} onClose={close} title="Add revenue or an expense">
        <LedgerEntryForm coachId={coachId} today={today} onClose={close} />
      </Modal>
    </>
  );
}

function LedgerEntryForm({ coachId, today, onClose }: AddLedgerEntryProps & { onClose: () => void }) {
  const form = useForm<{ kind: keyof typeof KINDS; amount: number | string; occurredOn: string; category: string }>({
    initialValues: { kind: 'revenue', amount: '', occurredOn: today, category: '' },
    validate: schemaResolver(schema, { sync: true }),
  });
  const create = useCreateLedgerEntry(coachId);
  // One id for all tries: pressing the button again after a lost answer records nothing twice.
  const [id] = useState(newId);
  const submit = form.onSubmit((values) => {
    const { amount: amountCents, ...entry } = schema.parse(values);
    create.mutate(
      { id, amountCents, ...entry },
      {
        onSuccess: () => {
          toast.success(`${KINDS[entry.kind]} added`, `${money(amountCents)} for ${entry.category}`);
          onClose();
        },
      },
    );
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {create.error && (
          <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />}>
            {create.error.message}
          </Alert>
        )}
        <SegmentedControl
          fullWidth
          aria-label="Kind of entry"
          data={Object.entries(KINDS).map(([value, label]) => ({ value, label }))}
          {...form.getInputProps('kind')}
        />
        <NumberInput
          label="Amount"
          prefix="$"
          inputMode="decimal"
          decimalScale={2}
          thousandSeparator=","
          allowNegative={false}
          hideControls
          data-autofocus
          {...form.getInputProps('amount')}
        />
        <Autocomplete
          label="Category"
          maxLength={60}
          data={[...CATEGORIES[form.values.kind]]}
          {...form.getInputProps('category')}
        />
        <TextInput label="Day" type="date" {...form.getInputProps('occurredOn')} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending}>
            Add entry
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
