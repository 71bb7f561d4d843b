import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { type ClientRisk, knownReason } from '@stridewell/contract/retention/retention';
import { KNOWN_REASON_DAYS, KNOWN_REASONS } from '@stridewell/contract/retention/retention.rules';
import { addDays } from '@stridewell/contract/time';
import { useState } from 'react';
import { useChange } from '../../lib/changes.ts';
import { newId } from '../../lib/ids.ts';
import { orpc, rpc } from '../../lib/rpc.ts';
import { toast } from '../../lib/toasts.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Muted } from '../../ui/muted.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { KNOWN_REASON_TEXTS } from './retention.wording.ts';

const CHOICES = KNOWN_REASONS.map((value) => ({ value, label: KNOWN_REASON_TEXTS[value] }));
const reasonInput = knownReason.omit({ id: true });
/** The end that is suggested. */
const USUAL_DAYS = 7;

type KnownReasonFormProps = {
  coachId: string;
  client: ClientRisk;
  today: string;
  onClose: () => void;
};

/** The coach says why a client is silent, and until when that holds. */
export function KnownReasonForm({ coachId, client, today, onClose }: KnownReasonFormProps) {
  const { clientId, name, daysSince } = client;
  const silentDays = daysSince.activity ?? 0;
  const [reasonId] = useState(newId);
  const save = useChange(rpc.retention.saveKnownReason, [orpc.retention.key()]);
  const form = useSchemaForm(reasonInput, {
    initialValues: {
      reason: 'ill' as string,
      fromDay: addDays(today, -Math.min(silentDays, KNOWN_REASON_DAYS - USUAL_DAYS - 1)),
      untilDay: addDays(today, USUAL_DAYS),
    },
    submit: (input) => save.mutateAsync({ coachId, clientId, reasonId, ...input }),
    onDone() {
      toast.success('Reason saved', `These days of ${name} are no silence.`);
      onClose();
    },
  });
  return (
    <FormDialog title={`Why is ${name} silent?`} form={form} submitLabel="Save reason" onClose={onClose}>
      <NativeSelect label="Reason" data={CHOICES} {...form.getInputProps('reason')} />
      <SimpleGrid cols={2} spacing="sm">
        <TextInput label="From" type="date" max={form.values.untilDay} {...form.getInputProps('fromDay')} />
        <TextInput label="Until" type="date" min={today} {...form.getInputProps('untilDay')} />
      </SimpleGrid>
      <Muted>
        These days do not count as silence. Only you see the reason; it is in the client’s copy of their data.
      </Muted>
    </FormDialog>
  );
}
