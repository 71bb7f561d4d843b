import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import type { DuplicateLead, Lead } from '@stridewell/contract/pipeline/pipeline';
import { LEAD_STATUS_LABELS } from '@stridewell/contract/pipeline/pipeline.rules';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { toast } from '../../lib/toasts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useMergeLead } from './pipeline.queries.ts';

type LeadDuplicatesProps = { coachId: string; lead: Lead; duplicates: readonly DuplicateLead[] };

/** Other leads who may be the same person, to open or to merge into this one. */
export function LeadDuplicates({ coachId, lead, duplicates }: LeadDuplicatesProps) {
  const merge = useMergeLead(coachId);
  const [chosen, setChosen] = useState<DuplicateLead | null>(null);
  if (duplicates.length === 0) return null;
  const confirm = (other: DuplicateLead) => {
    void merge.mutateAsync({ leadId: lead.id, otherId: other.id }).then(
      () => {
        setChosen(null);
        toast.success('Leads merged', lead.name);
      },
      // The dialog shows why.
      () => undefined,
    );
  };
  return (
    <Notice tone="warning">
      <Stack gap="xs">
        <Text inherit>These leads have the same email address or phone number.</Text>
        {duplicates.map((other) => (
          <Group key={other.id} gap="sm">
            <Anchor component={Link} to={`/coach/${coachId}/pipeline/${other.id}`}>
              {[other.name, other.email, other.phone, LEAD_STATUS_LABELS[other.status]].filter(Boolean).join(', ')}
            </Anchor>
            <Button size="compact-sm" variant="default" onClick={() => setChosen(other)}>
              Merge into this lead
            </Button>
          </Group>
        ))}
      </Stack>
      {chosen && (
        <ConfirmDialog
          title={`Merge ${chosen.name} into ${lead.name}?`}
          confirmLabel="Merge leads"
          action={merge}
          fallback="The leads were not merged. Please try again."
          onConfirm={() => confirm(chosen)}
          onClose={() => setChosen(null)}
        >
          This lead keeps its details and gets any missing ones from the other lead, with its notes and tasks. The other
          lead and its timeline are deleted.
        </ConfirmDialog>
      )}
    </Notice>
  );
}
