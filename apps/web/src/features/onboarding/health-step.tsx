import { Stack, Text } from '@mantine/core';
import type { HealthScreen } from '@stridewell/contract/onboarding/onboarding';
import {
  HEALTH_TOPICS,
  HEALTH_VERSION,
  type HealthAnswers,
  type HealthTopic,
} from '@stridewell/contract/onboarding/onboarding.health.rules';
import { type FormEvent, useRef, useState } from 'react';
import { newId } from '../../lib/ids.ts';
import { useProblemFocus } from '../../lib/use-problem-focus.ts';
import { Muted } from '../../ui/muted.tsx';
import { StepActions } from '../../ui/step-actions.tsx';
import { useStepState } from '../../ui/step-memory.ts';
import { type DraftAnswer, HealthQuestion } from './health-question.tsx';

type HealthInput = { id: string; version: typeof HEALTH_VERSION; answers: HealthAnswers };
type HealthStepProps = {
  health: HealthScreen | null;
  together: boolean;
  saving: boolean;
  onSave: (input: HealthInput) => void;
  onBack: () => void;
};

const EMPTY: DraftAnswer = { said: null, details: '', cleared: null };

const isComplete = ({ said, cleared }: DraftAnswer) => said !== null && (said !== 'yes' || cleared !== null);

/** The health questions. A yes asks for details and never ends the onboarding. */
export function HealthStep({ health, together, saving, onSave, onBack }: HealthStepProps) {
  // The same id for the same answers, so that a lost response stores nothing twice.
  const [{ id, typed }, setTyped] = useStepState(health?.id ?? null, () => ({
    id: newId(),
    typed: (health?.answers ?? {}) as Partial<Record<HealthTopic, DraftAnswer>>,
  }));
  const [tried, setTried] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const focusProblem = useProblemFocus(element);
  const of = (topic: HealthTopic) => typed[topic] ?? EMPTY;
  const open = HEALTH_TOPICS.filter((topic) => !isComplete(of(topic)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (open.length > 0) return focusProblem();
    const answers = Object.fromEntries(
      HEALTH_TOPICS.map((topic) => {
        const { said, details, cleared } = of(topic);
        return [
          topic,
          said === 'yes' ? { said, details, cleared } : { said: said ?? 'unsaid', details: '', cleared: null },
        ];
      }),
    ) as HealthAnswers;
    onSave({ id, version: HEALTH_VERSION, answers });
  };
  return (
    <form ref={element} onSubmit={submit} noValidate>
      <Stack gap={28} mt="lg">
        {HEALTH_TOPICS.map((topic) => (
          <HealthQuestion
            key={topic}
            topic={topic}
            value={of(topic)}
            problem={tried && !isComplete(of(topic))}
            onChange={(value) => setTyped((before) => ({ id: newId(), typed: { ...before.typed, [topic]: value } }))}
          />
        ))}
        <Muted>
          This is not medical advice. If something feels wrong while you train, stop, and call for help if it is
          serious.
          {together && ' Your client confirms these answers at their next sign-in.'}
        </Muted>
        {tried && open.length > 0 && (
          <Text role="alert" c="var(--mantine-color-error)">
            {open.length === 1 ? 'One question is still open.' : `${open.length} questions are still open.`}
          </Text>
        )}
      </Stack>
      <StepActions onBack={onBack} saving={saving} />
    </form>
  );
}
