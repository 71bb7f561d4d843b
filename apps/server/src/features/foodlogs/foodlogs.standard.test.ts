import { randomUUID } from 'node:crypto';
import { isTimeZone } from '@stridewell/contract/time';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { aFoodDay, anEntry, aQuickEntry } from '../../../test/food-samples.ts';
import { aClient, aCoach, type Client } from '../../../test/people.ts';
import { aFood } from '../../../test/world-rows.ts';
import { readZip } from '../../../test/zip.ts';

let test: TestApp;
let client: Client;
const [foodId, code] = [randomUUID(), '4006381333931'];

beforeAll(async () => {
  test = await shareTestApp();
  test.setNow(new Date('2026-03-02T20:00:00.000Z'));
  const coach = await aCoach(test);
  client = await aClient(test, { of: coach, person: { timeZone: 'America/Los_Angeles' } });
  await coach.api.foods.saveCoachFood({
    coachId: coach.id,
    foodId,
    basedOn: 0,
    food: { ...aFood, name: 'Oats, rolled "fine"', barcode: code },
  });
  const log = aFoodDay('2026-03-01', [
    anEntry({ name: 'Oats, rolled "fine"', foodId, at: '2026-03-01T16:30:00.000Z' }),
    anEntry({ name: 'Milk', at: '2026-03-01T16:45:00.000Z' }),
    aQuickEntry(300, { meal: 'Second breakfast', name: '=cmd()', at: '2026-02-20T16:00:00.000Z' }),
    anEntry({ kind: 'water', meal: '', name: '', amount: null, quantity: 250, unit: 'ml', nutrients: null }),
    anEntry({ name: 'Removed', deleted: true }),
  ]);
  await client.api.foodlogs.syncFoodDay({ day: log.id, log });
});
afterAll(() => test.close());

/** Cells of a line as CSV, whose quotes are doubled. */
const cellsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain = '']) =>
    (quoted?.replaceAll('""', '"') ?? plain).replaceAll(/\s/g, ' '),
  );

const download = () =>
  test.app.inject({ url: '/exports/own/food-log.zip', headers: { cookie: client.caller.cookie ?? '' } });

const column = (properties: object, required: string[] = []) => ({
  type: 'object',
  properties: { sequence: { type: 'integer' }, ...properties },
  required: ['type', ...required],
  unevaluatedProperties: false,
});
const MEALS = ['breakfast', 'second-breakfast', 'brunch', 'elevenses', 'lunch', 'tea', 'dinner', 'supper', 'high-tea'];
const PLAIN = ['time', 'recipe', 'food', 'entered_quantity', 'entered_unit', 'quantity', 'unit', 'code', 'image'];

/** Rules of the published schema (openfoodfacts/food-logging, January 2026) for metadata: every column has a known type and the attributes of that type. */
const METADATA = {
  type: 'object',
  required: ['columns', 'locale'],
  properties: {
    columns: {
      type: 'object',
      additionalProperties: {
        oneOf: [
          column({ type: { enum: PLAIN } }),
          column({
            type: { const: 'meal' },
            values: { type: 'object', additionalProperties: { enum: [...MEALS, 'siu-yeh', 'snack', 'daily'] } },
          }),
          column(
            {
              type: { const: 'facet' },
              code: { enum: ['energy-kcal', 'energy-kj', 'proteins', 'carbohydrates', 'fat', 'water'] },
              factor: { type: 'integer' },
            },
            ['code'],
          ),
          column(
            {
              type: { const: 'source' },
              values: {
                type: 'object',
                additionalProperties: {
                  type: 'object',
                  properties: { source: { enum: ['gtin', 'plu'] }, location: { type: 'string' } },
                  required: ['source'],
                },
              },
            },
            ['values'],
          ),
        ],
      },
    },
    locale: { type: 'string', pattern: '^[a-z]{2}-[A-Z]{2}$' },
    timezone: { type: 'string', pattern: '^([A-Za-z_-]+(/[A-Za-z_-]+){1,2}|Etc/[A-Za-z0-9+-]+)$' },
  },
};

it('a food log is downloaded in the form of the exchange standard', async () => {
  const answer = await download();
  expect(answer.headers['content-disposition']).toBe('attachment; filename="food-log-2026-03-02.zip"');
  const files = readZip(answer.rawPayload);
  expect([...files.keys()].sort()).toEqual(['meals.csv', 'meals_metadata.json']);
  const metadata = JSON.parse(String(files.get('meals_metadata.json')));
  const check = new Ajv2020({ strict: false }).compile(METADATA);
  expect(check(metadata), JSON.stringify(check.errors)).toBe(true);
  expect(isTimeZone(metadata.timezone)).toBe(true);
  const [header = [], ...lines] = String(files.get('meals.csv')).trim().split(/\r?\n/).map(cellsOf);
  expect(Object.keys(metadata.columns)).toEqual(header);
  const data = lines.map((line) => Object.fromEntries(header.map((name, index) => [name, line[index] ?? ''])));
  expect(metadata.columns.Meal.values).toEqual({
    'All day': 'daily',
    Breakfast: 'breakfast',
    'Second breakfast': 'breakfast',
  });
  const byFood = new Map(data.map((row) => [row.Food, row]));
  expect([...byFood.keys()].sort()).toEqual(["'=cmd()", 'Milk', 'Oats, rolled "fine"', 'Water']);
  const oats = byFood.get('Oats, rolled "fine"');
  expect(oats).toMatchObject({
    Time: '3/1/26, 8:30:00 AM',
    Meal: 'Breakfast',
    Amount: '150',
    Measure: 'g',
    Quantity: '150',
    Unit: 'g',
    'Energy (kcal)': '568.5',
    Source: 'Bar code',
    Code: code,
  });
  // A meal has one time; one that was logged on another day has a usual one.
  expect(byFood.get('Milk')?.Time).toBe(oats?.Time);
  expect(byFood.get("'=cmd()")?.Time).toBe('3/1/26, 8:00:00 AM');
  expect(byFood.get('Water')).toMatchObject({ Meal: 'All day', Amount: '250', Measure: 'ml', 'Energy (kcal)': '' });
});

it('is not downloaded while numbers are hidden', async () => {
  await client.api.ways.setOwnNumbers({ hidden: true });
  expect((await download()).statusCode).toBe(404);
});
