import type { ClientSummary } from '@stridewell/contract/clients/clients';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

type ArchiveClientDialogProps = { client: ClientSummary; opened: boolean; onClose: () => void; onConfirm: () => void };

/** Explains the effects of archiving a client or revoking an invitation, and asks to confirm. */
export function ArchiveClientDialog({ client, opened, onClose, onConfirm }: ArchiveClientDialogProps) {
  const invited = client.status === 'invited';
  return (
    <ConfirmDialog
      opened={opened}
      title={invited ? `Revoke the invitation of ${client.fullName}?` : `Archive ${client.fullName}?`}
      cancelLabel={invited ? 'Keep invitation' : 'Keep client'}
      confirmLabel={invited ? 'Revoke invitation' : 'Archive client'}
      onConfirm={() => {
        onClose();
        onConfirm();
      }}
      onClose={onClose}
    >
      {invited
        ? 'The link in their email stops working at once and the seat is free. You can invite them again later.'
        : 'They can no longer send check-ins, and the seat is free. Their history stays: you and they can read it, and you can restore them while you have a free seat.'}
    </ConfirmDialog>
  );
}
