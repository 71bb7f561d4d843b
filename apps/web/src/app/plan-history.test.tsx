import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { CLIENT_ID, COACH_ID } from '../../test/people.ts';
import { server } from '../../test/server.ts';
import { show } from '../../test/show.tsx';
import { PlanHistory } from './plan-history.tsx';

const idOf = (number: number) => `01990000-0000-7000-8000-00000000000${number}`;
const mealPlan = (number: number, startDay: string, endDay: string | null) => ({
  id: idOf(number),
  name: `Meals ${number}`,
  days: 7,
  isBuiltIn: false,
  archived: false,
  clients: 0,
  flagged: false,
  updatedAt: '2026-01-01T10:00:00.000Z',
  owner: { clientId: CLIENT_ID, clientName: 'Nina', templateId: null, startDay, endDay },
});

it('lists programs and meal plans by day, with their dates', async () => {
  const history = ['2025-12-20T20:00:00.000Z', '2026-01-05T20:00:00.000Z'].map((at, index) => ({
    id: idOf(index + 5),
    at,
    programName: `Program ${index}`,
    changes: ['Assigned'],
  }));
  server.on(`GET /rest/v1/clients/${CLIENT_ID}/programs`, {
    today: '2026-01-08',
    current: null,
    next: null,
    draft: null,
    waiting: null,
    history,
  });
  server.on('GET /rest/v1/meal_plans', {
    plans: [mealPlan(1, '2026-01-02', null), mealPlan(2, '2025-11-03', '2025-12-01'), mealPlan(3, '2026-02-01', null)],
  });
  show(<PlanHistory coachId={COACH_ID} clientId={CLIENT_ID} timeZone="UTC" />);
  await screen.findByText('Plan history');
  const entries = screen.getAllByText(/^(Meals|Program) \d$/).map(({ textContent }) => textContent);
  expect(entries).toEqual(['Meals 3', 'Program 1', 'Meals 1', 'Program 0', 'Meals 2']);
  expect(screen.getByText(/^Meal plan\. Ended/)).toBeDefined();
  expect(screen.getByText(/^Meal plan\. From/)).toBeDefined();
});
