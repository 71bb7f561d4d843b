import { expect, it } from 'vitest';
import { aMeal, aMealDay, aMealPlan, aPlannedFood } from '../../../../../packages/contract/test/meal-plans.ts';
import { mergeMealPlan } from './meals.merge.rules.ts';

const first = aMealDay(1, [aMeal(1, [aPlannedFood(1, '00000000-0000-4000-8000-000000000001')])]);
const second = aMealDay(2, [aMeal(2, [aPlannedFood(2, 'ffffffff-0000-4000-8000-000000000001')])]);
const plan = aMealPlan([first, second]);

it('takes the changes of the template, except for days that were changed for the client', () => {
  const third = aMealDay(3, []);
  const own = { ...plan, notes: 'For Nina', days: [{ ...first, name: 'Mine' }, second] };
  const template = { ...plan, name: 'New', notes: 'All', days: [{ ...first, name: 'Theirs' }, third] };
  const { plan: merged, kept } = mergeMealPlan({ base: plan, own, template });
  expect(merged).toMatchObject({ name: 'New', notes: 'For Nina' });
  expect(merged.days.map(({ name }) => name)).toEqual(['Mine', 'Day 3']);
  expect(kept).toEqual(['Mine']);
  const withoutSecond = { ...plan, days: [first] };
  expect(mergeMealPlan({ base: plan, own: withoutSecond, template: plan }).plan.days).toEqual([first]);
});
