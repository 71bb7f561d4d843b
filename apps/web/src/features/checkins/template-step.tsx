import { Card, Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { newId } from '../../lib/ids.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { StepActions } from '../../ui/step-actions.tsx';
import { useStepState } from '../../ui/step-memory.ts';
import { templatesQuery, useSaveTemplate, useUpdateTemplate } from './checkins.queries.ts';
import { STARTERS } from './checkins.starters.ts';

type TemplateStepProps = { coachId: string; onSaved: () => void; onSkip: () => void; onBack: () => void };

/** Creates a coach's first form from a starter and makes it the default. */
export function TemplateStep({ coachId, onSaved, onSkip, onBack }: TemplateStepProps) {
  const { data, isPending } = useQuery(templatesQuery(coachId));
  const [chosen, setChosen] = useStepState('', () => STARTERS[0]?.name ?? '');
  // One id for all tries, so that a retry creates no second form.
  const [created] = useState(() => ({
    templateId: newId(),
    questions: new Map(STARTERS.map((one) => [one.name, one.make()])),
  }));
  const save = useSaveTemplate(coachId);
  const update = useUpdateTemplate(coachId);
  const current = data?.templates.filter(({ archived }) => !archived) ?? [];
  const problem = save.error ?? update.error;
  const use = () => {
    if (current.length > 0) return onSaved();
    const questions = created.questions.get(chosen) ?? [];
    save.mutate(
      { templateId: created.templateId, name: chosen, questions, basedOn: 0 },
      {
        onSuccess: () => update.mutate({ templateId: created.templateId, isDefault: true }, { onSuccess: onSaved }),
      },
    );
  };
  return (
    <Stack mt="lg">
      <ProblemAlert error={problem} fallback="The form was not saved. Please try again." />
      {current.length > 0 ? (
        <Card>
          <Text>You have {current.length === 1 ? 'a form' : `${current.length} forms`} already:</Text>
          <Text fw={600}>{current.map(({ name }) => name).join(', ')}</Text>
        </Card>
      ) : (
        <Radio.Group label="Start with" value={chosen} onChange={setChosen}>
          <Stack gap="sm" mt="xs">
            {STARTERS.slice(0, 3).map(({ name, about }) => (
              <Radio key={name} value={name} label={name} description={about} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      <StepActions
        onBack={onBack}
        onSkip={current.length > 0 ? undefined : onSkip}
        onNext={use}
        saving={isPending || save.isPending || update.isPending}
        label={current.length > 0 ? 'Next' : 'Use this form'}
      />
    </Stack>
  );
}
