import { Button, PasswordInput, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { DELETE_CONFIRMATION } from '@stridewell/contract/identity/identity.rules';
import { type ReactNode, useState } from 'react';
import { toast } from '../../lib/toasts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { useDeleteAccount } from './identity.queries.ts';

type DeleteAccountCardProps = {
  /** Sentences about the data that is deleted and kept. */
  children: ReactNode;
  /** Called once the account is deleted. */
  onDeleted: () => void;
};

export function DeleteAccountCard({ children, onDeleted }: DeleteAccountCardProps) {
  const [opened, dialog] = useDisclosure(false);
  const [password, setPassword] = useState('');
  const remove = useDeleteAccount();
  const close = () => {
    setPassword('');
    dialog.close();
  };
  const confirm = () =>
    remove.mutate(
      { password, confirmation: DELETE_CONFIRMATION },
      {
        onSuccess() {
          toast.success('Your account is deleted', 'Thank you for your time with us.');
          onDeleted();
        },
      },
    );
  return (
    <SectionCard title="Delete my account">
      <Stack gap="md" align="flex-start">
        {children}
        <Text fw={600}>Your account is deleted at once. This cannot be undone.</Text>
        <Button color="red" variant="light" onClick={dialog.open}>
          Delete my account
        </Button>
      </Stack>
      <ConfirmDialog
        opened={opened}
        title="Delete your account for good?"
        confirmWord={DELETE_CONFIRMATION}
        exactWord
        confirmLabel="Delete for good"
        cancelLabel="Keep my account"
        action={remove}
        fallback="Nothing was deleted. Please try again."
        disabled={password === ''}
        onConfirm={confirm}
        onClose={close}
      >
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          required
          data-autofocus
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      </ConfirmDialog>
    </SectionCard>
  );
}
