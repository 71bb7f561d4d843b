import { PasswordInput, TextInput } from '@mantine/core';
import { newCaldavAccount } from '@stridewell/contract/integrations/integrations.calendars';
import { useState } from 'react';
import { newId } from '../../lib/ids.ts';
import { toast } from '../../lib/toasts.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { useAddCaldav } from './integrations.queries.ts';

/** Connects the calendars of a CalDAV account. The server reads them before it answers. */
export function CaldavForm({ coachId, onClose }: { coachId: string; onClose: () => void }) {
  const add = useAddCaldav(coachId);
  // The same id for every try, so that a lost answer connects nothing twice.
  const [id] = useState(newId);
  const form = useSchemaForm(newCaldavAccount, {
    initialValues: { name: '', server: '', user: '', password: '' },
    submit: (account) => add.mutateAsync({ id, ...account }),
    fallback: 'The account was not connected. Please try again.',
    onDone({ connection }) {
      toast.success('Account connected', connection.name);
      onClose();
    },
  });
  return (
    <FormDialog title="Connect a CalDAV account" form={form} submitLabel="Connect account" onClose={onClose}>
      <TextInput size="md" label="Name" placeholder="iCloud" data-autofocus {...form.getInputProps('name')} />
      <TextInput
        size="md"
        label="Server"
        description="caldav.icloud.com for iCloud, caldav.fastmail.com for Fastmail, or the address of your own server."
        inputMode="url"
        autoComplete="off"
        {...form.getInputProps('server')}
      />
      <TextInput size="md" label="User name" autoComplete="off" {...form.getInputProps('user')} />
      <PasswordInput
        size="md"
        label="App password"
        description="Create one in the security settings of your provider. We read your calendars, and add your sessions to one only if you choose it."
        autoComplete="off"
        {...form.getInputProps('password')}
      />
    </FormDialog>
  );
}
