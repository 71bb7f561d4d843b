import { emptyFoodDay } from '@stridewell/contract/foodlogs/foodlogs.merge.rules';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aFoodEntry, FOOD_TODAY } from '../../../test/food-logs.ts';
import { mount } from '../../../test/mount.tsx';
import { CLIENT_ID, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { ClientFoodLog } from './client-food-log.tsx';
import type { ReadDay } from './food-day-dialog.tsx';

const BASE = `/rest/v1/clients/${CLIENT_ID}/food_days`;
const aDay = (changes: Partial<ReadDay> = {}): ReadDay => ({
  log: { ...emptyFoodDay(FOOD_TODAY), entries: [aFoodEntry()] },
  status: { day: FOOD_TODAY, status: 'partial', isGuess: true },
  comments: [],
  ownFoodIds: [],
  ...changes,
});
const open = async (days: ReadDay[], readOnly = false) => {
  server.on(`GET ${BASE}`, { days, nextCursor: null });
  await mount(<ClientFoodLog coachId={COACH_ID} clientId={CLIENT_ID} firstName="Jonas" readOnly={readOnly} />);
};

it('says what will be there before anything is logged', async () => {
  await open([]);
  expect(await screen.findByText('What Jonas logs appears here, day by day.')).toBeDefined();
});

it('lists days with what they add up to and how they count', async () => {
  await open([aDay()]);
  const row = await screen.findByRole('button', { name: /Mar 2/ });
  expect(row.textContent).toMatch(/308 kcal, protein 11\sg, carbs 55\sg, fat 5\sg/);
  expect(row.textContent).toContain('Partly logged (guessed)');
});

it('guesses nothing about a day that is not over', async () => {
  const day = new Date().toISOString().slice(0, 10);
  const log = { ...emptyFoodDay(day), entries: [aFoodEntry()] };
  await open([aDay({ log, status: { day, status: 'partial', isGuess: true } })]);
  expect((await screen.findByRole('button', { name: /308 kcal/ })).textContent).not.toContain('guessed');
});

it('counts the photos of a day without a word about calories', async () => {
  const photo = aFoodEntry({ kind: 'photo', nutrients: null, amount: null, quantity: null });
  await open([aDay({ log: { ...emptyFoodDay(FOOD_TODAY), entries: [photo] } })]);
  const row = await screen.findByRole('button', { name: /Mar 2/ });
  expect(row.textContent).toContain('1 photo');
  expect(row.textContent).not.toMatch(/kcal|Partly/);
});

it('takes a comment on an entry', async () => {
  let sent: unknown;
  await open([aDay()]);
  server.on(`POST ${BASE}/${FOOD_TODAY}/comments`, async (request: Request) => {
    const { comment } = await request.json();
    sent = comment;
    return json({ ...comment, day: FOOD_TODAY, at: '2026-03-02T10:00:00.000Z' });
  });
  fireEvent.click(await screen.findByRole('button', { name: /Mar 2/ }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('region', { name: 'Breakfast' }).textContent).toContain('1 cup');
  fireEvent.change(dialog.getByLabelText('Comment on'), { target: { value: `entry ${aFoodEntry().id}` } });
  fireEvent.change(dialog.getByLabelText('Comment for Jonas'), { target: { value: 'Add some fruit' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Send comment' }));
  await waitFor(() => expect(sent).toMatchObject({ meal: null, entryId: aFoodEntry().id, text: 'Add some fruit' }));
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText('Comment for Jonas')));
});

it('of a former client can only be read', async () => {
  await open([aDay()], true);
  fireEvent.click(await screen.findByRole('button', { name: /Mar 2/ }));
  expect((await screen.findByRole('dialog')).textContent).toContain('Rolled oats');
  expect(screen.queryByLabelText('Comment for Jonas')).toBeNull();
});

it('lets the coach take over a food that the client added', async () => {
  const foodId = 'c0000000-0000-4000-8000-000000000001';
  const entries = [aFoodEntry({ foodId, name: 'Bakery roll' })];
  await open([aDay({ log: { ...emptyFoodDay(FOOD_TODAY), entries }, ownFoodIds: [foodId] })]);
  fireEvent.click(await screen.findByRole('button', { name: /Mar 2/ }));
  const link = await screen.findByRole('link', { name: 'Add to your foods' });
  expect(link.getAttribute('href')).toBe(`/coach/${COACH_ID}/foods?take=${foodId}&of=${CLIENT_ID}`);
});
