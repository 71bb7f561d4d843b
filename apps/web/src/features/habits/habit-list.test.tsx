import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { HabitList } from './habit-list.tsx';

const WALK = {
  id: '01990000-0000-7000-8000-00000000beef',
  name: 'Walk',
  kind: 'steps',
  unit: 'steps',
  goal: 8000,
  clients: 2,
};
const LIST = 'GET /rest/v1/habits';

it('says what will appear where there is none yet', async () => {
  server.on(LIST, { habits: [] });
  show(<HabitList coachId={COACH_ID} />);
  expect(await screen.findByText('Your habits will appear here')).toBeDefined();
});

it('fills in what a kind starts with', async () => {
  server.on(LIST, { habits: [] });
  show(<HabitList coachId={COACH_ID} />);
  fireEvent.click(await screen.findByRole('button', { name: 'New habit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New habit' }));
  fireEvent.change(dialog.getByLabelText('Kind'), { target: { value: 'sleep' } });
  expect(dialog.getByLabelText('Goal a day (optional)')).toHaveProperty('value', '7.5');
  expect(dialog.getByLabelText('Unit')).toHaveProperty('value', 'h');
});

it('sends a changed habit, and refuses a goal that is no number', async () => {
  const sent: unknown[] = [];
  server.on(LIST, { habits: [WALK] });
  server.on(`PUT /rest/v1/habits/${WALK.id}`, async (request) => {
    sent.push(await request.json());
    return json({ ...WALK, goal: 9500 });
  });
  show(<HabitList coachId={COACH_ID} />);
  expect((await screen.findAllByText('8,000 steps a day')).length).toBeGreaterThan(0);
  fireEvent.click(screen.getByRole('button', { name: 'Edit Walk' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit habit' }));
  const goal = dialog.getByLabelText('Goal a day (optional)');
  fireEvent.change(goal, { target: { value: 'many' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Save habit' }));
  expect(await dialog.findByText('Please enter a number between 0 and 1,000,000')).toBeDefined();
  fireEvent.change(goal, { target: { value: '9,500' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Save habit' }));
  await waitFor(() => expect(sent).toMatchObject([{ name: 'Walk', kind: 'steps', unit: 'steps', goal: 9500 }]));
});

it('names the clients who lose a deleted habit', async () => {
  server.on(LIST, { habits: [WALK] });
  server.on(`DELETE /rest/v1/habits/${WALK.id}`, () => {
    server.on(LIST, { habits: [] });
    return json({ habitId: WALK.id });
  });
  show(<HabitList coachId={COACH_ID} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Delete Walk' }));
  expect(await screen.findByText(/2 clients will no longer see "Walk"/)).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Delete habit' }));
  expect(await screen.findByText('Your habits will appear here')).toBeDefined();
});
