import { Radio, Stack } from '@mantine/core';
import { LOST_REASON_LABELS, LOST_REASONS, type LostReason } from '@stridewell/contract/pipeline.rules';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';

type LostDialogProps = { name: string; onConfirm: (reason: LostReason) => void; onClose: () => void };

/** Asks why a lead was lost. */
export function LostDialog({ name, onConfirm, onClose }: LostDialogProps) {
  const [reason, setReason] = useState<LostReason | null>(null);
  return (
    <ConfirmDialog
      title={`Why was ${name} lost?`}
      confirmLabel="Move to Lost"
      danger={false}
      disabled={reason === null}
      onConfirm={() => reason && onConfirm(reason)}
      onClose={onClose}
    >
      <Radio.Group
        aria-label="Reason"
        value={reason}
        onChange={(value) => setReason(LOST_REASONS.find((one) => one === value) ?? null)}
      >
        <Stack gap="sm">
          {LOST_REASONS.map((value) => (
            <Radio key={value} value={value} label={LOST_REASON_LABELS[value]} />
          ))}
        </Stack>
      </Radio.Group>
    </ConfirmDialog>
  );
}
