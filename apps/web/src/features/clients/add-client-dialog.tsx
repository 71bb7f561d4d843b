import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { addClientInput } from '@stridewell/contract/clients';
import { IconAlertCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { codeOf } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { toast } from '../../lib/toasts.ts';
import { type MovedClient, useClientActions } from './clients.actions.ts';
import { useAddClient } from './clients.queries.ts';

const schema = addClientInput.pick({ fullName: true, email: true });

/** The client who has this address already. */
const knownOf = (error: unknown): MovedClient | undefined =>
  codeOf(error) === 'DUPLICATE_CLIENT' && error instanceof Error && 'data' in error
    ? (error.data as MovedClient)
    : undefined;

type KnownClientProps = { coachId: string; client: MovedClient; onDone: () => void };

/** Says who that is, and leads to them or brings them back. */
function KnownClient({ coachId, client, onDone }: KnownClientProps) {
  const { moveTo } = useClientActions(coachId, {});
  const { clientId, fullName, status, accepted } = client;
  const archived = status === 'archived';
  const declined = status === 'declined';
  return (
    <Alert color="gray" role="alert" icon={<IconAlertCircle size={18} />} title={`This is the address of ${fullName}`}>
      <Stack gap="sm" align="flex-start">
        {archived
          ? `${fullName} is archived. Restoring takes a seat and brings back the whole history.`
          : declined
            ? `${fullName} declined your invitation. You can ask once more.`
            : 'You have this client already.'}
        <Group gap="xs">
          {(archived || declined) && (
            <Button
              size="xs"
              onClick={() => {
                moveTo(client, accepted ? 'active' : 'invited');
                onDone();
              }}
            >
              {accepted ? `Restore ${fullName}` : `Invite ${fullName} again`}
            </Button>
          )}
          <Button component={Link} to={`/coach/${coachId}/client/${clientId}`} size="xs" variant="default">
            Open {fullName}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

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
  const known = knownOf(add.error);
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
    <Modal opened={opened} onClose={close} title="Add client">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {add.error && known && <KnownClient coachId={coachId} client={known} onDone={close} />}
          {add.error && !known && (
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
