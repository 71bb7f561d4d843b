import { Text, TextInput } from '@mantine/core';
import { type OwnSender, senderInput } from '@stridewell/contract/domains/domains';
import { toast } from '../../lib/toasts.ts';
import { Form } from '../../ui/form.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { useSaveSender } from './domains.queries.ts';

const FIELD = {
  size: 'md',
  label: 'Email address',
  type: 'email',
  autoComplete: 'off',
  autoCapitalize: 'none',
  spellCheck: false,
} as const;

/** Adds the sender address. */
export function AddSender({ coachId, mailDomain }: { coachId: string; mailDomain: string }) {
  const save = useSaveSender(coachId);
  const form = useSchemaForm(senderInput, {
    initialValues: { address: '' },
    submit: (input) => save.mutateAsync(input),
    fallback: 'The address was not added. Please try again.',
    onDone: ({ sender }) => toast.success('Sender address added', sender.address),
  });
  return (
    <>
      <Text>
        Add an address at your domain to send from it. You then add two DNS records, so mail servers know that the
        emails are yours.
      </Text>
      <Form form={form} submitLabel="Add sender address">
        <TextInput {...FIELD} placeholder={`hello@${mailDomain}`} {...form.getInputProps('address')} />
      </Form>
    </>
  );
}

type ChangeProps = { coachId: string; sender: OwnSender; onClose: () => void };

/** Changes the sender address. */
export function ChangeSender({ coachId, sender, onClose }: ChangeProps) {
  const save = useSaveSender(coachId);
  const form = useSchemaForm(senderInput, {
    initialValues: { address: sender.address },
    submit: (input) => save.mutateAsync(input),
    fallback: 'The address was not changed. Please try again.',
    onDone(saved) {
      toast.success('Sender address changed', saved.sender.address);
      onClose();
    },
  });
  return (
    <FormDialog title="Change sender address" form={form} submitLabel="Change address" onClose={onClose}>
      <Text c="dimmed">Another name in front of the @ keeps your records. Another domain needs new ones.</Text>
      <TextInput {...FIELD} data-autofocus {...form.getInputProps('address')} />
    </FormDialog>
  );
}
