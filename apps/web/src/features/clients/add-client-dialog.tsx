import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { addClientInput } from '@stridewell/contract/clients';
import { IconAlertCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { newId } from '../../lib/ids.ts';
import { toast } from '../../lib/toasts.ts';
import { useAddClient } from './clients.queries.ts';

const schema = addClientInput.pick({ fullName: true, email: true });

type AddClientDialogProps = { coachId: string; opened: boolean; onClose: () => void };

/** Name and e-mail are enough; the client fills in the rest. */
export function AddClientDialog({ coachId, opened, onClose }: AddClientDialogProps) {
  const form = useForm({
    initialValues: { fullName: '', email: '' },
    validate: schemaResolver(schema, { sync: true }),
  });
  const add = useAddClient(coachId);
  // One id for all tries: pressing the button again after a lost answer adds nobody twice.
  const [clientId, setClientId] = useState(newId);
  const close = () => {
    form.reset();
    add.reset();
    setClientId(newId());
    onClose();
  };
  const submit = form.onSubmit((values) => {
    add.mutate(
      { clientId, ...schema.parse(values) },
      {
        onSuccess: ({ fullName }) => {
          toast.success('Invitation sent', `${fullName} gets a mail with a link to join you.`);
          close();
        },
      },
    );
  });
  return (
    <Modal
      opened={opened}
      onClose={close}
      title="Add client"
      closeButtonProps={{ 'aria-label': 'Close' }}
      attributes={{ header: { role: 'none' } }}
      radius="lg"
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {add.error && (
            <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />}>
              {add.error.message}
            </Alert>
          )}
          <TextInput label="Full name" autoComplete="off" data-autofocus {...form.getInputProps('fullName')} />
          <TextInput label="Email" type="email" autoComplete="off" {...form.getInputProps('email')} />
          <Text size="sm" c="dimmed">
            We mail an invitation. The seat is taken from now on and free again if you archive the client.
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={add.isPending}>
              Send invitation
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
