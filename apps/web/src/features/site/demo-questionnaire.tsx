import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { type DemoForm, type DemoStep, demoStepProblems } from '@stridewell/contract/site/site.rules';
import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { onIntent } from '../../lib/intent.ts';
import { toast } from '../../lib/toasts.ts';
import { PageLoader } from '../../ui/loading-spinner.tsx';
import { DemoStepClients } from './demo-step-clients.tsx';
import { DemoStepCoach } from './demo-step-coach.tsx';
import { type DemoProgress, demoProgress } from './site.progress.ts';
import { DEMO_STEPS, type DemoProblems, type DemoStepProps, demoFieldId, LIMITS } from './site.steps.ts';

// Loaded late, because two steps come before it.
const loadGoals = () => import('./demo-step-goals.tsx').then((module) => ({ default: module.DemoStepGoals }));
const DemoStepGoals = lazy(loadGoals);

// Around this step only: the fields of the first one must come to life with the island, which keeps what was typed.
const LateGoals = (props: DemoStepProps) => (
  <Suspense fallback={<PageLoader />}>
    <DemoStepGoals {...props} />
  </Suspense>
);

const STEPS = { 1: DemoStepCoach, 2: DemoStepClients, 3: LateGoals };
const BEFORE: Record<DemoStep, DemoStep> = { 1: 1, 2: 1, 3: 2 };
const AFTER: Record<DemoStep, DemoStep> = { 1: 2, 2: 3, 3: 3 };

/** The three steps of questions, one at a time. */
export function DemoQuestionnaire({ progress }: { progress: DemoProgress }) {
  const { step, answers, saving } = progress;
  const [problems, setProblems] = useState<DemoProblems>({});
  const heading = useRef<HTMLHeadingElement>(null);
  const [turned, setTurned] = useState(0);
  // The buttons stay in place, so the focus moves to the new questions for screen readers.
  useEffect(() => {
    if (turned > 0) heading.current?.focus();
  }, [turned]);

  const turnTo = (next: DemoStep) => {
    setProblems({});
    demoProgress.update({ step: next });
    setTurned((count) => count + 1);
    window.scrollTo({ top: 0 });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = demoStepProblems(step, answers);
    setProblems(found);
    const [first] = Object.keys(found);
    if (first) {
      toast.error('Please complete all required fields', 'Some required fields are not filled in properly.');
      document.getElementById(demoFieldId(first))?.focus();
      return;
    }
    toast.clear();
    if (step < 3) return turnTo(AFTER[step]);
    demoProgress.update({ scheduling: true, saving: saving === 'no' ? 'wanted' : saving });
    window.scrollTo({ top: 0 });
  };
  const saveAnswer = (change: Partial<DemoForm>) => {
    demoProgress.answer(change);
    setProblems((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in change))));
  };
  const field: DemoStepProps['field'] = (name) => ({
    id: demoFieldId(name),
    size: 'md',
    maxLength: LIMITS[name],
    value: answers[name],
    error: problems[name],
    onChange: ({ currentTarget: { value } }) => saveAnswer({ [name]: value }),
  });

  const Step = STEPS[step];
  const { title, lead } = DEMO_STEPS[step - 1] ?? { title: '', lead: '' };
  return (
    <Card p={{ base: 20, xs: 32 }}>
      <Title order={2} ref={heading} tabIndex={-1}>
        {title}
      </Title>
      <Text c="dimmed" mb="lg">
        {lead}
      </Text>
      <form noValidate onSubmit={submit} {...onIntent(loadGoals)}>
        <Stack gap="lg">
          <Step answers={answers} onAnswer={saveAnswer} field={field} />
          <Group gap="sm" justify="flex-end">
            {step > 1 && (
              <Button size="md" variant="default" mr="auto" onClick={() => turnTo(BEFORE[step])}>
                Previous
              </Button>
            )}
            <Button size="md" type="submit">
              {step < 3 ? 'Next' : 'Schedule Demo'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}
