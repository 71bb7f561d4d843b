import { NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import type { ClientSummary } from '@stridewell/contract/clients/clients';
import type { Departure } from '@stridewell/contract/retention/retention';
import { LEAVING_NOTE, LEAVING_REASONS } from '@stridewell/contract/retention/retention.rules';
import { useState } from 'react';
import { LEAVING_TEXTS } from '../../shared/leaving-texts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

type ArchiveClientDialogProps = {
  client: ClientSummary;
  onClose: () => void;
  /** Null where the coach gives no reason. */
  onConfirm: (departure: Departure | null) => void;
};

const CHOICES = [
  { value: '', label: 'Skip' },
  ...LEAVING_REASONS.map((value) => ({ value, label: LEAVING_TEXTS[value] })),
];

/** Explains the effects of archiving a client or revoking an invitation, asks why they leave, and asks to confirm. */
export function ArchiveClientDialog({ client, onClose, onConfirm }: ArchiveClientDialogProps) {
  const [reason, setReason] = useState<Departure['reason'] | null>(null);
  const [note, setNote] = useState('');
  const invited = client.status === 'invited';
  return (
    <ConfirmDialog
      title={invited ? `Withdraw ${client.fullName}’s invitation?` : `Archive ${client.fullName}?`}
      cancelLabel={invited ? 'Keep invitation' : 'Keep client'}
      confirmLabel={invited ? 'Withdraw invitation' : 'Archive client'}
      onConfirm={() => {
        onClose();
        onConfirm(reason && { reason, note: note.trim() });
      }}
      onClose={onClose}
    >
      {invited ? (
        'The link in their email stops working right away, and they no longer count toward your plan. You can invite them again later.'
      ) : (
        <Stack gap="md">
          <Text>
            They can no longer send check-ins and no longer count toward your plan. You can both still read their
            history, and you can restore them while your plan has room.
          </Text>
          <NativeSelect
            label="Why are they leaving? (optional)"
            data={CHOICES}
            value={reason ?? ''}
            onChange={({ currentTarget: { value } }) => setReason(LEAVING_REASONS.find((one) => one === value) ?? null)}
          />
          {reason && (
            <Textarea
              label="Note (optional)"
              autosize
              minRows={2}
              maxLength={LEAVING_NOTE}
              value={note}
              onChange={({ currentTarget: { value } }) => setNote(value)}
            />
          )}
        </Stack>
      )}
    </ConfirmDialog>
  );
}
