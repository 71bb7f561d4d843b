import { checkInDraft } from '@stridewell/contract/checkins/checkins.answers.rules';
import { id } from '@stridewell/contract/fields';
import { storedFile } from '@stridewell/contract/files/files';
import { foodDay } from '@stridewell/contract/foodlogs/foodlogs';
import { ownFoodInput } from '@stridewell/contract/foodlogs/foodlogs.foods';
import { workoutLog } from '@stridewell/contract/workouts/workouts';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { isStoredFile } from '../device/stored-file.ts';
import { isCheckInDraft } from '../features/checkins/checkins.stored.ts';
import { isFoodDay } from '../features/foodlogs/foodlogs.stored.ts';
import { isOwnFoodChange } from '../features/foodlogs/foodlogs.stored-foods.ts';
import { isWorkoutLog } from '../features/workouts/workouts.stored.ts';

const ID = '0197a2c4-1111-7222-8333-944455556666';
const AT = '2026-11-20T10:00:00.000Z';

const FILE = { id: ID, kind: 'image', name: 'front.jpg', bytes: 1200, width: 30, height: null };

const DRAFT = {
  id: ID,
  templateId: null,
  version: 0,
  answers: {
    weight: 71.5,
    mood: 'Good',
    habits: ['Sleep'],
    photos: [{ slot: 'front', fileId: ID }],
    sizes: { waist: 80 },
  },
  savedAt: AT,
};

const LOG = {
  id: `${ID}.monday1.2026-11-20`,
  head: {
    clientProgramId: ID,
    dayKey: 'monday1',
    weekNumber: 2,
    day: '2026-11-20',
    name: 'Legs',
    exercises: [
      {
        key: 'squat12',
        exerciseId: ID,
        name: 'Squat',
        group: 'A',
        sets: [
          {
            count: 3,
            reps: '8-10',
            kind: 'normal',
            load: { unit: 'kg', value: 60 },
            effort: { scale: 'rir', value: 2 },
            tempo: '3-1-1-0',
            rest: 90,
          },
        ],
        notes: '',
        alternatives: [ID],
        swappedFrom: null,
        replaces: 'lunge12',
      },
    ],
    groups: [{ letter: 'A', format: 'superset', minutes: null, rest: 60 }],
    startedAt: AT,
    finishedAt: null,
    note: '',
    pains: [
      { id: ID, part: 'knee', level: 'mild', exerciseKey: null, note: '', at: AT, deleted: false, changedAt: AT },
    ],
    deleted: false,
    importedFrom: 'strong',
    changedAt: AT,
    changes: { finish: AT, note: AT, exercises: AT },
  },
  sets: [
    {
      id: 'squat12-1',
      exerciseKey: 'squat12',
      position: 0,
      kind: 'normal',
      weightKg: 60,
      reps: 8,
      seconds: null,
      metres: null,
      rir: null,
      note: '',
      done: true,
      deleted: false,
      changedAt: AT,
    },
  ],
};

const FOOD_DAY = {
  id: '2026-11-20',
  status: { value: 'complete', changedAt: AT },
  note: { value: 'Dinner out', changedAt: AT },
  entries: [
    {
      id: ID,
      kind: 'food',
      meal: 'Breakfast',
      name: 'Rolled oats',
      foodId: ID,
      tier: 'curated',
      amount: { value: 1.5, measure: 'cup' },
      quantity: 121.5,
      unit: 'g',
      nutrients: { kcal: 460, protein: 16, carbohydrate: null, fat: 7.9 },
      fileId: ID,
      mealPlanId: 'plan-1',
      plannedMealId: 'meal-1',
      at: AT,
      deleted: false,
      changedAt: AT,
    },
  ],
};

const OWN_FOOD = {
  id: ID,
  food: {
    name: 'Corner shop cider',
    brand: 'Orchard',
    unit: 'ml',
    serving: 330,
    barcode: '4006381333931',
    per: 'serving',
    nutrients: { kcal: 165, protein: 0, carbohydrate: 14, fat: null, alcohol: 15 },
  },
  deleted: false,
  changedAt: AT,
};

/** The server gets the food, and the device when it was changed. */
const ownFoodChange = z.object({ id, food: ownFoodInput, deleted: z.boolean(), changedAt: z.iso.datetime() });

/** Copies of `value` in which one part, at any depth, is of another type or missing. */
function* spoiled(value: unknown): Generator<unknown> {
  for (const other of [undefined, { unknown: [] }, 'Not this', -0.5, true]) yield other;
  if (typeof value !== 'object' || value === null) return;
  for (const name of Object.keys(value))
    for (const part of spoiled(Reflect.get(value, name))) {
      const copy = structuredClone(value);
      Reflect.set(copy, name, part);
      yield copy;
    }
}

type Check = (value: unknown) => boolean;

describe.each<[string, object, Check, Check]>([
  ['a file', FILE, isStoredFile, (value) => storedFile.safeParse(value).success],
  ['a draft of a check-in', DRAFT, isCheckInDraft, (value) => checkInDraft.safeParse(value).success],
  ['a workout', LOG, isWorkoutLog, (value) => workoutLog.safeParse(value).success],
  ['a day of a food log', FOOD_DAY, isFoodDay, (value) => foodDay.safeParse(value).success],
  ['an own food', OWN_FOOD, isOwnFoodChange, (value) => ownFoodChange.safeParse(value).success],
])('%s', (_name, sample, isValid, schema) => {
  test('the sample is valid', () => {
    expect(schema(sample)).toBe(true);
    expect(isValid(sample)).toBe(true);
  });

  test('the schema accepts nothing that the check refuses', () => {
    const refused = [...spoiled(sample)].filter((value) => schema(value) && !isValid(value));
    expect(refused).toEqual([]);
  });

  test('a part of another type is refused', () => {
    // Bounds and formats of texts and numbers are the server's to check: both are of their type.
    const isOfType = (value: unknown) => JSON.stringify(value)?.match(/Not this|-0\.5/) !== null;
    const accepted = [...spoiled(sample)].filter((value) => !schema(value) && isValid(value) && !isOfType(value));
    expect(accepted).toEqual([]);
  });
});
