import type { FoodDay } from '@stridewell/contract/foodlogs/foodlogs';
import { emptyFoodDay } from '@stridewell/contract/foodlogs/foodlogs.merge.rules';
import type { ClientHabit } from '@stridewell/contract/habits/habits';
import type { OwnMealPlan } from '@stridewell/contract/meals/meals';
import type { NutritionWay } from '@stridewell/contract/people.rules';
import { addDays } from '@stridewell/contract/time';
import type { EnergyUnit } from '@stridewell/contract/units';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { aFoodEntry, aFoodLog, aLoggable, FOOD_TODAY } from '../../../test/food-logs.ts';
import { mountFoodLog } from '../../../test/mount-food-log.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { aClient, CLIENT_ID, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { untilSent } from '../../../test/until-sent.ts';
import type { OwnFoodLog } from './foodlogs.queries.ts';
import { FoodLogStore } from './foodlogs.store.ts';

const PATH = '/client/nutrition';
let people = 0;
/** Days stay in memory, so each test uses another person. */
let userId = '';
/** Days that were sent, the last one last. */
let sent: FoodDay[];

beforeEach(() => {
  people += 1;
  userId = `eater-${people}`;
  sent = [];
  server.usually('GET /rest/v1/targets/own', { day: FOOD_TODAY, target: null });
  server.onAny('POST', /^\/rest\/v1\/food_logs\/own\/[\d-]+\/sync$/, async (request) => {
    const { log }: { log: FoodDay } = await request.json();
    sent.push(log);
    return json(log);
  });
});

type Eater = { energyUnit?: EnergyUnit; numbersOff?: boolean; nutritionWay?: NutritionWay };
const anEater = ({ energyUnit = 'kcal', ...client }: Eater = {}) =>
  aClient({ user: { id: userId, energyUnit }, client });
const weekIsThere = () => screen.findByRole('group', { name: 'Days of this week' }, { timeout: 5000 });

const show = async (log: Partial<OwnFoodLog> = {}, eater: Eater = {}, day?: string) => {
  server.on('GET /rest/v1/food_logs/own', aFoodLog(log));
  await mountFoodLog(anEater(eater), day);
  await weekIsThere();
};
/** The whole page, where what is around the food log matters. */
const openPage = async (log: Partial<OwnFoodLog> = {}, eater: Eater = {}, search = '') => {
  server.on('GET /rest/v1/food_logs/own', aFoodLog(log));
  await openApp(PATH + search, anEater(eater));
  await weekIsThere();
};
const meal = (name: string) => within(screen.getByRole('region', { name }));
const click = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const today = (entries = [aFoodEntry()]): FoodDay => ({ ...emptyFoodDay(FOOD_TODAY), entries });

const aPlannedMeal = (key: string, name: string, food: string, time = ''): OwnMealPlan['meals'][number] => {
  const oats = { key: 'f', foodId: COACH_ID, name: food, text: '1 cup', warnings: [], swaps: [], isRecipe: false };
  const totals = { kcal: 300, protein: 20, carbohydrate: 30, fat: 10, fibre: 4, unknown: 0 };
  return { key, name, time, note: '', options: [{ key: 'a', name: '', totals, foods: [oats] }] };
};
const servePlan = (date = FOOD_TODAY) =>
  server.on('GET /rest/v1/meal_plans/own', {
    date,
    plan: {
      id: '0198f2c4-0000-4000-8000-000000000007',
      name: 'Busy week',
      notes: '',
      startDay: FOOD_TODAY,
      endDay: null,
      dayName: 'Day 1',
      totals: null,
      meals: [
        aPlannedMeal('meal0001', 'Breakfast', 'Oats', '07:30'),
        aPlannedMeal('meal0002', 'After training', 'Milk'),
      ],
      unchecked: [],
    },
  });

describe('a day', () => {
  it('shows meals with amounts and what they add up to', async () => {
    await show({
      days: [today([aFoodEntry(), aFoodEntry({ id: 'b0000000-0000-4000-8000-000000000001', meal: 'Tea' })])],
    });
    expect(meal('Breakfast').getByText('1 cup')).toBeDefined();
    expect(meal('Tea').getAllByText('308 kcal')).toHaveLength(2);
    expect(screen.getByRole('group', { name: 'Energy' }).textContent).toContain('616 kcal');
    expect(screen.getByRole('group', { name: 'Protein' }).textContent).toContain('21 g');
  });

  it('says nothing about the energy of a meal that is a photo', async () => {
    const photo = { kind: 'photo', nutrients: null, amount: null, quantity: null, foodId: null } as const;
    await show({ days: [today([aFoodEntry(photo)])] });
    expect(meal('Breakfast').queryByText(/kcal/)).toBeNull();
    expect(screen.getByText('One entry has no figures and is not counted.')).toBeDefined();
  });

  it('gets a food by search, in its usual portion, and is sent', async () => {
    await show({ foods: [aLoggable({ name: 'Greek yogurt' })] });
    server.on('GET /rest/v1/food_logs/foods', { foods: [aLoggable()] });
    click('Add food to lunch');
    fireEvent.change(await screen.findByRole('searchbox', { name: 'Search foods' }), { target: { value: 'oats' } });
    fireEvent.click(await screen.findByRole('button', { name: /^Rolled oats/ }));
    const amount = await screen.findByLabelText('Amount');
    fireEvent.change(amount, { target: { value: '2' } });
    expect(screen.getByText(/616 kcal/)).toBeDefined();
    click('Add to lunch');
    await untilSent(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.entries).toMatchObject([
      { kind: 'food', meal: 'Lunch', amount: { value: 2, measure: 'cup' }, quantity: 162, nutrients: { kcal: 615.6 } },
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Done' }));
    expect(await meal('Lunch').findByText('2 cups')).toBeDefined();
  });

  it('gets a food with the keys alone: from the search down to the foods and up again', async () => {
    const oats = aLoggable();
    const bran = aLoggable({ id: 'f0000000-0000-4000-8000-000000000002', name: 'Oat bran' });
    await show({ foods: [] });
    server.on('GET /rest/v1/food_logs/foods', { foods: [oats, bran] });
    click('Add food to lunch');
    const search = await screen.findByRole('searchbox', { name: 'Search foods' });
    search.focus();
    const focusAfter = (key: string) => {
      fireEvent.keyDown(document.activeElement ?? document.body, { key });
      return document.activeElement;
    };
    expect(focusAfter('Enter')).toBe(search);
    fireEvent.change(search, { target: { value: 'oat' } });
    const first = await screen.findByRole('button', { name: /^Rolled oats/ });
    await waitFor(() => expect(focusAfter('Enter')).toBe(first));
    expect(focusAfter('ArrowDown')).toBe(screen.getByRole('button', { name: /^Oat bran/ }));
    expect(focusAfter('ArrowUp')).toBe(first);
    expect(focusAfter('ArrowUp')).toBe(search);
  });

  it('refuses more of a food than anyone eats, with a reason', async () => {
    await show({ foods: [aLoggable({ portions: [] })] });
    click('Add food to lunch');
    fireEvent.click(await screen.findByRole('button', { name: /^Rolled oats/ }));
    fireEvent.change(await screen.findByLabelText('Amount'), { target: { value: '5000' } });
    click('Add to lunch');
    expect(await screen.findByText('Please log at most 3,000 g at once. Add more as a second entry.')).toBeDefined();
  });

  it('gets a quick entry of calories alone', async () => {
    await show();
    click('Add food to snack');
    fireEvent.click(await screen.findByRole('button', { name: 'Quick entry' }));
    click('Add to snack');
    expect(await screen.findByText('Please enter the calories or a name')).toBeDefined();
    fireEvent.change(screen.getByLabelText('Name (optional)'), { target: { value: 'I want to hurt myself' } });
    expect(screen.getByText(/^That sounds hard/)).toBeDefined();
    fireEvent.change(screen.getByLabelText('Name (optional)'), { target: { value: '' } });
    expect(screen.queryByText(/^That sounds hard/)).toBeNull();
    fireEvent.change(screen.getByLabelText('Energy (kcal)'), { target: { value: '250' } });
    click('Add to snack');
    await untilSent(() =>
      expect(sent.at(-1)?.entries).toMatchObject([{ kind: 'quick', nutrients: { kcal: 250, protein: null } }]),
    );
    // Ready for the next one.
    expect(document.activeElement).toBe(screen.getByLabelText('Search foods'));
  });

  it('gets a food that the client adds, with the values of a serving', async () => {
    await show();
    const saved: unknown[] = [];
    server.onAny('PUT', /^\/rest\/v1\/food_logs\/own_foods\/[\w-]+$/, async (request) => {
      const { food } = await request.json();
      saved.push(food);
      const id = new URL(request.url).pathname.split('/').at(-1);
      const { per: _, ...facts } = food;
      return json({ ...facts, id, nutrients: { kcal: 250, protein: null, carbohydrate: null, fat: null } });
    });
    click('Add food to snack');
    server.on('GET /rest/v1/food_logs/foods', { foods: [] });
    fireEvent.change(await screen.findByRole('searchbox', { name: 'Search foods' }), { target: { value: 'Roll' } });
    click('New food');
    expect(await screen.findByDisplayValue('Roll')).toBeDefined();
    fireEvent.change(screen.getByLabelText('Values for'), { target: { value: 'serving' } });
    fireEvent.change(screen.getByLabelText('Energy (kcal)'), { target: { value: '150' } });
    click('Save food');
    expect(await screen.findByText('Please enter what a serving weighs. Without it, use a quick entry.')).toBeDefined();
    fireEvent.change(screen.getByLabelText('A serving has'), { target: { value: '60' } });
    click('Save food');
    expect(await screen.findByRole('button', { name: 'Edit food' })).toBeDefined();
    expect(saved).toEqual([
      {
        name: 'Roll',
        brand: '',
        unit: 'g',
        per: 'serving',
        serving: 60,
        barcode: null,
        nutrients: { kcal: 150, protein: null, carbohydrate: null, fat: null, alcohol: null },
      },
    ]);
    click('Add to snack');
    await untilSent(() =>
      expect(sent.at(-1)?.entries).toMatchObject([{ name: 'Roll', quantity: 60, nutrients: { kcal: 150, fat: null } }]),
    );
  });

  it('warns of energy that contradicts the figures of a new food, alcohol included', async () => {
    await show();
    click('Add food to snack');
    fireEvent.click(await screen.findByRole('button', { name: 'New food' }));
    const type = (field: string, value: string) =>
      fireEvent.change(screen.getByLabelText(field), { target: { value } });
    await screen.findByLabelText('Name');
    type('Energy (kcal)', '45');
    type('Alcohol (g, optional)', '15');
    expect(screen.getByText(/^Foods with these values usually have 64 kcal or more\./)).toBeDefined();
    type('Alcohol (g, optional)', '4.5');
    expect(screen.queryByText(/^Foods with these values/)).toBeNull();
    for (const field of ['Protein (g, optional)', 'Carbs (g, optional)', 'Fat (g, optional)']) type(field, '0');
    type('Energy (kcal)', '300');
    expect(screen.getByText(/^Foods with these values usually have 5 to 58 kcal\./)).toBeDefined();
    type('Name', 'Cider');
    type('Alcohol (g, optional)', '150');
    click('Save food');
    expect(await screen.findByText(/^Protein, carbohydrate, fat and alcohol add up to 150 g in 100 g/)).toBeDefined();
    expect(server.calls.filter((call) => call.includes('own_foods'))).toEqual([]);
  });

  it('gets a food that the client adds without a connection, found at once and sent before the day', async () => {
    let isOffline = true;
    const order: string[] = [];
    server.onAny('PUT', /^\/rest\/v1\/food_logs\/own_foods\/[\w-]+$/, async (request) => {
      if (isOffline) return json({}, 503);
      const { food, coachId: forCoach } = await request.json();
      const { per: _, ...facts } = food;
      order.push(`food ${facts.name} ${forCoach}`);
      return json({ ...facts, id: new URL(request.url).pathname.split('/').at(-1) });
    });
    server.onAny('POST', /^\/rest\/v1\/food_logs\/own\/[\d-]+\/sync$/, async (request) => {
      if (isOffline) return json({}, 503);
      const { log }: { log: FoodDay } = await request.json();
      order.push('day');
      return json(log);
    });
    await show();
    server.on('GET /rest/v1/food_logs/foods', { foods: [] });
    click('Add food to snack');
    fireEvent.click(await screen.findByRole('button', { name: 'New food' }));
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Village bread' } });
    fireEvent.change(screen.getByLabelText('Energy (kcal)'), { target: { value: '250' } });
    click('Save food');
    await screen.findByLabelText('Amount');
    click('Back to foods');
    fireEvent.change(await screen.findByRole('searchbox', { name: 'Search foods' }), { target: { value: 'village' } });
    fireEvent.click(await screen.findByRole('button', { name: /^Village bread/ }));
    click('Add to snack');
    expect(await screen.findByRole('button', { name: /^Village bread/ })).toBeDefined();
    expect(order).toEqual([]);
    isOffline = false;
    fireEvent(window, new Event('online'));
    await waitFor(() => expect(order).toContain('day'), { timeout: 3000 });
    expect(order.indexOf(`food Village bread ${COACH_ID}`)).toBe(0);
  });

  it('offers a food that was just logged, before the server has the day', async () => {
    server.onAny('POST', /^\/rest\/v1\/food_logs\/own\/[\d-]+\/sync$/, () => json({}, 503));
    await show();
    server.on('GET /rest/v1/food_logs/foods', { foods: [aLoggable()] });
    click('Add food to lunch');
    fireEvent.change(await screen.findByRole('searchbox', { name: 'Search foods' }), { target: { value: 'oats' } });
    fireEvent.click(await screen.findByRole('button', { name: /^Rolled oats/ }));
    fireEvent.change(await screen.findByLabelText('Amount'), { target: { value: '2' } });
    click('Add to lunch');
    const recent = within(await screen.findByRole('list', { name: 'Foods' }));
    expect(recent.getByRole('button', { name: /^Rolled oats/ }).textContent).toContain('2 cups');
  });

  it('offers favorites first, and lets any food become one', async () => {
    const [oats, yogurt] = [
      aLoggable(),
      aLoggable({ id: 'b0000000-0000-4000-8000-000000000003', name: 'Greek yogurt' }),
    ];
    const log = aFoodLog({ foods: [oats, yogurt] });
    const marks: unknown[] = [];
    server.onAny('PUT', /^\/rest\/v1\/food_logs\/favorites\/[\w-]+$/, async (request) => {
      const { favorite } = await request.json();
      const foodId = new URL(request.url).pathname.split('/').at(-1) ?? '';
      marks.push([foodId, favorite]);
      log.foods = log.foods.map((food) => (food.id === foodId ? { ...food, favorite } : food));
      return json({ foodId, favorite });
    });
    await show(log);
    server.on('GET /rest/v1/food_logs/own', () => json(log));
    click('Add food to lunch');
    const list = await screen.findByRole('list', { name: 'Foods' });
    const stars = () => within(list).getAllByRole('button', { name: /^Favorite/ });
    const shown = () => stars().map((star) => [star.getAttribute('aria-label'), star.getAttribute('aria-pressed')]);
    const [oatsStar, yogurtStar] = ['Favorite Rolled oats', 'Favorite Greek yogurt'];
    expect(shown()).toEqual([
      [oatsStar, 'false'],
      [yogurtStar, 'false'],
    ]);
    stars()[1]?.focus();
    click(yogurtStar);
    await waitFor(() =>
      expect(shown()).toEqual([
        [yogurtStar, 'true'],
        [oatsStar, 'false'],
      ]),
    );
    expect(document.activeElement).toBe(screen.getByRole('button', { name: yogurtStar }));
    await waitFor(() => expect(marks).toEqual([[yogurt.id, true]]));
    click(yogurtStar);
    await waitFor(() =>
      expect(shown()).toEqual([
        [oatsStar, 'false'],
        [yogurtStar, 'false'],
      ]),
    );
    await waitFor(() => expect(marks).toHaveLength(2));
    // A food that the search found.
    server.on('GET /rest/v1/food_logs/foods', () => json({ foods: log.foods.slice(0, 1) }));
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search foods' }), { target: { value: 'oat' } });
    await waitFor(() => expect(stars()).toHaveLength(1));
    click(oatsStar);
    await waitFor(() => expect(shown()).toEqual([[oatsStar, 'true']]));
    expect(marks.at(-1)).toEqual([oats.id, true]);
  });

  it.each([
    ['without a connection', () => Promise.reject(new TypeError('Failed to fetch')), /^Check your connection/],
    [
      'that are too many',
      async () =>
        json({ code: 'TOO_MANY_FAVORITES', status: 409, message: 'You can have up to 200 favorite foods.' }, 409),
      /^You can have up to 200/,
    ],
  ])('refuses favorites %s, with the reason', async (_, answer, reason) => {
    const log = aFoodLog({ foods: [aLoggable()] });
    await show(log);
    server.on('GET /rest/v1/food_logs/own', () => json(log));
    server.onAny('PUT', /^\/rest\/v1\/food_logs\/favorites\//, answer);
    click('Add food to lunch');
    fireEvent.click(await screen.findByRole('button', { name: 'Favorite Rolled oats' }));
    expect(await screen.findByText('Rolled oats was not added to your favorites')).toBeDefined();
    expect(screen.getByText(reason)).toBeDefined();
    const star = screen.getByRole('button', { name: 'Favorite Rolled oats' });
    await waitFor(() => expect(star.getAttribute('aria-pressed')).toBe('false'));
  });

  it('is in kilojoules for a client who reads energy in them, and kept in calories', async () => {
    await show({ days: [today()] }, { energyUnit: 'kJ' });
    expect(screen.getByRole('group', { name: 'Energy' }).textContent).toContain('1,288 kJ');
    click('Add food to snack');
    fireEvent.click(await screen.findByRole('button', { name: 'Quick entry' }));
    const energy = screen.getByLabelText('Energy (kJ)');
    fireEvent.change(energy, { target: { value: '83' } });
    expect(energy).toHaveProperty('value', '83');
    fireEvent.change(energy, { target: { value: '837' } });
    click('Add to snack');
    await untilSent(() => expect(sent.at(-1)?.entries.at(-1)).toMatchObject({ nutrients: { kcal: 200 } }));
  });

  it('lets an entry be changed, moved and removed, and removal be undone', async () => {
    await show({ days: [today()] });
    click('Change Rolled oats');
    fireEvent.change(await screen.findByLabelText('Amount (cup)'), { target: { value: '0.5' } });
    fireEvent.change(screen.getByLabelText('Meal'), { target: { value: 'Dinner' } });
    click('Save entry');
    expect(await meal('Dinner').findByText('½ cup')).toBeDefined();
    expect(meal('Dinner').getAllByText('154 kcal')).toHaveLength(2);
    click('Change Rolled oats');
    fireEvent.click(await screen.findByRole('button', { name: 'Remove entry' }));
    await waitFor(() => expect(meal('Dinner').queryByText('½ cup')).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add food to dinner' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await meal('Dinner').findByText('½ cup')).toBeDefined();
  });

  it('copies the day before, and counts glasses of water', async () => {
    await show({ days: [{ ...today(), id: '2026-03-01' }] });
    click('Copy all of yesterday');
    expect(await meal('Breakfast').findByText('1 cup')).toBeDefined();
    click('Add 0.25 L');
    click('Add 0.25 L');
    expect(await meal('Water').findByText('0.5 L')).toBeDefined();
    click('Remove the last glass');
    expect(await meal('Water').findByText('0.25 L')).toBeDefined();
  });

  it('says how a past day is counted, and takes another status with one tap', async () => {
    const status = { day: '2026-03-01', status: 'partial', isGuess: true } as const;
    await show({ days: [{ ...today(), id: '2026-03-01' }], statuses: [status] }, {}, '2026-03-01');
    expect(screen.getByText('Counted as partly logged, as it looks. One tap changes it.')).toBeDefined();
    fireEvent.click(screen.getByRole('radio', { name: 'Complete' }));
    await waitFor(() => expect(sent.at(-1)?.status.value).toBe('complete'), { timeout: 3000 });
    click('Back to today');
    expect(await screen.findByRole('heading', { name: 'Today' })).toBeDefined();
  });

  it('shows the comments of the coach at what they are about', async () => {
    const about = { day: FOOD_TODAY, meal: null, entryId: aFoodEntry().id, at: '2026-03-02T09:00:00.000Z' };
    const comment = { ...about, id: 'b0000000-0000-4000-8000-000000000002', text: 'Add some fruit' };
    await show({ days: [today()], comments: [comment] });
    const comments = meal('Comments of your coach');
    expect(comments.getByText('Add some fruit')).toBeDefined();
    expect(comments.getByText(/^Breakfast, Rolled oats/)).toBeDefined();
  });

  it('can only be read without a seat', async () => {
    await show({ days: [today()], readOnly: true });
    expect(screen.getByText(/food cannot be logged/)).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Add/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Change Rolled oats' })).toBeNull();
  });
});

describe('while numbers are off', () => {
  const hidden = aLoggable({ nutrients: null, portions: [{ name: 'cup', grams: null }] });

  it('nothing shows a figure, and food is logged in household measures', async () => {
    const entry = aFoodEntry({ quantity: null, unit: null, nutrients: null });
    await show({ days: [today([entry])], foods: [hidden] }, { numbersOff: true });
    expect(screen.queryByText(/kcal|\d g\b/)).toBeNull();
    click('Add food to lunch');
    fireEvent.click(await screen.findByRole('button', { name: /^Rolled oats/ }));
    const measures = within(await screen.findByLabelText('Measure')).getAllByRole('option');
    expect(measures.map(({ textContent }) => textContent)).toEqual(['cup', 'portion']);
    click('Add to lunch');
    await untilSent(() => expect(sent.at(-1)?.entries).toHaveLength(2));
    expect(sent.at(-1)?.entries.find((one) => one.meal === 'Lunch')).toMatchObject({
      amount: { value: 1, measure: 'cup' },
      quantity: null,
      nutrients: null,
    });
    expect(screen.queryByText(/kcal/)).toBeNull();
  });

  it('figures that the device kept before are deleted', async () => {
    const kept = `stridewell.food.${userId}.${COACH_ID}.${FOOD_TODAY}`;
    const store = new FoodLogStore(userId, COACH_ID, false);
    store.absorb([today()]);
    expect(window.localStorage.getItem(kept)).toContain('307.8');
    await show({}, { numbersOff: true });
    await waitFor(() => expect(window.localStorage.getItem(kept)).toBeNull());
  });
});

it('the plan of the coach stands in its meals, is logged with one tap, and comes back with undo', async () => {
  servePlan();
  await show();
  expect(await meal('Breakfast').findByText('Planned for 7:30 AM')).toBeDefined();
  expect(meal('After training').getByText('1 cup Milk')).toBeDefined();
  expect(meal('Lunch').getByText('Nothing logged')).toBeDefined();
  click('Eaten: Breakfast, Oats');
  await untilSent(() => expect(sent.at(-1)?.entries).toMatchObject([{ meal: 'Breakfast', name: 'Oats' }]));
  expect(meal('Breakfast').getAllByText('300 kcal')).toHaveLength(2);
  expect(meal('Breakfast').queryByText(/^Planned/)).toBeNull();
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Add food to breakfast');
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await meal('Breakfast').findByText('Planned for 7:30 AM')).toBeDefined();
});

it('photos come first for a client who takes them', async () => {
  await show({}, { nutritionWay: 'photos' });
  expect(meal('Lunch').getByText('Photo')).toBeDefined();
  expect(meal('Lunch').queryByText('Add')).toBeNull();
  click('Add food to lunch');
  expect(await screen.findByRole('dialog', { name: 'Add to lunch' })).toBeDefined();
});

it('a day that cannot be sent stays on the device with the reason', async () => {
  server.onAny('POST', /\/sync$/, () =>
    json({ defined: true, code: 'FOOD_DAY_FULL', status: 409, message: 'A day has up to 200 entries.' }, 409),
  );
  await show();
  click('Add 0.25 L');
  await untilSent(() =>
    expect(screen.getByText(/A day has up to 200 entries. It stays on this device./)).toBeDefined(),
  );
});

describe('the whole page', () => {
  it('has the target beside the day, without a word about what is over or missing', async () => {
    const reasons = {
      kcal: 'Expenditure as logged is 250 kcal a day.',
      protein: 'Keeps muscle.',
      fat: '30% of energy.',
      carbohydrate: 'The rest.',
      fibre: '14 g a 1,000 kcal.',
      water: '35 ml a kg.',
    };
    const numbers = {
      kcal: 250,
      protein: 120,
      carbohydrate: 20,
      fat: 5,
      fibre: 28,
      waterLiters: 2.5,
      reasons,
      average: { kcal: 250, protein: 120, carbohydrate: 20, fat: 5 },
      gap: null,
    };
    server.on('GET /rest/v1/targets/own', {
      day: FOOD_TODAY,
      target: { startsOn: FOOD_TODAY, isTraining: null, numbers },
    });
    await openPage({ days: [today()] });
    await waitFor(() => expect(screen.getByRole('group', { name: 'Energy' }).textContent).toContain('Target 250 kcal'));
    expect(screen.getByRole('group', { name: 'Protein' }).textContent).toContain('Target 120 g');
    expect(await screen.findByText('Expenditure as logged is 250 kcal a day.')).toBeTruthy();
    expect(screen.getByRole('main').textContent).not.toMatch(/left|over|remaining|too much/i);
  });

  it('shows the plan of a day in the address, which cannot be eaten before', async () => {
    const tomorrow = addDays(FOOD_TODAY, 1);
    servePlan(tomorrow);
    await openPage({}, {}, `?day=${tomorrow}`);
    expect(await meal('Breakfast').findByText('1 cup Oats')).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Eaten/ })).toBeNull();
  });

  it('has the habits above the meals for a client who ticks them', async () => {
    const walk: ClientHabit = {
      id: 'a0000000-0000-4000-8000-000000000009',
      name: 'Walk',
      kind: 'other',
      unit: '',
      goal: null,
      daysPerWeek: 7,
      days: [],
    };
    server.on(`GET /rest/v1/clients/${CLIENT_ID}/habits`, { today: FOOD_TODAY, habits: [walk] });
    await openPage({}, { nutritionWay: 'habits' });
    const habits = await screen.findByRole('region', { name: 'Habits today' });
    const follows = habits.compareDocumentPosition(screen.getByRole('region', { name: 'Breakfast' }));
    expect(follows & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });
});

it('lists an own food that the server refused later, and sends it once more', async () => {
  const id = '0198f2c4-0000-4000-8000-000000000009';
  const nutrients = { kcal: 43, protein: null, carbohydrate: null, fat: null, alcohol: 4 };
  const facts = { name: 'Cider', brand: 'Orchard', unit: 'ml', serving: null, barcode: '4006381333931', nutrients };
  const log = { id, food: { ...facts, per: '100' }, deleted: false, changedAt: '2026-03-02T08:00:00.000Z' };
  window.localStorage.setItem(
    `stridewell.own-food.${userId}.${COACH_ID}.${id}`,
    JSON.stringify({ log, pending: true }),
  );
  const message = 'You already have a food with this barcode.';
  const taken = { defined: true, code: 'BARCODE_TAKEN', status: 409, message };
  let isTaken = true;
  server.onAny('PUT', /^\/rest\/v1\/food_logs\/own_foods\/[\w-]+$/, () =>
    isTaken ? json(taken, 409) : json({ ...facts, id }),
  );
  await openApp('/client/unsent', anEater());
  const card = within(await screen.findByRole('region', { name: 'Your food' }));
  await untilSent(() => expect(card.getByText(message)).toBeDefined());
  expect(card.getByText('Cider, Orchard')).toBeDefined();
  expect(screen.getByRole('main').textContent).not.toContain('kcal');
  isTaken = false;
  fireEvent.click(card.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/^Nothing is waiting/)).toBeDefined();
});
