import { Button, Card, Title } from '@mantine/core';
import { type DemoForm, type DemoStep, demoStepProblems } from '@stridewell/contract/site.rules';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { toast } from '../../lib/toasts.ts';
import classes from './demo-questionnaire.module.css';
import { DemoStepClients } from './demo-step-clients.tsx';
import { DemoStepCoach } from './demo-step-coach.tsx';
import { DemoStepGoals } from './demo-step-goals.tsx';
import { type DemoProgress, demoProgress } from './site.progress.ts';
import { DEMO_STEPS, type DemoProblems, demoFieldId } from './site.steps.ts';

const STEPS = { 1: DemoStepCoach, 2: DemoStepClients, 3: DemoStepGoals };
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
    if (step < 3) return turnTo(AFTER[step]);
    demoProgress.update({ scheduling: true, saving: saving === 'no' ? 'wanted' : saving });
    window.scrollTo({ top: 0 });
  };
  const saveAnswer = (change: Partial<DemoForm>) => {
    demoProgress.answer(change);
    setProblems((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in change))));
  };

  const Step = STEPS[step];
  const { title, lead } = DEMO_STEPS[step - 1] ?? { title: '', lead: '' };
  return (
    <Card className={classes.card}>
      <Title order={2} ref={heading} tabIndex={-1} className={classes.title}>
        {title}
      </Title>
      <p className={classes.lead}>{lead}</p>
      <form noValidate onSubmit={submit} className={classes.form}>
        <Step answers={answers} problems={problems} onAnswer={saveAnswer} />
        <div className={classes.buttons}>
          {step > 1 && (
            <Button size="md" variant="default" onClick={() => turnTo(BEFORE[step])}>
              Previous
            </Button>
          )}
          <Button size="md" type="submit" className={classes.next}>
            {step < 3 ? 'Next' : 'Schedule Demo'}
          </Button>
        </div>
      </form>
    </Card>
  );
}
