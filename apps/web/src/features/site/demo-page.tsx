import { Badge, Box } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { DisplayHeader } from '../../ui/display-header.tsx';
import { DemoQuestionnaire } from './demo-questionnaire.tsx';
import { DemoScheduling } from './demo-scheduling.tsx';
import { DemoSteps } from './demo-steps.tsx';
import classes from './site.module.css';
import { demoProgress, useDemoProgress } from './site.progress.ts';
import { useSaveDemoRequest } from './site.submissions.ts';

/** Requests a demo: first the questions, then a time. */
export function DemoPage({ onDone }: { onDone: () => void }) {
  const progress = useDemoProgress();
  const [scheduled, setScheduled] = useState(false);
  useSavedRequest();
  const scheduling = scheduled || progress.scheduling;
  return (
    <div className={classes.demo}>
      <header>
        <Badge size="lg" mb="md">
          Early Access
        </Badge>
        <DisplayHeader
          title="See it with your own clients in mind"
          lead="Three short steps, then choose a time. We prepare the demo around your answers."
        />
        <Box mt="lg">
          <DemoSteps current={scheduling ? 4 : progress.step} />
        </Box>
      </header>
      <div>
        {scheduling ? (
          <DemoScheduling
            answers={progress.answers}
            onBack={() => demoProgress.update({ scheduling: false, step: 3 })}
            onScheduled={() => {
              setScheduled(true);
              demoProgress.clear();
            }}
            onDone={onDone}
          />
        ) : (
          <DemoQuestionnaire progress={progress} />
        )}
      </div>
    </div>
  );
}

/** Saves complete answers in the background. A reload before the answer saves them again. */
function useSavedRequest(): void {
  const { id, answers, saving } = useDemoProgress();
  const save = useSaveDemoRequest(demoProgress.saved);
  const sent = useRef('');
  const start = useEffectEvent(() => {
    if (sent.current === id) return;
    sent.current = id;
    save.mutate({ id, answers });
  });
  useEffect(() => {
    if (saving === 'wanted' && id) start();
  }, [saving, id]);
}
