import { type CoachFood, EMPTY_FOOD } from '@stridewell/contract/foods/foods';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { mountPage } from '../../../test/mount.tsx';
import { COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { CoachFoodsPage } from './coach-foods-page.tsx';
import { readCoachFoodsSearch } from './foods.search.ts';

const PAGE = `/coach/${COACH_ID}/foods`;
const idOf = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;

const aFood = (number: number, changes: Partial<CoachFood> = {}): CoachFood => ({
  ...EMPTY_FOOD,
  id: idOf(number),
  name: `Food ${number}`,
  category: 'grains',
  kcal: 379,
  protein: 13.2,
  carbohydrate: 67.7,
  fat: 6.5,
  fibre: 10.1,
  portions: [
    { name: '1 cup', grams: 80 },
    { name: '1 tbsp', grams: 5 },
  ],
  allergens: { yes: ['oats'], no: ['milk'] },
  diets: { yes: ['vegan', 'vegetarian', 'pescatarian'], no: ['kosher'] },
  source: 'USDA SR Legacy',
  sourceId: '08120',
  builtIn: true,
  own: false,
  changed: false,
  hidden: false,
  favorite: false,
  recipe: null,
  version: 0,
  ...changes,
});

/** A server that keeps what is saved, marked, merged and deleted. */
function serve(...stored: CoachFood[]) {
  let foods = stored;
  const sent: unknown[] = [];
  const put = (food: CoachFood) => {
    foods = [...foods.filter(({ id }) => id !== food.id), food];
    return json(food);
  };
  server.on('GET /rest/v1/foods', (request) => {
    const show = new URL(request.url).searchParams.get('show');
    const isIn = ({ own, changed, hidden, favorite }: CoachFood) =>
      show === 'hidden' ? hidden : !hidden && (show !== 'own' || own || changed) && (show !== 'favorites' || favorite);
    return json({ foods: foods.filter(isIn), nextCursor: null });
  });
  const known = (id: string) => foods.find((one) => one.id === id) ?? aFood(9, { id, builtIn: false, own: true });
  const idIn = (request: Request) => new URL(request.url).pathname.split('/')[4] ?? '';
  server.onAny('GET', /\/foods\/[^/]+$/, (request) => json(known(idIn(request))));
  server.onAny('PATCH', /\/foods\/[^/]+$/, async (request) => {
    const { coachId: _, ...marks } = await request.json();
    sent.push(marks);
    return put({ ...known(idIn(request)), ...marks });
  });
  server.onAny('POST', /\/foods\/[^/]+$/, async (request) => {
    const { food, basedOn } = await request.json();
    sent.push({ food, basedOn });
    const before = known(idIn(request));
    return put({ ...before, ...food, changed: !before.own, version: basedOn + 1 });
  });
  server.onAny('POST', /\/foods\/[^/]+\/merge$/, async (request) => {
    const { duplicateId } = await request.json();
    sent.push({ merged: duplicateId });
    foods = foods.filter(({ id }) => id !== duplicateId);
    return json(known(idIn(request)));
  });
  server.onAny('DELETE', /\/foods\/[^/]+$/, (request) => {
    const foodId = idIn(request);
    sent.push({ deleted: foodId });
    foods = foods.filter(({ id }) => id !== foodId);
    return json({ foodId });
  });
  return sent;
}

const open = (at = PAGE) =>
  mountPage({
    at,
    read: readCoachFoodsSearch,
    page: (search, onSearch) => <CoachFoodsPage coachId={COACH_ID} search={search} onSearch={onSearch} />,
  });
const details = async (name: string) => within(await screen.findByRole('dialog', { name }));

describe('the foods of a coach', () => {
  it('are listed with their marks, and say what a collection is for while it is empty', async () => {
    serve(aFood(1, { own: true, builtIn: false }), aFood(2, { changed: true }), aFood(3));
    await open();
    const row = (name: RegExp) => within(screen.getByRole('link', { name }));
    expect(await screen.findAllByRole('link')).toHaveLength(3);
    expect(row(/^Food 1/).getByText('Yours')).toBeDefined();
    expect(row(/^Food 2/).getByText('Edited by you')).toBeDefined();
    expect(row(/^Food 3/).getByText(/379 kcal, protein 13.2 g, carbs 67.7 g, fat 6.5 g/)).toBeDefined();
    fireEvent.click(screen.getByRole('radio', { name: 'Favorites' }));
    expect(await screen.findByText('No favorites yet')).toBeDefined();
    fireEvent.click(screen.getByRole('radio', { name: 'Hidden' }));
    expect(await screen.findByText('No hidden foods')).toBeDefined();
  });

  it('get one that a client added, with the values that the client knows', async () => {
    serve();
    const [foodId, clientId] = [idOf(7), idOf(8)];
    server.on(`GET /rest/v1/clients/${clientId}/own_foods/${foodId}`, {
      id: foodId,
      name: 'Bakery roll',
      brand: '',
      unit: 'g',
      serving: 60,
      barcode: null,
      nutrients: { kcal: 250, protein: null, carbohydrate: null, fat: null },
    });
    await open(`${PAGE}?take=${foodId}&of=${clientId}`);
    const form = await details('New food');
    expect(form.getByLabelText<HTMLInputElement>('Name').value).toBe('Bakery roll');
    expect(form.getByLabelText<HTMLInputElement>('Energy (kcal)').value).toBe('250');
    fireEvent.click(form.getByRole('button', { name: 'Add food' }));
    await waitFor(() => expect(form.getByLabelText('Protein (g)').getAttribute('aria-invalid')).toBe('true'));
  });

  it('are read in full: nutrients for 100 g and a measure, source, allergens and diets, and what is not known', async () => {
    serve(aFood(1));
    await open(`${PAGE}?open=${idOf(1)}`);
    const dialog = await details('Food 1');
    const cells = (name: string) =>
      within(dialog.getByRole('row', { name: new RegExp(`^${name}`) }))
        .getAllByRole('cell')
        .map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '));
    expect(cells('Energy')).toEqual(['379 kcal', '303 kcal']);
    expect(cells('Sugar')).toEqual(['Not known', 'Not known']);
    fireEvent.change(dialog.getByLabelText('Measure'), { target: { value: '1' } });
    expect(cells('Energy')).toEqual(['379 kcal', '19 kcal']);
    expect(dialog.getByText('Checked by Stridewell, USDA SR Legacy 08120')).toBeDefined();
    const fact = (label: string) => dialog.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent;
    expect(fact('Contains')).toBe('Oats (gluten)');
    expect(fact('Free of')).toBe('Milk');
    expect(fact('Not known')).toMatch(/^Wheat \(gluten\), Rye/);
    expect([fact('Vegan'), fact('Kosher'), fact('Halal')]).toEqual(['Suitable', 'Not suitable', 'Not known']);
  });

  it('are edited for this coach only, and restored', async () => {
    const sent = serve(aFood(1));
    await open(`${PAGE}?open=${idOf(1)}`);
    const dialog = await details('Food 1');
    expect(dialog.getByText('An edit changes it for you only.')).toBeDefined();
    fireEvent.click(dialog.getByRole('button', { name: 'Edit food' }));
    const form = await details('Edit Food 1');
    fireEvent.change(form.getByLabelText('Energy (kcal)'), { target: { value: '37' } });
    expect(form.getByText(/usually have 253 to 503 kcal/)).toBeDefined();
    fireEvent.change(form.getByLabelText('Saturated fat (g)'), { target: { value: '9' } });
    fireEvent.click(form.getByRole('button', { name: 'Save food' }));
    expect(await form.findByText('More saturated fat than fat')).toBeDefined();
    fireEvent.change(form.getByLabelText('Saturated fat (g)'), { target: { value: '' } });
    fireEvent.change(form.getByLabelText('Values for'), { target: { value: 'ml' } });
    expect(form.getByText(/Few drinks have 87 g of nutrients in 100 ml/)).toBeDefined();
    fireEvent.click(form.getByRole('button', { name: 'Save food' }));
    const changed = await details('Food 1');
    fireEvent.click(await changed.findByRole('button', { name: 'Restore original' }));
    fireEvent.click(
      within(await screen.findByRole('dialog', { name: /^Restore/ })).getByRole('button', { name: 'Restore original' }),
    );
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent).toEqual([
      { basedOn: 0, food: expect.objectContaining({ kcal: 37, unit: 'ml', saturatedFat: null }) },
      { deleted: idOf(1) },
    ]);
  });

  it('are made favorites and hidden, with a way back', async () => {
    const sent = serve(aFood(1), aFood(2));
    const { address } = await open(`${PAGE}?open=${idOf(1)}`);
    const dialog = await details('Food 1');
    fireEvent.click(dialog.getByRole('button', { name: 'Add to favorites' }));
    expect(await dialog.findByRole('button', { name: 'Remove from favorites' })).toBeDefined();
    fireEvent.click(dialog.getByRole('button', { name: 'Hide food' }));
    expect(await screen.findByText('Food 1 is hidden')).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('link', { name: /^Food 1/ })).toBeNull());
    expect(address()).toBe(PAGE);
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('link', { name: /^Food 1/ })).toBeDefined();
    expect(screen.getByRole('img', { name: 'Favorite' })).toBeDefined();
    expect(sent).toEqual([{ favorite: true }, { hidden: true }, { hidden: false }]);
  });

  it('are added with the text of the search as a name', async () => {
    const sent = serve();
    await open(`${PAGE}?q=Sandbag%20bar`);
    fireEvent.click(await screen.findByRole('button', { name: 'New food' }));
    const form = await details('New food');
    expect(form.getByDisplayValue('Sandbag bar')).toBeDefined();
    for (const [label, value] of [
      ['Energy (kcal)', '400'],
      ['Protein (g)', '20'],
      ['Carbohydrate (g)', '50'],
      ['Fat (g)', '13'],
    ] as const) {
      fireEvent.change(form.getByLabelText(label), { target: { value } });
    }
    fireEvent.click(form.getByRole('button', { name: 'Add food' }));
    expect(await screen.findByText('Food added')).toBeDefined();
    expect(sent).toMatchObject([
      {
        basedOn: 0,
        food: { name: 'Sandbag bar', kcal: 400, allergens: { yes: [], no: [] }, diets: { yes: [], no: [] } },
      },
    ]);
  });

  it('are merged where two of the coach’s own are the same', async () => {
    const own = { own: true, builtIn: false };
    const sent = serve(aFood(1, own), aFood(2, own), aFood(3, { changed: true }), aFood(4));
    await open(`${PAGE}?open=${idOf(1)}`);
    fireEvent.click((await details('Food 1')).getByRole('button', { name: 'Merge duplicate' }));
    const dialog = await details('Merge a duplicate into Food 1?');
    await dialog.findByRole('option', { name: 'Food 2' });
    expect(dialog.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Choose a food', 'Food 2']);
    fireEvent.change(dialog.getByLabelText('Duplicate'), { target: { value: idOf(2) } });
    fireEvent.click(dialog.getByRole('button', { name: 'Merge foods' }));
    expect(await screen.findByText('Foods merged')).toBeDefined();
    expect(sent).toEqual([{ merged: idOf(2) }]);
  });
});
