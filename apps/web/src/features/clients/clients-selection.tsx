import { Button, Group, Text } from '@mantine/core';
import type { ClientSummary } from '@stridewell/contract/clients/clients';
import { BULK_MAX } from '@stridewell/contract/people.rules';
import { IconArchive, IconForms, IconMessage } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { toast } from '../../lib/toasts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { AssignFormDialog } from './assign-form-dialog.tsx';
import { type BulkReport, BulkResult } from './bulk-result.tsx';
import { changedIds, clientCount, isTrained, leftOf } from './clients.bulk.ts';
import { useAssignForm, useSetClientStatuses } from './clients.queries.ts';
import classes from './clients-selection.module.css';

const ICON = { size: 18, stroke: 1.75, 'aria-hidden': true };
/** Three in a row on a phone. */
const ACTION = { variant: 'default', px: 'sm', flex: { base: '1 1 0', sm: 'none' } } as const;

type ClientsSelectionProps = { coachId: string; chosen: readonly ClientSummary[]; onClear: () => void };

/** Actions for the selected clients, at the lower edge of the window. */
export function ClientsSelection({ coachId, chosen, onClear }: ClientsSelectionProps) {
  const navigate = useNavigate();
  const [open, setOpen] = useState<'archive' | 'form' | null>(null);
  const [report, setReport] = useState<BulkReport | null>(null);
  const change = useSetClientStatuses(coachId);
  const assign = useAssignForm(coachId);
  const trained = chosen.filter(isTrained);
  const invited = chosen.filter(({ accepted }) => !accepted).length;
  const tooMany = chosen.length > BULK_MAX;
  const idsOf = (clients: readonly ClientSummary[]) => clients.map(({ clientId }) => clientId);

  /** Restores the earlier status of the clients, where a coach can set it. */
  const undo = (clients: readonly ClientSummary[]) =>
    change.mutate(
      clients.flatMap(({ clientId, status }) =>
        status === 'active' || status === 'paused' ? [{ clientId, status }] : [],
      ),
      {
        onSuccess: ({ results }) => {
          const left = leftOf(results, clients);
          const done = `${clientCount(changedIds(results).size)} restored.`;
          if (left.length > 0) setReport({ done, left });
          else toast.success('Undone', done);
        },
        onError: () => toast.error('Nothing was restored', 'The clients are under Archived. Please try again.'),
      },
    );

  const archive = () =>
    change.mutate(
      chosen.map(({ clientId }) => ({ clientId, status: 'archived' as const })),
      {
        onSuccess: ({ results }) => {
          const done = changedIds(results);
          const archived = chosen.filter(({ clientId }) => done.has(clientId));
          const restorable = archived.filter(isTrained);
          const left = leftOf(results, chosen);
          setOpen(null);
          onClear();
          if (left.length > 0) setReport({ done: `${clientCount(done.size)} archived.`, left });
          const undoing = { label: 'Undo', run: () => undo(restorable) };
          if (done.size > 0)
            toast.success(
              `${clientCount(done.size)} archived`,
              archived.length > restorable.length
                ? 'They no longer count toward your plan. You can send withdrawn invitations again under Archived.'
                : 'They no longer count toward your plan. They can still read their history.',
              restorable.length > 0 ? undoing : undefined,
            );
        },
      },
    );

  const setForm = ({ templateId, name }: { templateId: string | null; name: string }) =>
    assign.mutate(
      { clientIds: idsOf(chosen), templateId },
      {
        onSuccess: ({ results }) => {
          // A client who has this form already counts as done.
          const left = leftOf(results, chosen).filter(
            ({ clientId }) => results.find((one) => one.clientId === clientId)?.outcome !== 'unchanged',
          );
          const done = `${clientCount(results.length - left.length)} will answer ${name}.`;
          setOpen(null);
          onClear();
          if (left.length > 0) setReport({ done, left });
          else toast.success('Form set', done);
        },
      },
    );

  return (
    <>
      {chosen.length > 0 && (
        <Group component="section" className={classes.bar} gap="xs" aria-label="Selected clients">
          <Text fw={600} role="status" me="auto" w={{ base: '100%', sm: 'auto' }}>
            {tooMany ? `Select at most ${BULK_MAX}` : `${chosen.length} selected`}
          </Text>
          <Button
            {...ACTION}
            leftSection={<IconMessage {...ICON} />}
            disabled={tooMany || trained.length === 0}
            onClick={() =>
              void navigate({ to: `/coach/${coachId}/notifications`, search: { to: idsOf(chosen).join() } })
            }
          >
            Message
          </Button>
          <Button
            {...ACTION}
            leftSection={<IconForms {...ICON} />}
            disabled={tooMany || trained.length === 0}
            onClick={() => setOpen('form')}
          >
            Set form
          </Button>
          <Button
            {...ACTION}
            leftSection={<IconArchive {...ICON} />}
            disabled={tooMany}
            onClick={() => setOpen('archive')}
          >
            Archive
          </Button>
          <Button visibleFrom="sm" variant="subtle" color="gray" onClick={onClear}>
            Clear
          </Button>
        </Group>
      )}
      <ConfirmDialog
        opened={open === 'archive'}
        title={`Archive ${clientCount(chosen.length)}?`}
        confirmLabel={`Archive ${clientCount(chosen.length)}`}
        cancelLabel="Keep them"
        action={change}
        fallback="No client was archived, so please try again."
        onConfirm={archive}
        onClose={() => setOpen(null)}
      >
        They can no longer send check-ins and no longer count toward your plan. Their history stays, and you can restore
        them while your plan has room.{invited > 0 && ' Open invitations among them stop working.'}
      </ConfirmDialog>
      {open === 'form' && (
        <AssignFormDialog
          coachId={coachId}
          count={chosen.length}
          action={assign}
          onConfirm={setForm}
          onClose={() => setOpen(null)}
        />
      )}
      {report && <BulkResult report={report} onClose={() => setReport(null)} />}
    </>
  );
}
