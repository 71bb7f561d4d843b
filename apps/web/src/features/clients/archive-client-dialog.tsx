import type { ClientSummary } from '@stridewell/contract/clients/clients';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

type ArchiveClientDialogProps = { client: ClientSummary; opened: boolean; onClose: () => void; onConfirm: () => void };

/** Explains the effects of archiving a client or revoking an invitation, and asks to confirm. */
export function ArchiveClientDialog({ client, opened, onClose, onConfirm }: ArchiveClientDialogProps) {
  const invited = client.status === 'invited';
  return (
    <ConfirmDialog
      opened={opened}
      title={invited ? `Withdraw ${client.fullName}’s invitation?` : `Archive ${client.fullName}?`}
      cancelLabel={invited ? 'Keep invitation' : 'Keep client'}
      confirmLabel={invited ? 'Withdraw invitation' : 'Archive client'}
      onConfirm={() => {
        onClose();
        onConfirm();
      }}
      onClose={onClose}
    >
      {invited
        ? 'The link in their email stops working right away, and they no longer count toward your plan. You can invite them again later.'
        : 'They can no longer send check-ins and no longer count toward your plan. You can both still read their history, and you can restore them while your plan has room.'}
    </ConfirmDialog>
  );
}
