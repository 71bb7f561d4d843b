import { Anchor, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type DuplicateLead, type Lead, leadInput } from '@stridewell/contract/pipeline/pipeline';
import { LEAD_STATUS_LABELS } from '@stridewell/contract/pipeline/pipeline.rules';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { codeOf } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { toast } from '../../lib/toasts.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { useCreateLead, useUpdateLead } from './pipeline.queries.ts';

/** Leads that the server takes for the same person. */
const duplicatesIn = (error: unknown): readonly DuplicateLead[] =>
  codeOf(error) === 'DUPLICATE_LEAD' && error instanceof Error && 'data' in error
    ? (error.data as { duplicates: DuplicateLead[] }).duplicates
    : [];

/** The contact for which duplicates were shown; null before that. */
type Shown = { email: string | null; phone: string | null; duplicates: readonly DuplicateLead[] };
const NOTHING_SHOWN: Shown = { email: null, phone: null, duplicates: [] };

const valuesOf = (lead: Lead | null) => ({
  name: lead?.name ?? '',
  email: lead?.email ?? '',
  phone: lead?.phone ?? '',
  source: lead?.source ?? '',
  value: lead?.valueCents == null ? '' : lead.valueCents / 100,
  lastContact: lead?.lastContact ?? '',
  followUpOn: lead?.followUpOn ?? '',
  notes: lead?.notes ?? '',
});

type LeadFormProps = { coachId: string; lead: Lead | null; today: string; onDone: () => void; onClose: () => void };

/** Adds a lead, or edits one. Possible duplicates are shown before anything is saved. */
export function LeadForm({ coachId, lead, today, onDone, onClose }: LeadFormProps) {
  const create = useCreateLead(coachId);
  const update = useUpdateLead(coachId);
  // One id for all tries, so that a retry after a lost answer adds no second lead.
  const [newLeadId] = useState(newId);
  const [shown, setShown] = useState<Shown>(NOTHING_SHOWN);
  const form = useSchemaForm(leadInput, {
    initialValues: valuesOf(lead),
    toInput: ({ value, lastContact, followUpOn, ...values }) => ({
      ...values,
      valueCents: value === '' ? null : Math.round(Number(value) * 100),
      lastContact: lastContact || null,
      followUpOn: followUpOn || null,
    }),
    fieldFor: (path) => (path === 'valueCents' ? 'value' : path),
    async submit(input) {
      // Saving the same contact again after duplicates were shown is the coach's answer.
      const despiteDuplicates = shown.email === input.email && shown.phone === input.phone;
      try {
        if (!lead) return await create.mutateAsync({ leadId: newLeadId, lead: input, despiteDuplicates });
        return await update.mutateAsync({ leadId: lead.id, lead: input, basedOn: lead.version, despiteDuplicates });
      } catch (error) {
        const duplicates = duplicatesIn(error);
        setShown(duplicates.length > 0 ? { email: input.email, phone: input.phone, duplicates } : NOTHING_SHOWN);
        throw error;
      }
    },
    onDone({ name }) {
      toast.success(lead ? 'Lead saved' : 'Lead added', name);
      onDone();
    },
  });
  const { duplicates } = shown;
  const saveLabel = lead ? 'Save lead' : 'Add lead';
  return (
    <FormDialog
      title={lead ? `Edit ${lead.name}` : 'New lead'}
      form={form}
      submitLabel={duplicates.length > 0 ? `${saveLabel} anyway` : saveLabel}
      size="lg"
      problem={
        duplicates.length > 0 && (
          <Notice tone="warning">
            <Stack gap={4}>
              <Text inherit>
                You may have this lead already. Open the other one, or save anyway and merge them later.
              </Text>
              {duplicates.map(({ id, name, email, phone, status }) => (
                <Anchor key={id} component={Link} to={`/coach/${coachId}/pipeline/${id}`} onClick={onClose}>
                  {[name, email, phone, LEAD_STATUS_LABELS[status]].filter(Boolean).join(', ')}
                </Anchor>
              ))}
            </Stack>
          </Notice>
        )
      }
      onClose={onClose}
    >
      <TextInput label="Name" data-autofocus {...form.getInputProps('name')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextInput label="Email" type="email" autoComplete="off" {...form.getInputProps('email')} />
        <TextInput label="Phone" type="tel" autoComplete="off" {...form.getInputProps('phone')} />
        <TextInput label="Source" placeholder="Referral, Instagram, ..." {...form.getInputProps('source')} />
        <NumberInput
          label="Value"
          description="What you expect to earn."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          thousandSeparator=","
          decimalScale={2}
          hideControls
          {...form.getInputProps('value')}
        />
        <TextInput label="Last contact" type="date" max={today} {...form.getInputProps('lastContact')} />
        <TextInput label="Follow up on" type="date" {...form.getInputProps('followUpOn')} />
      </SimpleGrid>
      <Textarea label="Notes" autosize minRows={3} maxRows={10} {...form.getInputProps('notes')} />
    </FormDialog>
  );
}
