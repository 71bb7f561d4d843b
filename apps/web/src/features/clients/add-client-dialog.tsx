import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { addClientInput } from '@stridewell/contract/clients';
import { IconAlertCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useContractForm } from '../../components/contract-form.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { Muted } from '../../components/muted.tsx';
import { codeOf } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { toast } from '../../lib/toasts.ts';
import { type ClientToChange, useClientActions } from './clients.actions.ts';
import { useAddClient } from './clients.queries.ts';

const schema = addClientInput.pick({ fullName: true, email: true });

/** The client who has this address already. */
const existingClientIn = (error: unknown): ClientToChange | undefined =>
  codeOf(error) === 'DUPLICATE_CLIENT' && error instanceof Error && 'data' in error
    ? (error.data as ClientToChange)
    : undefined;

type ExistingClientProps = { coachId: string; client: ClientToChange; onDone: () => void };

/** Names the client, with buttons to open or restore them. */
function ExistingClient({ coachId, client, onDone }: ExistingClientProps) {
  const { setStatus } = useClientActions(coachId, {});
  const { clientId, fullName, status, accepted } = client;
  const archived = status === 'archived';
  const declined = status === 'declined';
  return (
    <Alert color="gray" role="alert" icon={<IconAlertCircle size={18} />} title={`This is the address of ${fullName}`}>
      <Stack gap="sm" align="flex-start">
        {archived
          ? `${fullName} is archived. Restoring takes a seat and brings back the whole history.`
          : declined
            ? `${fullName} declined your invitation. You can invite them again.`
            : 'You already have this client.'}
        <Group gap="xs">
          {(archived || declined) && (
            <Button
              size="xs"
              onClick={() => {
                setStatus(client, accepted ? 'active' : 'invited');
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

/** Invites a client by name and email; the client fills in the rest. */
export function AddClientDialog({ coachId, opened, onClose }: AddClientDialogProps) {
  const add = useAddClient(coachId);
  // One id for all tries, so that a retry after a lost answer adds no second client.
  const [clientId, setClientId] = useState(newId);
  const form = useContractForm(schema, {
    initialValues: { fullName: '', email: '' },
    submit: (values) => add.mutateAsync({ clientId, ...values }),
    onDone({ fullName }) {
      toast.success('Invitation sent', `${fullName} gets an email with a link to join you.`);
      close();
    },
  });
  const existing = existingClientIn(form.error);
  const close = () => {
    form.reset();
    setClientId(newId());
    onClose();
  };
  return (
    <FormDialog
      opened={opened}
      title="Add client"
      form={form}
      submitLabel="Send invitation"
      problem={existing && <ExistingClient coachId={coachId} client={existing} onDone={close} />}
      onClose={close}
    >
      <TextInput label="Full name" autoComplete="off" data-autofocus {...form.getInputProps('fullName')} />
      <TextInput label="Email" type="email" autoComplete="off" {...form.getInputProps('email')} />
      <Muted>We email an invitation. They take a seat from now on. Archiving them frees it.</Muted>
    </FormDialog>
  );
}
