import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { aLoggable } from '../../../test/food-logs.ts';
import { mount } from '../../../test/mount.tsx';
import { FoodAmountForm } from './food-amount-form.tsx';

const kcal = { kcal: 0, protein: null, carbohydrate: null, fat: null };
const onAdd = vi.fn();
const open = (food: ReturnType<typeof aLoggable>) =>
  mount(
    <FoodAmountForm
      food={food}
      isPack={false}
      meal="Lunch"
      units="metric"
      onAdd={onAdd}
      onEdit={null}
      onBack={() => undefined}
    />,
  );
const measures = () => [...(screen.getByLabelText('Measure') as HTMLSelectElement).options].map(({ value }) => value);
const enter = (value: string, measure: string) => {
  fireEvent.change(screen.getByLabelText('Measure'), { target: { value: measure } });
  fireEvent.change(screen.getByLabelText('Amount'), { target: { value } });
};

it('counts milliliters of a food per 100 g by what its cup weighs', async () => {
  await open(aLoggable({ portions: [{ name: 'cup', grams: 120 }], nutrients: { ...kcal, kcal: 200 } }));
  enter('240', 'ml');
  expect(screen.getByText(/24\d kcal/)).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Add to lunch' }));
  expect(onAdd).toHaveBeenCalledWith({ value: 240, measure: 'ml' });
});

it('offers no milliliters of a food per 100 g whose volume is not known', async () => {
  await open(aLoggable({ portions: [{ name: 'slice', grams: 30 }] }));
  expect(measures()).toContain('slice');
  expect(measures()).toContain('g');
  expect(measures()).not.toContain('ml');
  expect(measures()).not.toContain('cup');
});

it('offers no grams of a drink per 100 ml whose weight is not known', async () => {
  await open(aLoggable({ unit: 'ml', portions: [] }));
  expect(measures()).toContain('ml');
  expect(measures()).not.toContain('g');
});
