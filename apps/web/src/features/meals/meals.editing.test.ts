import { mealPlan } from '@stridewell/contract/meals/meals.plan';
import { create } from 'mutative';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aMeal, aMealDay, aMealPlan, aPlannedFood } from '../../../../../packages/contract/test/meal-plans.ts';
import type { SaveOutcome } from '../../device/autosave.ts';
import { MealPlanEditor, mealPlanSchema } from './meals.editor.ts';
import {
  addOption,
  copyAt,
  deleteDay,
  deleteFood,
  deleteOption,
  duplicateDay,
  newMealPlan,
  pasteAt,
  shiftDay,
  shiftFood,
  shiftMeal,
} from './meals.edits.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const [oats, milk] = [aPlannedFood(1, ID, { name: 'Oats' }), aPlannedFood(2, ID, { name: 'Milk' })];
const plan = aMealPlan([
  aMealDay(1, [aMeal(1, [oats, milk]), aMeal(2, [], { name: 'Lunch' })]),
  aMealDay(2, [aMeal(3, [aPlannedFood(3, ID)])]),
]);

function open(...outcomes: SaveOutcome['outcome'][]) {
  const sent: { name: string; basedOn: number }[] = [];
  let version = 1;
  const editor = new MealPlanEditor('m1', { plan, version, foods: [] }, async ({ name }, basedOn) => {
    sent.push({ name, basedOn });
    const outcome = outcomes.shift() ?? 'saved';
    if (outcome === 'refused') return { outcome, problem: 'Too many plans.' };
    if (outcome !== 'saved') return { outcome };
    version += 1;
    return { outcome, version };
  });
  return { editor, sent, now: () => editor.getSnapshot() };
}

beforeEach(async () => {
  await mealPlanSchema.load();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  window.localStorage.clear();
});

describe('a meal plan that is edited', () => {
  it('is saved after a pause, and tried again while the server cannot be reached', async () => {
    const { editor, sent, now } = open('failed');
    editor.edit((draft) => {
      draft.name = 'One';
    });
    await vi.advanceTimersByTimeAsync(1000);
    expect(now().status).toBe('failed');
    await vi.runAllTimersAsync();
    expect(sent).toEqual([
      { name: 'One', basedOn: 1 },
      { name: 'One', basedOn: 1 },
    ]);
    expect(now().status).toBe('saved');
  });

  it('is there again after a crash', async () => {
    const before = open('failed');
    before.editor.edit((draft) => {
      draft.name = 'Unsaved';
    });
    before.editor.keep();
    expect(open().now().plan.name).toBe('Unsaved');
    await vi.runAllTimersAsync();
  });

  it('goes back and forward in steps', () => {
    const { editor, now } = open();
    editor.edit((draft) => deleteFood(draft, oats.key));
    expect(now().plan.days[0]?.meals[0]?.options[0]?.foods).toEqual([milk]);
    editor.undo();
    expect(now().plan).toEqual(plan);
    editor.redo();
    expect(now().plan).not.toEqual(plan);
    editor.undo();
  });
});

/** A plan after an edit, which has to stay valid. */
function changed(edit: (draft: typeof plan) => void) {
  const draft = create(plan, edit);
  expect(mealPlan.safeParse(draft).error?.issues).toBeUndefined();
  return draft.days.map(({ name, meals }) => ({
    name,
    meals: meals.map((meal) => ({
      name: meal.name,
      options: meal.options.map(({ foods }) => foods.map((food) => food.name)),
    })),
  }));
}
const asItIs = changed(() => undefined);

describe('an edit', () => {
  it('copies, moves and deletes days, and keeps the last one', () => {
    expect(changed((draft) => duplicateDay(draft, 'day000001')).map(({ name }) => name)).toEqual([
      'Day 1',
      'Day 1 (copy)',
      'Day 2',
    ]);
    expect(changed((draft) => shiftDay(draft, 'day000001', 1)).map(({ name }) => name)).toEqual(['Day 2', 'Day 1']);
    expect(changed((draft) => shiftDay(draft, 'day000001', -1))).toEqual(asItIs);
    const one = changed((draft) => {
      deleteDay(draft, 'day000001');
      deleteDay(draft, 'day000002');
    });
    expect(one.map(({ name }) => name)).toEqual(['Day 2']);
  });

  it('moves meals and foods within their day and meal', () => {
    expect(changed((draft) => shiftMeal(draft, 'meal000001', 1))[0]?.meals.map(({ name }) => name)).toEqual([
      'Lunch',
      'Breakfast',
    ]);
    expect(changed((draft) => shiftFood(draft, milk.key, -1))[0]?.meals[0]?.options).toEqual([['Milk', 'Oats']]);
    expect(changed((draft) => shiftFood(draft, 'gone00', 1))).toEqual(asItIs);
  });

  it('adds an option as a copy of the last one, and keeps at least one', () => {
    const two = (draft: typeof plan) => addOption(draft, 'meal000001');
    expect(changed(two)[0]?.meals[0]?.options).toEqual([
      ['Oats', 'Milk'],
      ['Oats', 'Milk'],
    ]);
    expect(changed((draft) => deleteOption(draft, 'meal000001', 'option000001'))).toEqual(asItIs);
  });

  it('pastes a day behind the day, a meal behind the meal, and a food into the meal', () => {
    const [day, meal, food] = [
      copyAt(plan, { at: 'day', key: 'day000001' }),
      copyAt(plan, { at: 'meal', key: 'meal000001' }),
      copyAt(plan, { at: 'food', key: oats.key }),
    ];
    if (!day || !meal || !food) throw new Error('nothing was copied');
    expect(changed((draft) => pasteAt(draft, { at: 'food', key: 'food000003' }, day)).map(({ name }) => name)).toEqual([
      'Day 1',
      'Day 2',
      'Day 1',
    ]);
    expect(changed((draft) => pasteAt(draft, { at: 'meal', key: 'meal000003' }, meal))[1]?.meals).toHaveLength(2);
    expect(changed((draft) => pasteAt(draft, { at: 'meal', key: 'meal000002' }, food))[0]?.meals[1]?.options).toEqual([
      ['Oats'],
    ]);
  });

  it('starts a plan with the usual meals on each day', () => {
    const week = newMealPlan('Week', 7);
    expect(mealPlan.parse(week)).toEqual(week);
    expect(week.days.map(({ name }) => name).at(-1)).toBe('Sunday');
    expect(newMealPlan('Two', 2).days.map(({ name }) => name)).toEqual(['Day 1', 'Day 2']);
  });
});
