import { Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { DELETE_CONFIRMATION } from '@stridewell/contract/identity';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ProblemAlert } from '../../components/problem-alert.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { messageOf } from '../../lib/errors.ts';
import { toast } from '../../lib/toasts.ts';
import { useDeleteAccount } from './identity.queries.ts';

type DeleteAccountCardProps = {
  /** What goes and what stays. */
  children: ReactNode;
  /** Called once the account is gone. */
  onDeleted: () => void;
};

export function DeleteAccountCard({ children, onDeleted }: DeleteAccountCardProps) {
  const [opened, dialog] = useDisclosure(false);
  return (
    <SectionCard title="Delete my account">
      <Stack gap="md" align="flex-start">
        {children}
        <Text fw={600}>It happens at once, and nobody can undo it.</Text>
        <Button color="red" variant="light" onClick={dialog.open}>
          Delete my account
        </Button>
      </Stack>
      <Modal opened={opened} onClose={dialog.close} title="Delete your account for good?">
        <DeleteForm onKeep={dialog.close} onDeleted={onDeleted} />
      </Modal>
    </SectionCard>
  );
}

function DeleteForm({ onKeep, onDeleted }: { onKeep: () => void; onDeleted: () => void }) {
  const [password, setPassword] = useState('');
  const [typed, setTyped] = useState('');
  const remove = useDeleteAccount();
  const meant = typed.trim() === DELETE_CONFIRMATION;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!meant || remove.isPending) return;
    remove.mutate(
      { password, confirmation: DELETE_CONFIRMATION },
      {
        onSuccess() {
          toast.success('Your account is deleted', 'Thank you for having been here.');
          onDeleted();
        },
      },
    );
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <ProblemAlert text={remove.error && messageOf(remove.error, 'Nothing was deleted. Please try again.')} />
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          required
          data-autofocus
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <TextInput
          label={`Type ${DELETE_CONFIRMATION} to confirm`}
          autoComplete="off"
          autoCapitalize="characters"
          required
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onKeep}>
            Keep my account
          </Button>
          <Button type="submit" color="red" loading={remove.isPending} disabled={!meant || password === ''}>
            Delete for good
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
