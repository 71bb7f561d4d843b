import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { timeAgo } from '../../lib/format.ts';
import { rpc } from '../../lib/rpc.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { toast } from '../../lib/toasts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Muted } from '../../ui/muted.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import rows from '../../ui/rows.module.css';
import { useBuilder } from './meals.context.ts';
import { versionsQuery } from './meals.queries.ts';

/** Earlier versions, and a way back to each. */
export function VersionsDialog({ planId, onClose }: { planId: string; onClose: () => void }) {
  const { coachId, editor } = useBuilder();
  const timeZone = useTimeZone();
  const restore = useMutation({
    mutationFn: (version: number) => rpc.meals.getMealPlanVersion({ coachId, planId, version }),
    onSuccess({ plan, foods }) {
      editor.know(foods);
      editor.edit((draft) => void Object.assign(draft, structuredClone(plan)));
      toast.success('Earlier version restored', 'Undo brings back what you had.');
      onClose();
    },
  });
  return (
    <Dialog opened onClose={onClose} title="Versions">
      <ProblemAlert error={restore.error} fallback="This version could not be loaded. Please try again." />
      <QueryBoundary
        query={useQuery(versionsQuery(coachId, planId))}
        failed="The versions could not be loaded"
        skeleton={160}
        isEmpty={({ versions }) => versions.length === 0}
        empty={
          <EmptyState title="No earlier versions yet">
            A version is kept for every ten minutes in which you change the plan.
          </EmptyState>
        }
      >
        {({ versions }) => (
          <ul className={rows.divided} style={{ margin: 0, padding: 0, listStyle: 'none' }}>
            {versions.map(({ version, savedAt }) => (
              <Group key={version} component="li" py={8} justify="space-between" wrap="nowrap">
                <Text size="sm">Version {version}</Text>
                <Muted>{timeAgo(savedAt, timeZone)}</Muted>
                <Button
                  size="compact-sm"
                  variant="default"
                  loading={restore.isPending && restore.variables === version}
                  onClick={() => restore.mutate(version)}
                >
                  Restore version {version}
                </Button>
              </Group>
            ))}
          </ul>
        )}
      </QueryBoundary>
    </Dialog>
  );
}
