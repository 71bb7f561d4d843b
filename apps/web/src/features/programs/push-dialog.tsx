import { Checkbox, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { countLabel, listText } from '../../lib/format.ts';
import type { rpc } from '../../lib/rpc.ts';
import { toast } from '../../lib/toasts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Muted } from '../../ui/muted.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { pushQuery, usePushProgram } from './programs.queries.ts';

type Preview = Awaited<ReturnType<typeof rpc.programs.previewPush>>;
/** Changes shown for each client; more are counted. */
const CHANGES_SHOWN = 6;

type PushDialogProps = { coachId: string; programId: string; onClose: () => void };

/** Gives the latest version to clients who follow the template, after showing what changes for each. */
export function PushDialog({ coachId, programId, onClose }: PushDialogProps) {
  return (
    <Dialog opened onClose={onClose} title="Update clients" size="lg">
      <QueryBoundary
        query={useQuery(pushQuery(coachId, programId))}
        failed="The clients could not be loaded"
        skeleton={200}
        isEmpty={({ clients }) => clients.length === 0}
        empty={<EmptyState title="No client follows this program">Assign it first.</EmptyState>}
      >
        {(preview) => <PushForm coachId={coachId} programId={programId} preview={preview} onClose={onClose} />}
      </QueryBoundary>
    </Dialog>
  );
}

function PushForm({ coachId, programId, preview, onClose }: PushDialogProps & { preview: Preview }) {
  const push = usePushProgram(coachId);
  const affected = preview.clients.filter(({ outcome }) => outcome === 'updated' || outcome === 'merged');
  const others = preview.clients.length - affected.length;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(affected.map(({ clientId }) => clientId)));
  const toggle = (clientId: string) => {
    const next = new Set(chosen);
    if (!next.delete(clientId)) next.add(clientId);
    setChosen(next);
  };
  if (affected.length === 0) {
    return (
      <EmptyState title="Everyone has the latest version">
        {countLabel(others, 'client')} already {others === 1 ? 'follows' : 'follow'} it.
      </EmptyState>
    );
  }
  const submit = () =>
    push.mutateAsync({ programId, version: preview.version, clientIds: [...chosen] }).then(
      ({ results }) => {
        toast.success(`Updated for ${countLabel(results.length, 'client')}`);
        onClose();
      },
      () => undefined,
    );
  return (
    <Stack gap="md">
      <Stack gap="md" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {affected.map(({ clientId, clientName, changes, kept }) => (
          <li key={clientId}>
            <Checkbox label={clientName} checked={chosen.has(clientId)} onChange={() => toggle(clientId)} />
            <List size="sm" ps={32} mt={4} spacing={2}>
              {changes.slice(0, CHANGES_SHOWN).map((change) => (
                <List.Item key={change}>{change}</List.Item>
              ))}
            </List>
            {changes.length > CHANGES_SHOWN && (
              <Muted ps={32}>And {countLabel(changes.length - CHANGES_SHOWN, 'more change')}.</Muted>
            )}
            {kept.length > 0 && (
              <Text size="sm" ps={32}>
                Stays as you changed it for {clientName}: {listText(kept)}.
              </Text>
            )}
          </li>
        ))}
      </Stack>
      {others > 0 && (
        <Muted>
          {countLabel(others, 'other client')} already {others === 1 ? 'has' : 'have'} this version.
        </Muted>
      )}
      <ProblemAlert error={push.error} fallback="Nothing was changed. Check your connection and try again." />
      <DialogActions
        label={`Update ${countLabel(chosen.size, 'client')}`}
        cancelLabel="Cancel"
        onCancel={onClose}
        onConfirm={submit}
        busy={push.isPending}
        disabled={chosen.size === 0}
      />
    </Stack>
  );
}
