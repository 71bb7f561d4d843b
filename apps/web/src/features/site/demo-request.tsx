import { lazy, Suspense, useEffect, useEffectEvent, useRef } from 'react';
import { PageLoader } from '../../ui/loading-spinner.tsx';
import { DemoQuestionnaire } from './demo-questionnaire.tsx';
import { demoProgress, useDemoProgress } from './site.progress.ts';
import { saveDemoRequest } from './site.submissions.ts';

// Loaded late, because the questions come first.
const DemoScheduling = lazy(() =>
  import('./demo-scheduling.tsx').then((module) => ({ default: module.DemoScheduling })),
);

/** Requests a demo: first the questions, then a time. `onDone` leaves the page. */
export function DemoRequest({ onDone }: { onDone: () => void }) {
  const progress = useDemoProgress();
  useSavedRequest();
  useEffect(() => demoProgress.leave, []);
  return progress.scheduling ? (
    <Suspense fallback={<PageLoader />}>
      <DemoScheduling
        answers={progress.answers}
        onBack={() => demoProgress.update({ scheduling: false, step: 3 })}
        onScheduled={demoProgress.finish}
        onDone={onDone}
      />
    </Suspense>
  ) : (
    <DemoQuestionnaire progress={progress} />
  );
}

/** Saves complete answers in the background. A reload before the answer saves them again. */
function useSavedRequest(): void {
  const { id, answers, saving } = useDemoProgress();
  const sent = useRef('');
  const start = useEffectEvent(() => {
    if (sent.current === id) return;
    sent.current = id;
    void saveDemoRequest({ id, answers }, demoProgress.saved);
  });
  useEffect(() => {
    if (saving === 'wanted' && id) start();
  }, [saving, id]);
}
