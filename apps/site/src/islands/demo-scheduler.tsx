import { DemoScheduler } from '@stridewell/web/features/site/demo-scheduler.tsx';
import { lazy } from 'react';
import { island } from '../parts/island.tsx';

// Only the form, which comes after the times, uses queries.
const WithQueries = lazy(() => import('../parts/with-queries.tsx').then((module) => ({ default: module.WithQueries })));

/** The scheduler in the frame of the demo page, filled in by the questionnaire. */
export default island(function Scheduler() {
  const search = new URLSearchParams(window.location.search);
  const read = (name: string) => search.get(name) ?? '';
  return (
    <DemoScheduler
      name={read('name')}
      frame={WithQueries}
      email={read('email')}
      answers={{ experience: read('a1'), tools: read('a2'), clients: read('a3') }}
    />
  );
});
