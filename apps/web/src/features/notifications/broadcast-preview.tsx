import { NativeSelect } from '@mantine/core';
import type { BroadcastClient } from '@stridewell/contract/messages/messages';
import { personalizeMessage } from '@stridewell/contract/messages/messages.broadcast.rules';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { BroadcastText } from './broadcast-text.tsx';
import { clientCount, type useSendBroadcast } from './notifications.broadcasts.ts';

type BroadcastPreviewProps = {
  body: string;
  /** At least one. */
  to: readonly BroadcastClient[];
  send: ReturnType<typeof useSendBroadcast>;
  onClose: () => void;
  onSend: () => void;
};

/** The message as one of the recipients will read it, and the button that sends it to all. */
export function BroadcastPreview({ body, to, send, onClose, onSend }: BroadcastPreviewProps) {
  const [shownId, setShownId] = useState(to[0]?.clientId ?? '');
  const shown = to.find(({ clientId }) => clientId === shownId);
  return (
    <ConfirmDialog
      title={`To ${clientCount(to.length)}`}
      size="lg"
      danger={false}
      confirmLabel={`Send to ${clientCount(to.length)}`}
      cancelLabel="Keep editing"
      action={send}
      fallback="The message was not sent. Your text is saved; try again."
      onConfirm={onSend}
      onClose={onClose}
    >
      <NativeSelect
        label="Preview as"
        data={to.map(({ clientId, fullName }) => ({ value: clientId, label: fullName }))}
        value={shownId}
        onChange={({ currentTarget: { value } }) => setShownId(value)}
      />
      <BroadcastText label="Message as it arrives" text={personalizeMessage(body, shown?.fullName ?? '')} />
    </ConfirmDialog>
  );
}
