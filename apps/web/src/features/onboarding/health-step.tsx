import { Stack, Text, Title } from '@mantine/core';
import type { HealthScreen } from '@stridewell/contract/onboarding/onboarding';
import {
  HEALTH_RESPONSES,
  HEALTH_TOPICS,
  HEALTH_VERSION,
  type HealthAnswers,
  type HealthTopic,
  SCOFF_ITEMS,
  SCOFF_QUESTIONS,
  type ScoffAnswers,
  type ScoffItem,
} from '@stridewell/contract/onboarding/onboarding.health.rules';
import { type FormEvent, useRef, useState } from 'react';
import { newId } from '../../lib/ids.ts';
import { useProblemFocus } from '../../lib/use-problem-focus.ts';
import { Muted } from '../../ui/muted.tsx';
import { StepActions } from '../../ui/step-actions.tsx';
import { useStepState } from '../../ui/step-memory.ts';
import { Choice, type DraftAnswer, HealthQuestion, SAID_LABELS } from './health-question.tsx';

type HealthInput = { id: string; version: typeof HEALTH_VERSION; answers: HealthAnswers; scoff: ScoffAnswers };
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
  const [{ id, typed, scoff }, setTyped] = useStepState(health?.id ?? null, () => ({
    id: newId(),
    typed: (health?.answers ?? {}) as Partial<Record<HealthTopic, DraftAnswer>>,
    scoff: (health?.scoff ?? {}) as Partial<Record<ScoffItem, ScoffAnswers[ScoffItem] | null>>,
  }));
  const [tried, setTried] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const focusProblem = useProblemFocus(element);
  const of = (topic: HealthTopic) => typed[topic] ?? EMPTY;
  const said = (item: ScoffItem) => scoff[item] ?? null;
  const open = [
    ...HEALTH_TOPICS.filter((topic) => !isComplete(of(topic))),
    ...SCOFF_ITEMS.filter((item) => said(item) === null),
  ];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (open.length > 0) return focusProblem();
    const answers = Object.fromEntries(
      HEALTH_TOPICS.map((topic) => {
        const { details, cleared, ...answer } = of(topic);
        return [
          topic,
          answer.said === 'yes'
            ? { said: answer.said, details, cleared }
            : { said: answer.said ?? 'unsaid', details: '', cleared: null },
        ];
      }),
    ) as HealthAnswers;
    const eating = Object.fromEntries(SCOFF_ITEMS.map((item) => [item, said(item) ?? 'unsaid'])) as ScoffAnswers;
    onSave({ id, version: HEALTH_VERSION, answers, scoff: eating });
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
            onChange={(value) =>
              setTyped((before) => ({ ...before, id: newId(), typed: { ...before.typed, [topic]: value } }))
            }
          />
        ))}
        <section aria-label="Questions about eating">
          <Title order={2} size="h4">
            Five short questions about eating
          </Title>
          <Muted>Your coach leaves out numbers where they would do no good.</Muted>
          <Stack gap={28} mt="md">
            {SCOFF_ITEMS.map((item) => (
              <Choice
                key={item}
                label={SCOFF_QUESTIONS[item]}
                name={`scoff-${item}`}
                values={HEALTH_RESPONSES}
                labels={SAID_LABELS}
                value={said(item)}
                problem={tried}
                onChange={(value) =>
                  setTyped((before) => ({ ...before, id: newId(), scoff: { ...before.scoff, [item]: value } }))
                }
              />
            ))}
          </Stack>
        </section>
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
