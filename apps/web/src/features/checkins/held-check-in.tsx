import { Stack, Text } from '@mantine/core';
import type { CheckInDraft } from '@stridewell/contract/checkins';
import type { Form } from '@stridewell/contract/checkins.forms.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import { useOwnCheckIn } from './checkins.queries.ts';
import type { PhotoPlace } from './photo-question.tsx';
import { answerLines, WrittenAnswers } from './written-answers.tsx';

type HeldCheckInProps = {
  userId: string;
  place: PhotoPlace;
  form: Form;
  saved: CheckInDraft | null;
  units: UnitSystem;
};

/** What was begun before check-ins were put on hold. */
export function HeldCheckIn({ userId, place, form, saved, units }: HeldCheckInProps) {
  const { begun, error } = useOwnCheckIn(userId, place);
  const draft = begun ?? saved;
  // What was sent and refused is told with everything that cannot be sent.
  if (!draft || error) return null;
  const asked = begun?.form ?? form;
  const isAsked = asked.templateId === draft.templateId && asked.version === draft.version;
  return (
    <Stack gap={4} w="100%" mt="sm">
      <Text fw={650}>What you have begun is kept, and you can go on with it then.</Text>
      <WrittenAnswers lines={answerLines(isAsked ? asked : null, draft.answers, units)} />
    </Stack>
  );
}
