import { List, Stack, Text } from '@mantine/core';
import type { Program } from '@stridewell/contract/programs/programs';
import { describeChanges } from '@stridewell/contract/programs/programs.changes.rules';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { Muted } from '../../ui/muted.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';

/** Changes that are listed; more are counted. */
const CHANGES_SHOWN = 30;

type PublishDialogProps = {
  clientName: string;
  from: Program;
  to: Program;
  publish: { error: Error | null; isPending: boolean };
  onConfirm: () => void;
  onClose: () => void;
};

/** Lists what publishing changes for the client. */
export function PublishDialog({ clientName, from, to, publish, onConfirm, onClose }: PublishDialogProps) {
  const changes = describeChanges(from, to);
  return (
    <Dialog opened onClose={onClose} title={`Publish for ${clientName}?`} size="lg">
      <Stack gap="md">
        {changes.length === 0 ? (
          <Text>Nothing has changed.</Text>
        ) : (
          <List size="sm" spacing={4}>
            {changes.slice(0, CHANGES_SHOWN).map((change) => (
              <List.Item key={change}>{change}</List.Item>
            ))}
          </List>
        )}
        {changes.length > CHANGES_SHOWN && <Muted>And {changes.length - CHANGES_SHOWN} more changes.</Muted>}
        <ProblemAlert error={publish.error} fallback="Nothing was published. Check your connection and try again." />
        <DialogActions
          label="Publish changes"
          cancelLabel="Keep editing"
          onCancel={onClose}
          onConfirm={onConfirm}
          busy={publish.isPending}
          disabled={changes.length === 0}
        />
      </Stack>
    </Dialog>
  );
}
