import { SegmentedControl, Textarea } from '@mantine/core';
import type { Contact } from '@stridewell/contract/contacts/contacts';
import { type RefObject, useState } from 'react';
import { newId } from '../../lib/ids.ts';
import { toast } from '../../lib/toasts.ts';
import { Form } from '../../ui/form.tsx';
import { Muted } from '../../ui/muted.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { useAddContactNote, useReplyToContact } from './contacts.queries.ts';

const KINDS = [
  { value: 'reply', label: 'Reply' },
  { value: 'note', label: 'Note' },
];

type ContactWriterProps = { contact: Contact; field: RefObject<HTMLTextAreaElement | null>; onChanged: () => void };

/** Where an operator replies by mail, or writes a note for the other operators. */
export function ContactWriter({ contact, field, onChanged }: ContactWriterProps) {
  const [kind, setKind] = useState('reply');
  // One id for all tries, so that a retry after a lost answer sends no second mail.
  const [entryId, setEntryId] = useState(newId);
  const reply = useReplyToContact();
  const note = useAddContactNote();
  const isReply = kind === 'reply';
  const { id: contactId, version, email } = contact;
  const form = useSchemaForm(async () => (await import('./contacts.schemas.ts')).contactEntry, {
    initialValues: { text: '' },
    toInput: (values) => ({ kind, ...values }),
    async submit({ text }) {
      if (isReply) await reply.mutateAsync({ contactId, replyId: entryId, version, text }).catch(onRefused);
      else await note.mutateAsync({ contactId, noteId: entryId, text });
      toast.success(isReply ? 'Reply sent' : 'Note added', contact.name);
    },
    onDone() {
      setEntryId(newId());
      form.reset();
    },
    fallback: isReply ? 'The reply was not sent. Please try again.' : 'The note was not added. Please try again.',
  });
  // The text stays, and the thread above shows what the other operator did.
  function onRefused(error: unknown): never {
    onChanged();
    throw error;
  }
  return (
    <Form form={form} submitLabel={isReply ? 'Send reply' : 'Add note'}>
      <SegmentedControl
        aria-label="What to write"
        data={KINDS}
        value={kind}
        onChange={setKind}
        style={{ alignSelf: 'start' }}
      />
      <Textarea
        ref={field}
        aria-label={isReply ? `Reply to ${contact.name}` : `Note about ${contact.name}`}
        autosize
        minRows={4}
        maxRows={16}
        {...form.getInputProps('text')}
      />
      <Muted>{isReply ? `Goes to ${email}. Replies go to the shared inbox.` : 'Only operators read notes.'}</Muted>
    </Form>
  );
}
