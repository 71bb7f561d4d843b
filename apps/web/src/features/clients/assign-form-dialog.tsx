import { NativeSelect, Text } from '@mantine/core';
import { BUILT_IN_FORM } from '@stridewell/contract/checkins/checkins.forms.rules';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { templatesQuery } from '../checkins/checkins.queries.ts';
import { clientCount } from './clients.bulk.ts';
import type { useAssignForm } from './clients.queries.ts';

type AssignFormDialogProps = {
  coachId: string;
  count: number;
  action: ReturnType<typeof useAssignForm>;
  onConfirm: (form: { templateId: string | null; name: string }) => void;
  onClose: () => void;
};

/** Chooses the form that several clients answer from their next check-in on. */
export function AssignFormDialog({ coachId, count, action, onConfirm, onClose }: AssignFormDialogProps) {
  const query = useQuery(templatesQuery(coachId));
  const [chosen, setChosen] = useState('');
  const open = query.data?.templates.filter(({ archived }) => !archived) ?? [];
  const usual = open.find(({ isDefault }) => isDefault)?.name ?? BUILT_IN_FORM.name;
  return (
    <ConfirmDialog
      title={`Choose a form for ${clientCount(count)}`}
      confirmLabel="Set form"
      action={action}
      fallback="No form was changed, so please try again."
      danger={false}
      disabled={!query.data}
      onConfirm={() =>
        onConfirm({ templateId: chosen || null, name: open.find(({ id }) => id === chosen)?.name ?? usual })
      }
      onClose={onClose}
    >
      <QueryBoundary query={query} failed="Your forms could not be loaded" skeleton={60}>
        {() => (
          <NativeSelect
            label="Form"
            data={[
              { value: '', label: `Default (${usual})` },
              ...open.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={chosen}
            onChange={({ currentTarget: { value } }) => setChosen(value)}
          />
        )}
      </QueryBoundary>
      <Text c="dimmed">They answer it from their next check-in on. Check-ins already sent stay unchanged.</Text>
    </ConfirmDialog>
  );
}
