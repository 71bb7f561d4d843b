import { EMPTY_FOOD, type Food } from '@stridewell/contract/foods/foods';
import { ALLERGENS } from '@stridewell/contract/foods/foods.rules';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { mountPage } from '../../../test/mount.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { anOperator } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { readFoodsSearch } from './foods.search.ts';
import { FoodsPage } from './foods-page.tsx';

const FOODS = '/rest/v1/operator/foods';
const IMPORTS = '/rest/v1/operator/food_imports';
const PAGE = '/operator/settings/foods';

const aFood = (changes: Partial<Food> = {}): Food => ({
  ...EMPTY_FOOD,
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Rolled oats',
  category: 'grains',
  builtIn: false,
  hidden: false,
  version: 1,
  kcal: 379,
  protein: 13.2,
  carbohydrate: 67.7,
  fat: 6.5,
  fibre: 10.1,
  ...changes,
});

function serve(...foods: Food[]) {
  const asked: string[] = [];
  server.on(`GET ${FOODS}`, (request) => {
    asked.push(new URL(request.url).search);
    return json({ foods, nextCursor: null });
  });
  for (const food of foods) server.on(`GET ${FOODS}/${food.id}`, food);
  return asked;
}

const mountFoods = (search = '') =>
  mountPage({
    at: PAGE + search,
    read: readFoodsSearch,
    page: (read, onSearch) => <FoodsPage search={read} onSearch={onSearch} />,
  });

describe('the foods', () => {
  it('begin with an import or one by one', async () => {
    serve();
    await mountFoods();
    expect(await screen.findByText('No foods yet')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Import foods' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'New food' })).toBeDefined();
  });

  it('are edited with a hint at unusual energy, and keep what was typed when another operator was faster', async () => {
    const food = aFood();
    serve(food);
    const sent: unknown[] = [];
    server.on(`PUT ${FOODS}/${food.id}`, async (request) => {
      sent.push(await request.json());
      const refusal = { defined: true, code: 'FOOD_CHANGED', status: 409, message: 'Another was faster.' };
      return json(refusal, 409);
    });
    await mountFoods(`?open=${food.id}`);
    const form = within(await screen.findByRole('dialog', { name: 'Edit Rolled oats' }));
    expect(form.queryByText(/usually have/)).toBeNull();
    fireEvent.change(form.getByLabelText('Energy (kcal)'), { target: { value: '37' } });
    expect(form.getByText(/Foods with these values usually have 253 to 503 kcal/)).toBeDefined();
    fireEvent.change(form.getByLabelText('Sugar (g)'), { target: { value: '99' } });
    fireEvent.click(form.getByRole('button', { name: 'Save food' }));
    expect(await form.findByText('More sugar than carbohydrate')).toBeDefined();
    fireEvent.change(form.getByLabelText('Sugar (g)'), { target: { value: '' } });
    fireEvent.click(form.getByRole('button', { name: 'Mark all others as free of' }));
    fireEvent.change(form.getByLabelText('Vegan'), { target: { value: 'yes' } });
    fireEvent.click(form.getByRole('button', { name: 'Save food' }));
    expect(await form.findByText('A vegan food is vegetarian, too')).toBeDefined();
    fireEvent.change(form.getByLabelText('Vegan'), { target: { value: 'no' } });
    fireEvent.click(form.getByLabelText('Hide this food'));
    fireEvent.click(form.getByRole('button', { name: 'Save food' }));
    expect(await form.findByText('Another operator has changed this food')).toBeDefined();
    const { id: _, version: __, hidden: ___, builtIn: ____, ...facts } = food;
    expect(sent).toEqual([
      {
        basedOn: 1,
        hidden: true,
        food: {
          ...facts,
          kcal: 37,
          sugar: null,
          allergens: { yes: [], no: ALLERGENS },
          diets: { yes: [], no: ['vegan'] },
        },
      },
    ]);
    server.on(`GET ${FOODS}/${food.id}`, aFood({ name: 'Theirs', version: 2 }));
    fireEvent.click(form.getByRole('button', { name: 'Load the newer version' }));
    expect(await screen.findByDisplayValue('Theirs')).toBeDefined();
  });

  it('are imported from pasted cells after a look, and the import is undone', async () => {
    serve(aFood());
    const calls: string[] = [];
    const staged: unknown[] = [];
    server.onAny('PUT', /food_imports\/[^/]+\/rows$/, async (request) => {
      staged.push((await request.json()).rows);
      return json({
        added: 1,
        changed: 0,
        unchanged: 0,
        refused: [{ row: 1, problem: 'More sugar than carbohydrate' }],
      });
    });
    for (const [method, answer] of [
      ['POST', { added: 1, changed: 0 }],
      ['DELETE', { undone: 1, hidden: 0, kept: 0 }],
    ] as const) {
      server.onAny(method, /food_imports\/[^/]+$/, (request) => {
        calls.push(`${method} ${new URL(request.url).pathname.split('/').at(-1)}`);
        return json(answer);
      });
    }
    server.on(`GET ${IMPORTS}`, { imports: [] });
    await mountFoods();
    fireEvent.click(await screen.findByRole('button', { name: 'Import foods' }));
    const cells = [
      'Name\tkcal\tProtein\tStarches\tFat',
      'Oats\t379\t13\t68\t7',
      'Rye\t338\t10\t76\t2',
      'Bran\tx\t1\t1\t1',
    ];
    fireEvent.change(await screen.findByLabelText('Cells'), { target: { value: cells.join('\n') } });
    fireEvent.click(screen.getByRole('button', { name: 'Read cells' }));
    expect(await screen.findByText('Choose the columns of carbohydrate.')).toBeDefined();
    fireEvent.change(screen.getByLabelText('Carbohydrate'), { target: { value: '3' } });
    expect(await screen.findByText('1 food will be added, and 0 changed.')).toBeDefined();
    expect(screen.getByText('2 rows will be skipped')).toBeDefined();
    expect(screen.getByText(/Row 3, Rye: More sugar than carbohydrate/)).toBeDefined();
    expect(screen.getByText(/Row 4, Bran: Energy \(kcal\): “x” is not a number/)).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Import 1 food' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Import undone')).toBeDefined();
    expect(staged).toEqual([
      [
        { name: 'Oats', kcal: 379, protein: 13, carbohydrate: 68, fat: 7 },
        { name: 'Rye', kcal: 338, protein: 10, carbohydrate: 76, fat: 2 },
      ],
    ]);
    const [post = '', remove = ''] = calls;
    expect(remove).toBe(post.replace('POST', 'DELETE'));
  });

  it('of an earlier import are taken out again after a question, with what became of them', async () => {
    serve(aFood());
    const one = { id: '00000000-0000-4000-8000-00000000000a', createdAt: '2026-03-02T17:20:00.000Z' };
    let imports = [{ ...one, source: 'USDA SR Legacy', added: 3, changed: 1 }];
    server.on(`GET ${IMPORTS}`, () => json({ imports }));
    server.on(`DELETE ${IMPORTS}/${one.id}`, () => {
      imports = [];
      return json({ undone: 3, hidden: 1, kept: 0 });
    });
    await mountFoods();
    fireEvent.click(await screen.findByRole('button', { name: 'Import foods' }));
    const earlier = await screen.findByRole('region', { name: 'Earlier imports' });
    expect(earlier.textContent).toMatch(/USDA SR Legacy.*March 2.*: 3 foods added, 1 changed/);
    fireEvent.click(within(earlier).getByRole('button', { name: /^Undo the import from/ }));
    const question = within(await screen.findByRole('dialog', { name: 'Undo this import?' }));
    fireEvent.click(question.getByRole('button', { name: 'Undo import' }));
    expect(
      await screen.findByText(
        '3 foods removed or restored. 1 food in use is hidden: plans and logs keep their figures.',
      ),
    ).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Earlier imports' })).toBeNull());
  });
});

it('foods are found and filtered, with the search in the address', async () => {
  const asked = serve(aFood(), aFood({ id: '00000000-0000-4000-8000-000000000002', name: 'Ale', hidden: true }));
  const { address } = await openApp(PAGE, anOperator());
  expect(await screen.findAllByText(/379 kcal, protein 13.2 g, carbs 67.7 g, fat 6.5 g/)).toHaveLength(2);
  expect(within(screen.getByRole('link', { name: /^Ale/ })).getByText('Hidden')).toBeDefined();
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search foods' }), { target: { value: 'oat' } });
  fireEvent.change(screen.getByLabelText('Category'), { target: { value: 'grains' } });
  await waitFor(() => expect(address()).toBe(`${PAGE}?q=oat&category=grains`));
  await waitFor(() => expect(asked.at(-1)).toBe('?q=oat&category=grains'));
});
