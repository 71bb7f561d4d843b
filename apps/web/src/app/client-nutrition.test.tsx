import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { mount } from '../../test/mount.tsx';
import { CLIENT_ID, COACH_ID } from '../../test/people.ts';
import { onPhone } from '../../test/phone.ts';
import { server } from '../../test/server.ts';
import { ClientNutrition } from './client-nutrition.tsx';

const CLIENT = `GET /rest/v1/clients/${CLIENT_ID}`;
const BLOCK = { code: 'missing', refer: false, sentence: 'A target needs the date of birth.' };

beforeEach(() => {
  server.on(`${CLIENT}/targets`, {
    today: '2026-03-10',
    missing: ['dateOfBirth'],
    blocks: [BLOCK],
    defaults: { goal: 'maintain', weeklyPercent: null, activity: 'moderate' },
    proposal: { blocks: [BLOCK], target: null, basis: null, cautions: [] },
    current: null,
    history: [],
  });
  server.on(`${CLIENT}/referrals`, { isDue: false, letters: [] });
  server.on('GET /rest/v1/meal_plans', { plans: [] });
  server.on(`${CLIENT}/food_days`, { days: [], nextCursor: null });
  server.on(`${CLIENT}/habits`, { today: '2026-03-10', habits: [] });
  server.on('GET /rest/v1/habits', { habits: [] });
  server.on(`${CLIENT}/nutrition_way`, {
    way: 'numbers',
    numbersOff: null,
    suggested: { ways: ['numbers'], reason: '' },
    prescribes: true,
    mode: { glp1: false, isAnswered: false, hasConsent: false },
  });
});

const open = () =>
  mount(
    <ClientNutrition
      coachId={COACH_ID}
      clientId={CLIENT_ID}
      firstName="Jonas"
      today="2026-03-10"
      units="metric"
      isFormer={false}
      prescribes
      adapts
    />,
  );
const SECTIONS = ['Nutrition target', 'Meal plans', 'Food log', 'Habits', 'Approach'];
const shown = () => SECTIONS.filter((name) => screen.queryByRole('region', { name }));

it('a wide screen shows all sections below each other', async () => {
  await open();
  for (const name of SECTIONS) expect(await screen.findByRole('region', { name })).toBeDefined();
  expect(screen.queryByRole('radiogroup', { name: 'Part of the nutrition' })).toBeNull();
});

it('a phone shows one part at a time, the target first', async () => {
  onPhone();
  await open();
  await screen.findByRole('region', { name: 'Nutrition target' });
  expect(shown()).toEqual(['Nutrition target']);
  fireEvent.click(screen.getByRole('radio', { name: 'Food' }));
  await screen.findByRole('region', { name: 'Food log' });
  expect(shown()).toEqual(['Meal plans', 'Food log']);
  fireEvent.click(screen.getByRole('radio', { name: 'Approach' }));
  await screen.findByRole('region', { name: 'Approach' });
  expect(shown()).toEqual(['Habits', 'Approach']);
  fireEvent.click(screen.getByRole('radio', { name: 'Trend' }));
  expect(await screen.findByText('Expenditure and weight appear here once Jonas has a target.')).toBeDefined();
});
