import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { countLabel, listText } from '../../lib/format.ts';
import { toast } from '../../lib/toasts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Muted } from '../../ui/muted.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { pushPreviewQuery, usePushMealPlan } from './meals.queries.ts';

type PushDialogProps = { coachId: string; planId: string; version: number; onClose: () => void };

/** Gives the latest version to clients who follow the template, after showing who gets it. */
export function PushDialog({ coachId, planId, version, onClose }: PushDialogProps) {
  const push = usePushMealPlan(coachId);
  const submit = () =>
    push.mutateAsync({ planId, version, preview: false }).then(
      ({ clients }) => {
        const updated = clients.filter(({ outcome }) => outcome !== 'unchanged');
        toast.success(`Updated for ${countLabel(updated.length, 'client')}`);
        onClose();
      },
      () => undefined,
    );
  return (
    <Dialog opened onClose={onClose} title="Update clients">
      <QueryBoundary
        query={useQuery(pushPreviewQuery(coachId, planId, version))}
        failed="The clients could not be loaded"
        skeleton={160}
        isEmpty={({ clients }) => clients.every(({ outcome }) => outcome === 'unchanged')}
        empty={
          <EmptyState title="No client needs an update">
            Clients who follow this plan have its latest version already.
          </EmptyState>
        }
      >
        {({ clients }) => (
          <Stack gap="md">
            {clients
              .filter(({ outcome }) => outcome !== 'unchanged')
              .map(({ planId: copyId, clientName, kept }) => (
                <Stack key={copyId} gap={0}>
                  <Text fw={600}>{clientName}</Text>
                  <Muted>
                    {kept.length === 0
                      ? 'Gets the latest version.'
                      : `Gets the latest version. Changed for this client, so left alone: ${listText(kept)}.`}
                  </Muted>
                </Stack>
              ))}
            <ProblemAlert error={push.error} fallback="Nothing was updated. Check your connection and try again." />
            <DialogActions
              label="Update clients"
              cancelLabel="Cancel"
              onCancel={onClose}
              busy={push.isPending}
              onConfirm={() => void submit()}
            />
          </Stack>
        )}
      </QueryBoundary>
    </Dialog>
  );
}
