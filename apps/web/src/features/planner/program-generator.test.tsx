import { newProgram } from '@stridewell/contract/programs.create.rules';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { keysFor } from '../../../../../packages/contract/test/programs.ts';
import { openApp } from '../../../test/open-app.tsx';
import { aCoach, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';

const PAGE = `/coach/${COACH_ID}/ai-planner`;
const GENERATE = 'POST /rest/v1/programs/generate';
const reasons = {
  split: 'Three days: the full body each time.',
  sets: 'Reps and rest follow the goal.',
  progression: 'A deload week halves the sets.',
  exercises: [{ exerciseId: 'goblet-squat', name: 'Goblet squat', reason: 'Simple to learn.' }],
  skipped: ['No jumps, because of knee pain.'],
};

const openPlanner = () => openApp(PAGE, aCoach({ plan: { ...aCoach().plan, plan: 'pro' } }));

it('drafts a program with its reasons, and another version on request', async () => {
  const asked: { seed: number; goal: string; equipment: string[] }[] = [];
  server.on(GENERATE, async (request) => {
    const { profile } = await request.json();
    asked.push(profile);
    return json({ program: newProgram(keysFor('part'), `Draft ${profile.seed}`, 3), reasons, rulesVersion: '1' });
  });
  await openPlanner();
  fireEvent.change(await screen.findByLabelText('Goal'), { target: { value: 'strength' } });
  fireEvent.click(screen.getByRole('radio', { name: 'No equipment' }));
  fireEvent.click(screen.getByRole('button', { name: 'Draft program' }));
  expect(await screen.findByRole('heading', { name: 'Draft 1' })).toBeDefined();
  expect(screen.getByText('No jumps, because of knee pain.')).toBeDefined();
  expect(screen.getByText('Goblet squat').closest('li')?.textContent).toBe('Goblet squat: Simple to learn.');
  fireEvent.click(screen.getByRole('button', { name: 'Another version' }));
  expect(await screen.findByRole('heading', { name: 'Draft 2' })).toBeDefined();
  expect(asked).toMatchObject([
    { goal: 'strength', equipment: [], seed: 1 },
    { goal: 'strength', equipment: [], seed: 2 },
  ]);
});

it('says when nothing could be drafted, and keeps what was chosen', async () => {
  server.refuse(GENERATE, 429, 'RATE_LIMITED', 'Too many attempts. Please wait a moment and try again.', {
    retryAfterSeconds: 30,
  });
  await openPlanner();
  fireEvent.change(await screen.findByLabelText('Goal'), { target: { value: 'power' } });
  fireEvent.click(screen.getByRole('button', { name: 'Draft program' }));
  expect(await screen.findByText('Too many attempts. Please wait a moment and try again.')).toBeDefined();
  await waitFor(() => expect((screen.getByLabelText('Goal') as HTMLSelectElement).value).toBe('power'));
});

it('needs a plan that includes it', async () => {
  await openApp(PAGE, aCoach());
  expect(await screen.findByText('Feature Upgrade Required')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Draft program' })).toBeNull();
});
