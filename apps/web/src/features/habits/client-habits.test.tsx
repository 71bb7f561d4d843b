import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { CLIENT_ID, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { ClientHabits } from './client-habits.tsx';

const WALK = {
  id: '01990000-0000-7000-8000-00000000beef',
  name: 'Walk',
  kind: 'steps',
  unit: 'steps',
  goal: 8000,
  daysPerWeek: 5,
  days: [
    { day: '2026-01-05', value: 9000 },
    { day: '2026-01-06', value: 4000 },
  ],
};
const STRETCH = { id: '01990000-0000-7000-8000-00000000f00d', name: 'Stretch', kind: 'other', unit: '', goal: null };
const GIVEN = `GET /rest/v1/clients/${CLIENT_ID}/habits`;
const SET = (id: string) => `PUT /rest/v1/clients/${CLIENT_ID}/habits/${id}`;

function open({ readOnly = false } = {}): unknown[] {
  const sent: unknown[] = [];
  server.on(GIVEN, { today: '2026-01-08', habits: [WALK] });
  server.on('GET /rest/v1/habits', {
    habits: [WALK, STRETCH].map(({ id, name, kind, unit, goal }) => ({ id, name, kind, unit, goal, clients: 1 })),
  });
  for (const { id } of [WALK, STRETCH]) {
    server.on(SET(id), async (request) => {
      const { daysPerWeek } = await request.json();
      sent.push({ id, daysPerWeek });
      return json({ daysPerWeek });
    });
  }
  show(<ClientHabits coachId={COACH_ID} clientId={CLIENT_ID} readOnly={readOnly} />);
  return sent;
}

it('shows the week, gives another habit, and changes and stops one', async () => {
  const sent = open();
  expect(await screen.findByText('1 of 5 days')).toBeDefined();
  const others = await screen.findByRole('combobox', { name: 'Give a habit' });
  fireEvent.change(others, { target: { value: STRETCH.id } });
  await waitFor(() => expect(sent).toEqual([{ id: STRETCH.id, daysPerWeek: 7 }]));
  fireEvent.change(screen.getByRole('combobox', { name: 'How often Walk is due' }), { target: { value: '3' } });
  await waitFor(() => expect(sent.at(-1)).toEqual({ id: WALK.id, daysPerWeek: 3 }));
  fireEvent.click(screen.getByRole('button', { name: 'Stop Walk' }));
  await waitFor(() => expect(sent.at(-1)).toEqual({ id: WALK.id, daysPerWeek: null }));
});

it('only shows those of a former client', async () => {
  open({ readOnly: true });
  expect(await screen.findByText('5 days a week')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Stop Walk' })).toBeNull();
  expect(screen.queryByRole('combobox')).toBeNull();
});
