import { Textarea, TextInput } from '@mantine/core';
import type { Lead } from '@stridewell/contract/pipeline/pipeline';
import { leadMailInput } from '@stridewell/contract/pipeline/pipeline';
import { useState } from 'react';
import { newId } from '../../lib/ids.ts';
import { toast } from '../../lib/toasts.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Muted } from '../../ui/muted.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { useMailLead } from './pipeline.queries.ts';

type LeadMailProps = { coachId: string; lead: Lead; onClose: () => void };

/** Mails a lead. The answer goes to the coach's own address. */
export function LeadMail({ coachId, lead, onClose }: LeadMailProps) {
  const mail = useMailLead(coachId);
  // One id for all tries, so that a retry after a lost answer sends no second mail.
  const [mailId] = useState(newId);
  const form = useSchemaForm(leadMailInput, {
    initialValues: { subject: '', text: `Hi ${lead.name.split(' ')[0]},\n\n` },
    submit: (values) => mail.mutateAsync({ leadId: lead.id, mailId, ...values }),
    onDone() {
      toast.success('Email sent', lead.email);
      onClose();
    },
    fallback: 'The email was not sent. Please try again.',
  });
  return (
    <FormDialog title={`Email to ${lead.name}`} form={form} submitLabel="Send email" size="lg" onClose={onClose}>
      <TextInput label="Subject" data-autofocus {...form.getInputProps('subject')} />
      <Textarea label="Message" autosize minRows={6} maxRows={16} {...form.getInputProps('text')} />
      <Muted>Goes to {lead.email}. Replies go to your own email address.</Muted>
    </FormDialog>
  );
}
