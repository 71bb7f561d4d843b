import { DemoScheduler } from '@stridewell/web/features/site/demo-scheduler.tsx';
import { island } from '../parts/island.tsx';

/** The scheduler in the frame of the demo page, filled in by the questionnaire. */
export default island(function Scheduler() {
  const search = new URLSearchParams(window.location.search);
  const read = (name: string) => search.get(name) ?? '';
  return (
    <DemoScheduler
      name={read('name')}
      email={read('email')}
      answers={{ experience: read('a1'), tools: read('a2'), clients: read('a3') }}
    />
  );
});
