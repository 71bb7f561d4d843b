import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { CLIENT_ID, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { OwnHabits } from './own-habits.tsx';

const TODAY = '2026-01-08';
const WALK = {
  id: '01990000-0000-7000-8000-00000000beef',
  name: 'Walk',
  kind: 'steps',
  unit: 'steps',
  goal: 8000,
  daysPerWeek: 5,
  days: [{ day: '2026-01-05', value: 9000 }],
};
const LIST = `GET /rest/v1/clients/${CLIENT_ID}/habits`;
const DAY = `PUT /rest/v1/habits/own/${WALK.id}/days/${TODAY}`;
const open = () => show(<OwnHabits relationship={{ coachId: COACH_ID, clientId: CLIENT_ID }} readOnly={false} />);

/** A server that keeps today's amount. */
function serve(): (number | null)[] {
  const saved: (number | null)[] = [];
  const listed = (value: number | null) => ({
    today: TODAY,
    habits: [{ ...WALK, days: value === null ? WALK.days : [...WALK.days, { day: TODAY, value }] }],
  });
  server.on(LIST, listed(null));
  server.on(DAY, async (request) => {
    const { value } = await request.json();
    saved.push(value);
    server.on(LIST, listed(value));
    return json({ day: TODAY, value });
  });
  return saved;
}

it('is ticked and cleared with one tap each', async () => {
  const saved = serve();
  open();
  const tick = await screen.findByRole('checkbox', { name: /Walk/ });
  fireEvent.click(tick);
  expect(await screen.findByText('8,000 steps a day, 2 of 5 days this week')).toBeDefined();
  await waitFor(() => expect(saved).toEqual([8000]));
  fireEvent.click(screen.getByRole('checkbox', { name: /Walk/ }));
  await waitFor(() => expect(saved).toEqual([8000, null]));
});

it('takes an amount that differs from the goal', async () => {
  const saved = serve();
  open();
  const amount = await screen.findByRole('textbox', { name: 'Walk in steps' });
  fireEvent.change(amount, { target: { value: '6500' } });
  fireEvent.blur(amount);
  await waitFor(() => expect(saved).toEqual([6500]));
  expect(screen.getByRole('checkbox', { name: /Walk/ })).toHaveProperty('checked', false);
});

it('says why a tick was refused, and shows what is true', async () => {
  serve();
  server.on(DAY, () =>
    json({ defined: true, code: 'HABIT_STOPPED', status: 409, message: 'Your coach has stopped this habit.' }, 409),
  );
  open();
  fireEvent.click(await screen.findByRole('checkbox', { name: /Walk/ }));
  expect(await screen.findByText('Your coach has stopped this habit.')).toBeDefined();
  expect(screen.getByRole('checkbox', { name: /Walk/ })).toHaveProperty('checked', false);
});
