import { Stack, Text } from '@mantine/core';
import type { CheckInDraft } from '@stridewell/contract/checkins/checkins.answers.rules';
import type { Form } from '@stridewell/contract/checkins/checkins.forms.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import type { RelationshipIds } from './checkins.outbox.ts';
import { useOwnCheckIn } from './checkins.queries.ts';
import { answerLines, WrittenAnswers } from './written-answers.tsx';

type PausedDraftProps = {
  userId: string;
  relationship: RelationshipIds;
  form: Form;
  saved: CheckInDraft | null;
  units: UnitSystem;
};

/** The draft from before check-ins were put on hold, to read. */
export function PausedDraft({ userId, relationship, form, saved, units }: PausedDraftProps) {
  const own = useOwnCheckIn(userId, relationship);
  const draft = own.draft ?? saved;
  // A refused check-in is shown with everything else that cannot be sent.
  if (!draft || own.error) return null;
  const draftForm = own.draft?.form ?? form;
  const matches = draftForm.templateId === draft.templateId && draftForm.version === draft.version;
  return (
    <Stack gap={4} w="100%" mt="sm">
      <Text fw={650}>Your draft is saved. You can finish it when check-ins open again.</Text>
      <WrittenAnswers lines={answerLines(matches ? draftForm : null, draft.answers, units)} />
    </Stack>
  );
}
