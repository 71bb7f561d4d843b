import { z } from 'zod';
import { procedure } from '../errors.ts';
import { id, instant, line, text } from '../fields.ts';
import { barcodeOrNone, foodAmount, known, lineOrNone, NUMBER, nutrients, portion } from './foods.fields.ts';
import { RECIPE_BOUNDS, type Recipe } from './foods.recipes.rules.ts';
import {
  ALLERGENS,
  COACH_COLLECTIONS,
  DIETS,
  dietProblem,
  FOOD_BOUNDS,
  FOOD_CATEGORIES,
  FOOD_FIELD_LABELS,
  FOOD_UNITS,
  foodKey,
  nutrientProblem,
} from './foods.rules.ts';

const foodFields = nutrients.extend({
  name: line(FOOD_BOUNDS.name),
  /** Empty for a food of no brand. */
  brand: lineOrNone(FOOD_BOUNDS.brand),
  category: z.enum(FOOD_CATEGORIES),
  unit: z.enum(FOOD_UNITS),
  portions: z.array(portion).max(FOOD_BOUNDS.portions, `Please use at most ${FOOD_BOUNDS.portions} portions`),
  allergens: known(ALLERGENS),
  diets: known(DIETS),
  /** The code on its pack; empty without one. */
  barcode: barcodeOrNone.default(''),
  /** Where the values are from, like `USDA SR Legacy`, and the id that the food has there. */
  source: lineOrNone(FOOD_BOUNDS.source),
  sourceId: lineOrNone(FOOD_BOUNDS.sourceId),
});

const NEEDS_SOURCE = { path: ['source'], message: 'Please name the source of this id' };
const hasSource = ({ source, sourceId }: Record<'source' | 'sourceId', string>) => sourceId === '' || source !== '';

/** The input for a food, of operators as of coaches. */
export const foodInput = foodFields.refine(hasSource, NEEDS_SOURCE).superRefine((food, context) => {
  const problem = nutrientProblem(food, food.unit);
  if (problem) context.addIssue({ code: 'custom', path: [problem.nutrient], message: problem.message });
  const contradiction = dietProblem(food.allergens, food.diets);
  if (contradiction) context.addIssue({ code: 'custom', path: ['diets'], message: contradiction });
});
export type FoodInput = z.infer<typeof foodInput>;

/** A food of all coaches. `builtIn`: it ships with the product. */
export const food = z.object({
  ...foodFields.shape,
  id,
  builtIn: z.boolean(),
  hidden: z.boolean(),
  version: z.int(),
});
export type Food = z.infer<typeof food>;

const ingredient = z.object({
  foodId: id,
  /** The food's name when it was added, shown when the food has been deleted since. */
  name: line(FOOD_BOUNDS.name),
  amount: foodAmount,
});

export const recipeYield = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('raw') }),
  z.object({
    kind: z.literal('grams'),
    grams: z.number(NUMBER).min(1, 'Please enter 1 g or more').max(RECIPE_BOUNDS.grams),
  }),
  z.object({
    kind: z.literal('factor'),
    factor: z.number(NUMBER).min(RECIPE_BOUNDS.factor.least).max(RECIPE_BOUNDS.factor.most),
  }),
]);
export const recipeIngredients = z
  .array(ingredient)
  .min(1, 'Please add an ingredient')
  .max(RECIPE_BOUNDS.ingredients, `A recipe can have up to ${RECIPE_BOUNDS.ingredients} ingredients`);

/** The content of a recipe. What it contains follows from the foods. */
export const recipe = z.object({
  servings: z.number(NUMBER).min(0.5, 'Please enter 0.5 or more').max(RECIPE_BOUNDS.servings),
  yield: recipeYield,
  minutes: z.int().min(1).max(RECIPE_BOUNDS.minutes).nullable(),
  steps: text(RECIPE_BOUNDS.steps),
  ingredients: recipeIngredients,
}) satisfies z.ZodType<Recipe>;

/** A recipe as plans need it: the ingredients of all `grams`, with those of inner recipes in place of these recipes. */
export const recipeFacts = z.object({
  grams: z.number(),
  servings: z.number(),
  minutes: z.int().nullable(),
  ingredients: z.array(
    ingredient.extend({
      category: z.enum(FOOD_CATEGORIES),
      unit: z.enum(FOOD_UNITS),
      portions: z.array(portion),
    }),
  ),
});

/** A row of a file, which has no codes of packs. What it does not say stays, and begins empty for a new food. */
export const foodRow = z.object({
  ...foodFields.omit({ barcode: true }).partial().shape,
  ...foodFields.pick({ name: true, kcal: true, protein: true, carbohydrate: true, fat: true }).shape,
});
export type FoodRow = z.infer<typeof foodRow>;

/** Values of a new food, for which only the required ones are known. */
export const EMPTY_FOOD: Omit<FoodInput, 'name' | 'kcal' | 'protein' | 'carbohydrate' | 'fat'> = {
  sugar: null,
  saturatedFat: null,
  fibre: null,
  sodiumMg: null,
  alcohol: null,
  brand: '',
  category: 'other',
  unit: 'g',
  portions: [],
  allergens: { yes: [], no: [] },
  diets: { yes: [], no: [] },
  barcode: '',
  source: '',
  sourceId: '',
};

export const keyOfRow = ({ name, brand = '', source = '', sourceId = '' }: FoodRow): string =>
  foodKey({ name, brand, source, sourceId });

/** A food as a row makes it, or why the two do not fit together. */
export function mergeRow(before: FoodInput | null, row: FoodRow): { food: FoodInput } | { problem: string } {
  const checked = foodInput.safeParse({ ...EMPTY_FOOD, ...before, ...row });
  if (checked.success) return { food: checked.data };
  return { problem: problemIn(checked.error) };
}

/** The first problem, with the field that it is about. */
export function problemIn({ issues: [issue] }: z.ZodError): string {
  if (!issue) return 'Not valid';
  const label = issue.code === 'custom' ? undefined : FOOD_FIELD_LABELS[String(issue.path[0])];
  return label ? `${label}: ${issue.message}` : issue.message;
}

export const foodSelection = z.object({
  /** Words that a name or brand has, or how they begin. */
  q: z
    .string()
    .trim()
    .max(FOOD_BOUNDS.search)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u)
    .optional(),
  category: z.enum(FOOD_CATEGORIES).optional(),
  /** `hidden` for hidden foods alone. */
  show: z.literal('hidden').optional(),
});
export type FoodSelection = z.infer<typeof foodSelection>;

/**
 * A food as a coach sees it. `own`: added by the coach. `changed`: a food of all coaches that this coach has edited.
 * `version` counts the coach's edits.
 */
export const coachFood = food.extend({
  own: z.boolean(),
  changed: z.boolean(),
  favorite: z.boolean(),
  /** Null for a food that is no recipe. */
  recipe: recipeFacts.nullable(),
});
export type CoachFood = z.infer<typeof coachFood>;

/** `show`: only the coach's own and edited foods, favorites or hidden ones; without it, all that are not hidden. */
export const coachFoodSelection = foodSelection.extend({ show: z.enum(COACH_COLLECTIONS).optional() });
export type CoachFoodSelection = z.infer<typeof coachFoodSelection>;

const foodOfCoach = { coachId: id, foodId: id };
export const TOO_MANY_OWN = {
  status: 409,
  message: `You can have up to ${FOOD_BOUNDS.own.toLocaleString('en-US')} foods of your own. Change or delete one of them instead.`,
};

const MERGE_NOT_POSSIBLE = { status: 409, message: 'A recipe would contain itself, or too many others. Keep both.' };
const BARCODE_TAKEN = { status: 409, message: 'Another food has this code already. Change that one instead.' };

const ofCoach = {
  listCoachFoods: procedure({ allow: 'coach', whileViewing: true })
    .route({
      method: 'GET',
      path: '/foods',
      tags: ['foods'],
      summary: 'List the foods of a coach by name, or the ones found with the best first',
    })
    .input(coachFoodSelection.extend({ coachId: id, cursor: z.string().max(1000).optional() }))
    .output(z.object({ foods: z.array(coachFood), nextCursor: z.string().nullable() })),
  getCoachFood: procedure({ allow: 'coach', whileViewing: true })
    .route({
      method: 'GET',
      path: '/foods/{foodId}',
      tags: ['foods'],
      summary: 'Get a food of a coach; for a merged food, the one that it was merged into',
    })
    .input(z.object(foodOfCoach))
    .output(coachFood),
  saveCoachFood: procedure({ allow: 'coach' })
    .route({
      method: 'POST',
      path: '/foods/{foodId}',
      tags: ['foods'],
      summary: 'Add a food, or change any for this coach; repeating changes nothing',
    })
    .input(
      z.object({
        ...foodOfCoach,
        /** Version that the coach edited; 0 for a new or unchanged food. */
        basedOn: z.int().min(0).max(1_000_000),
        food: foodInput,
      }),
    )
    .output(coachFood)
    .errors({
      FOOD_CHANGED: { status: 409, message: 'This food was changed elsewhere. Reload to see the latest version.' },
      TOO_MANY_FOODS: TOO_MANY_OWN,
      BARCODE_TAKEN,
    }),
  markCoachFood: procedure({ allow: 'coach' })
    .route({
      method: 'PATCH',
      path: '/foods/{foodId}',
      tags: ['foods'],
      summary: 'Hide a food, show it again, or make it a favorite; repeating changes nothing',
    })
    .input(z.object({ ...foodOfCoach, hidden: z.boolean().optional(), favorite: z.boolean().optional() }))
    .output(coachFood)
    .errors({
      TOO_MANY_MARKED: {
        status: 409,
        message: `You can hide or favorite up to ${FOOD_BOUNDS.marked.toLocaleString('en-US')} foods.`,
      },
    }),
  mergeCoachFoods: procedure({ allow: 'coach' })
    .route({
      method: 'POST',
      path: '/foods/{foodId}/merge',
      tags: ['foods'],
      summary:
        'Replace a duplicate by another own food; the id of the duplicate stays valid. Repeating changes nothing',
    })
    .input(z.object({ ...foodOfCoach, duplicateId: id }))
    .output(coachFood)
    .errors({ MERGE_NOT_POSSIBLE }),
  deleteCoachFood: procedure({ allow: 'coach' })
    .route({
      method: 'DELETE',
      path: '/foods/{foodId}',
      tags: ['foods'],
      summary: 'Delete an own food, or undo all changes to a food of all coaches; repeating changes nothing',
    })
    .input(z.object(foodOfCoach))
    .output(z.object({ foodId: id })),
};

const importKey = z.object({ importId: id });

export const foods = {
  ...ofCoach,
  listFoods: procedure({ allow: 'operator', right: 'settings' })
    .route({
      method: 'GET',
      path: '/operator/foods',
      tags: ['foods'],
      summary: 'List the foods by name, or the ones found with the best first',
    })
    .input(foodSelection.extend({ cursor: z.string().max(1000).optional() }))
    .output(z.object({ foods: z.array(food), nextCursor: z.string().nullable() })),
  getFood: procedure({ allow: 'operator', right: 'settings' })
    .route({ method: 'GET', path: '/operator/foods/{foodId}', tags: ['foods'], summary: 'Get a food' })
    .input(z.object({ foodId: id }))
    .output(food),
  saveFood: procedure({ allow: 'operator', right: 'settings' })
    .route({
      method: 'PUT',
      path: '/operator/foods/{foodId}',
      tags: ['foods'],
      summary: 'Add, change, hide or show a food; repeating changes nothing',
    })
    .input(
      z.object({
        foodId: id,
        /** Version that the operator saw; 0 for a new food. */
        basedOn: z.int().min(0).max(1_000_000),
        food: foodInput,
        hidden: z.boolean(),
      }),
    )
    .output(food)
    .errors({
      FOOD_CHANGED: {
        status: 409,
        message: 'Another operator has changed this food meanwhile, so nothing was saved.',
      },
      FOOD_EXISTS: {
        status: 409,
        message: 'There is such a food already, with the same id in its source or the same name and brand.',
      },
      BARCODE_TAKEN,
    }),
  stageFoods: procedure({ allow: 'operator', right: 'settings' })
    .route({
      method: 'PUT',
      path: '/operator/food_imports/{importId}/rows',
      tags: ['foods'],
      summary: 'Send a part of a file and see what it would change; changes nothing yet',
    })
    .input(importKey.extend({ rows: z.array(foodRow).min(1).max(FOOD_BOUNDS.perRequest) }))
    .output(
      z.object({
        added: z.int(),
        changed: z.int(),
        unchanged: z.int(),
        /** Rows that do not fit to what is known of their food, counted from 0. */
        refused: z.array(z.object({ row: z.int(), problem: z.string() })),
      }),
    ),
  importFoods: procedure({ allow: 'operator', right: 'settings' })
    .route({
      method: 'POST',
      path: '/operator/food_imports/{importId}',
      tags: ['foods'],
      summary: 'Import the rows that were sent, all or none; repeating changes nothing',
    })
    .input(importKey)
    .output(z.object({ added: z.int(), changed: z.int() })),
  /** `source`: where the first of its foods is from; empty for none. */
  listFoodImports: procedure({ allow: 'operator', right: 'settings' })
    .route({
      method: 'GET',
      path: '/operator/food_imports',
      tags: ['foods'],
      summary: 'List the newest imports that can still be undone',
    })
    .output(
      z.object({
        imports: z.array(z.object({ id, createdAt: instant, source: z.string(), added: z.int(), changed: z.int() })),
      }),
    ),
  /** `hidden`: added foods that plans, recipes or logs name. `kept`: foods that were changed since. */
  undoFoodImport: procedure({ allow: 'operator', right: 'settings' })
    .route({
      method: 'DELETE',
      path: '/operator/food_imports/{importId}',
      tags: ['foods'],
      summary: 'Undo an import, except foods that were changed since. Added foods that are in use are hidden',
    })
    .input(importKey)
    .output(z.object({ undone: z.int(), hidden: z.int(), kept: z.int() })),
};
