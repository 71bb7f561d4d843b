import { type CoachFood, EMPTY_FOOD } from '@stridewell/contract/foods/foods';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { json, server } from '../../../test/server.ts';
import { RecipeForm, type StoredRecipe } from './recipe-form.tsx';

const COACH_ID = '00000000-0000-4000-8000-0000000000aa';
const idOf = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
const aFood = (number: number, name: string, changes: Partial<CoachFood> = {}): CoachFood => ({
  ...EMPTY_FOOD,
  id: idOf(number),
  name,
  kcal: 100,
  protein: 10,
  carbohydrate: 10,
  fat: 2,
  builtIn: true,
  hidden: false,
  own: false,
  changed: false,
  favorite: false,
  recipe: null,
  version: 0,
  ...changes,
});
const oats = aFood(1, 'Oats', { allergens: { yes: ['oats'], no: [] } });
const stored: StoredRecipe = {
  food: aFood(3, 'Porridge', { own: true, builtIn: false }),
  recipe: {
    servings: 2,
    yield: { kind: 'raw' },
    minutes: 10,
    steps: 'Stir.',
    ingredients: [{ foodId: idOf(1), name: 'Oats', amount: { value: 200, measure: 'g' } }],
  },
  foods: [oats],
};

type Sent = { replaces: string | null; recipe: Record<string, unknown> };
function serve(): Sent[] {
  const sent: Sent[] = [];
  server.on('GET /rest/v1/foods', () => json({ foods: [oats], nextCursor: null }));
  server.onAny('POST', /\/recipes\/[^/]+$/, async (request) => {
    sent.push(await request.json());
    return json(aFood(4, 'Porridge', { own: true, builtIn: false }));
  });
  return sent;
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('the form of a recipe', () => {
  it('takes ingredients in one line and shows what a serving contains', async () => {
    const sent = serve();
    const onDone = vi.fn();
    await mount(<RecipeForm coachId={COACH_ID} recipe={{ name: 'Porridge' }} onDone={onDone} onClose={vi.fn()} />);
    await screen.findByRole('dialog', { name: 'New recipe' });
    press('Add recipe');
    expect(await screen.findByText('Please add an ingredient')).toBeDefined();
    type('Add ingredients', '200 g oats');
    fireEvent.keyDown(screen.getByLabelText('Add ingredients'), { key: 'Enter' });
    expect(await screen.findByLabelText('Amount of Oats')).toBeDefined();
    type('Servings', '2');
    expect(await screen.findByText(/A serving \(100 g\): 100 kcal/)).toBeDefined();
    expect(screen.getByText('Contains Oats (gluten).')).toBeDefined();
    press('Add recipe');
    await waitFor(() => expect(onDone).toHaveBeenCalledWith(idOf(4)));
    expect(sent).toMatchObject([
      {
        replaces: null,
        recipe: {
          name: 'Porridge',
          servings: 2,
          yield: { kind: 'raw' },
          minutes: null,
          ingredients: [{ foodId: idOf(1) }],
        },
      },
    ]);
  });

  it('weighs a serving by the cooked weight, and leaves its energy', async () => {
    const sent = serve();
    await mount(<RecipeForm coachId={COACH_ID} recipe={stored} onDone={vi.fn()} onClose={vi.fn()} />);
    fireEvent.change(await screen.findByLabelText('Weight when cooked'), { target: { value: 'factor' } });
    type('Share of the raw weight', '250');
    expect(await screen.findByText(/A serving \(250 g\): 100 kcal/)).toBeDefined();
    type('Share of the raw weight', '10');
    expect(await screen.findByText(/Check the cooked weight/)).toBeDefined();
    type('Share of the raw weight', '250');
    press('Save recipe');
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent).toMatchObject([{ replaces: idOf(3), recipe: { yield: { kind: 'factor', factor: 2.5 } } }]);
  });

  it('removes an ingredient, and says which one was deleted', async () => {
    serve();
    await mount(<RecipeForm coachId={COACH_ID} recipe={{ ...stored, foods: [] }} onDone={vi.fn()} onClose={vi.fn()} />);
    expect(await screen.findByText(/Oats \(deleted\)/)).toBeDefined();
    press('Remove Oats');
    expect(screen.queryByText(/Oats/)).toBeNull();
  });
});
