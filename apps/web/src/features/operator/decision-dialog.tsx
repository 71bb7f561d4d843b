import { Text, Textarea } from '@mantine/core';
import { text } from '@stridewell/contract/fields';
import type { ReviewedCoach } from '@stridewell/contract/operator/operator';
import { COACH_TRANSITIONS, type CoachDecision } from '@stridewell/contract/operator/operator.rules';
import { z } from 'zod';
import { toast } from '../../lib/toasts.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { useDecideCoach } from './operator.queries.ts';
import { DECISION_TEXTS } from './operator.wording.ts';

type DecisionDialogProps = { coach: ReviewedCoach; decision: CoachDecision; onClose: () => void };

/** Carries out a decision about a coach, with the words that the coach reads. */
export function DecisionDialog({ coach, decision, onClose }: DecisionDialogProps) {
  const decide = useDecideCoach();
  const { label, done, hint } = DECISION_TEXTS[decision];
  const { needsReason } = COACH_TRANSITIONS[decision];
  const schema = z.object({ reason: needsReason ? text(1000).min(1, 'Enter a reason') : text(1000) });
  const form = useSchemaForm(schema, {
    initialValues: { reason: '' },
    async submit({ reason }) {
      await decide.mutateAsync({ coachId: coach.coachId, decision, reason, status: coach.status });
      // The coach may have left the list by now, and the dialog with them.
      toast.success(`${done}: ${coach.fullName}`);
    },
    onDone: onClose,
  });
  return (
    <FormDialog title={`${label}: ${coach.fullName}`} form={form} submitLabel={label} onClose={onClose}>
      <Text c="dimmed">{hint}</Text>
      <Textarea
        label={decision === 'ask' ? 'Question' : needsReason ? 'Reason' : 'Message (optional)'}
        autosize
        minRows={3}
        maxRows={10}
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  );
}
