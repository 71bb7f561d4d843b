import type { CoachDashboard } from '@stridewell/contract/dashboard/dashboard';
import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { openApp } from '../../../test/open-app.tsx';
import { aCoach, COACH_ID } from '../../../test/people.ts';
import { server } from '../../../test/server.ts';

const failed = { state: 'failed' } as const;
/** The cards do not matter here. */
const dashboard: CoachDashboard = {
  today: '2026-03-02',
  timeZone: 'UTC',
  syncedAt: '2026-03-02T12:00:00.000Z',
  agenda: failed,
  upcoming: failed,
  clientMetrics: failed,
  pipeline: failed,
  revenue: failed,
  suggestions: failed,
  cover: failed,
};

async function openWalkthrough(recording: string) {
  const content = recording;
  document.head.append(Object.assign(document.createElement('meta'), { name: 'walkthrough-url', content }));
  server.on(`GET /rest/v1/dashboards/coach/${COACH_ID}`, dashboard);
  await openApp('/coach/pitch-loom', aCoach());
  await screen.findByRole('region', { name: "Today's Agenda" });
  return document.querySelector('iframe');
}

afterEach(() => document.querySelector('meta[name="walkthrough-url"]')?.remove());

it('the walkthrough shows its recording', async () => {
  const frame = await openWalkthrough('https://walk.example/embed/7');
  expect(frame?.src).toBe('https://walk.example/embed/7');
  expect(screen.getByRole('heading', { level: 1, name: 'A walk through Stridewell' })).toBeDefined();
});

it('the walkthrough without a recording is the dashboard alone', async () => {
  expect(await openWalkthrough('')).toBeNull();
  expect(screen.queryByText(/recording|walk through/)).toBeNull();
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
});
