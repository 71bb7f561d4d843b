import { type CoachFood, EMPTY_FOOD } from '@stridewell/contract/foods/foods';
import type { StoredMealPlan } from '@stridewell/contract/meals/meals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { aMeal, aMealDay, aMealPlan, aPlannedFood } from '../../../../../packages/contract/test/meal-plans.ts';
import { mount } from '../../../test/mount.tsx';
import { CLIENT_ID, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { MealPlanBuilder } from './meal-plan-builder.tsx';

const idOf = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
const PLAN_ID = idOf(9);

const aFood = (number: number, name: string, changes: Partial<CoachFood> = {}): CoachFood => ({
  ...EMPTY_FOOD,
  id: idOf(number),
  name,
  category: 'grains',
  kcal: 100,
  protein: 10,
  carbohydrate: 12,
  fat: 2,
  portions: [{ name: '1 medium', grams: 118 }],
  allergens: { yes: ['milk'], no: ['eggs'] },
  builtIn: true,
  own: false,
  changed: false,
  hidden: false,
  favorite: false,
  recipe: null,
  version: 0,
  ...changes,
});
const yogurt = aFood(1, 'Greek yogurt, plain');
const banana = aFood(2, 'Banana', { allergens: { yes: [], no: ['milk', 'eggs'] } });
const breads = [aFood(3, 'White bread'), aFood(4, 'Whole-wheat bread')];
const FOUND: Record<string, CoachFood[]> = {
  'greek yogurt': [yogurt, aFood(5, 'Greek yogurt, sweet')],
  banana: [banana],
  bread: breads,
};

const plan = aMealPlan([aMealDay(1, [aMeal(1, [aPlannedFood(1, yogurt.id, { name: yogurt.name })])], 'Monday')], {
  aim: { kcal: 2000, protein: null, carbohydrate: null, fat: null },
});

const aStored = (changes: Partial<StoredMealPlan> = {}): StoredMealPlan => ({
  id: PLAN_ID,
  builtIn: false,
  archived: false,
  plan,
  version: 1,
  owner: null,
  allergies: [],
  target: null,
  foods: [yogurt],
  updatedAt: null,
  ...changes,
});

/** Saved plans, the latest last. */
let saved: { basedOn: number; plan: typeof plan }[];
beforeEach(() => {
  window.localStorage.clear();
  saved = [];
  server.on('GET /rest/v1/foods', (request) =>
    json({ foods: FOUND[new URL(request.url).searchParams.get('q') ?? ''] ?? [], nextCursor: null }),
  );
  server.onAny('POST', /\/meal_plans\/[^/]+$/, async (request) => {
    saved.push(await request.json());
    return json({ version: saved.length + 1, updatedAt: '2026-03-02T10:00:00.000Z' });
  });
});

const open = (changes: Partial<StoredMealPlan> = {}) =>
  mount(<MealPlanBuilder coachId={COACH_ID} stored={aStored(changes)} units="metric" />);
const monday = () => within(screen.getByRole('region', { name: 'Monday' }));
const foods = () =>
  within(monday().getByRole('list'))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

async function type(line: string) {
  const field = screen.getByLabelText('Add foods to Breakfast, Monday');
  fireEvent.change(field, { target: { value: line } });
  fireEvent.keyDown(field, { key: 'Enter' });
  await waitFor(() => expect(field.hasAttribute('readonly')).toBe(false));
}

describe('typing foods', () => {
  it('adds what is clear in one step, and asks about the rest', async () => {
    await open();
    screen.getByLabelText('Add foods to Breakfast, Monday').focus();
    await type('200 g greek yogurt, 1 banana, 50 g bread');
    expect(document.activeElement).toBe(screen.getByLabelText('Add foods to Breakfast, Monday'));
    const question = await screen.findByRole('group', { name: 'Which food is “50 g bread”?' });
    expect(foods()).toEqual([
      expect.stringContaining('100 g Greek yogurt'),
      expect.stringContaining('200 g Greek yogurt'),
      expect.stringContaining('1 medium (118 g) Banana'),
    ]);
    fireEvent.click(within(question).getByRole('button', { name: 'Whole-wheat bread' }));
    expect(foods()).toHaveLength(4);
    expect(question.isConnected).toBe(false);
    expect(document.activeElement).toBe(screen.getByLabelText('Add foods to Breakfast, Monday'));
    await waitFor(() => expect(saved.at(-1)?.plan.days[0]?.meals[0]?.options[0]?.foods).toHaveLength(4));
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(foods()).toHaveLength(1);
    await waitFor(() => expect(saved.at(-1)?.plan).toEqual(plan));
  });

  it('keeps what is not found, or has no amount, and says so', async () => {
    await open();
    await type('0 g rice, 2 unicorns');
    const field = screen.getByLabelText('Add foods to Breakfast, Monday');
    expect(field).toHaveProperty('value', '0 g rice, 2 unicorns');
    screen.getByText(/was not found/);
    expect(foods()).toHaveLength(1);
    expect(saved).toEqual([]);
  });
});

describe('the sums of a day', () => {
  it('stand beside the target of the plan, or of the client', async () => {
    await open();
    monday().getByText(/^100\s?kcal, protein 10\s?g.*Target 2,000\s?kcal$/);
    expect(screen.getByLabelText('Energy a day (kcal)')).toHaveProperty('value', '2000');
  });

  it('use the nutrition target of the client who has the plan', async () => {
    const owner = {
      clientId: CLIENT_ID,
      clientName: 'Nina Park',
      startDay: '2026-03-02',
      endDay: null,
      templateId: null,
    };
    await open({ owner, target: { kcal: 1800, protein: 120, carbohydrate: 180, fat: 60 } });
    monday().getByText(/Target 1,800\s?kcal$/);
    screen.getByText(/from the client’s nutrition target, with 120 g of protein/);
    expect(screen.queryByLabelText('Energy a day (kcal)')).toBeNull();
  });
});

it('marks foods that the client cannot eat, or that are not checked', async () => {
  await open({ allergies: ['Milk', 'Peanuts', 'Kiwi'] });
  expect(foods()[0]).toContain('Contains milk. May contain peanuts.');
  screen.getByText(/no answers about Kiwi/);
});

it('moves between foods, fields and days with the arrows, which a text keeps for itself', async () => {
  const food = aPlannedFood(1, yogurt.id, { name: yogurt.name });
  const days = ['Monday', 'Tuesday'].map((name, index) =>
    aMealDay(index + 1, [aMeal(index + 1, [{ ...food, key: `food-${index}` }])], name),
  );
  await open({ plan: { ...plan, days } });
  const field = (day: string) => screen.getByLabelText(`Add foods to Breakfast, ${day}`);
  const focusAfter = (key: string) => {
    fireEvent.keyDown(document.activeElement ?? document.body, { key });
    return document.activeElement;
  };
  const first = monday().getByRole('button', { name: /Greek yogurt/ });
  first.focus();
  expect(focusAfter('ArrowDown')).toBe(field('Monday'));
  expect(focusAfter('ArrowRight')).toBe(field('Tuesday'));
  expect(focusAfter('ArrowLeft')).toBe(field('Monday'));
  fireEvent.change(field('Monday'), { target: { value: '1 banana' } });
  expect(focusAfter('ArrowUp')).toBe(field('Monday'));
  fireEvent.change(field('Monday'), { target: { value: '' } });
  expect(focusAfter('ArrowUp')).toBe(first);
  expect(focusAfter('ArrowUp')).toBe(first);
});

it('deletes the food with the focus, and brings it back with the keys', async () => {
  await open();
  const line = monday().getByRole('button', { name: /^100 g Greek yogurt/ });
  fireEvent.keyDown(line, { key: 'Delete' });
  expect(monday().queryByRole('listitem')).toBeNull();
  // Undo works from where the focus is now.
  expect(
    monday()
      .getByRole('region', { name: /^Breakfast/ })
      .contains(document.activeElement),
  ).toBe(true);
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'z', ctrlKey: true });
  expect(foods()).toHaveLength(1);
  await screen.findByText('All changes saved');
});
