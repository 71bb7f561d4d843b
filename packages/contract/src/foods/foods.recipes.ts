import { z } from 'zod';
import { procedure } from '../errors.ts';
import { id, line } from '../fields.ts';
import { FOOD_BOUNDS } from './foods.rules.ts';
import { coachFood, recipe, TOO_MANY_OWN } from './foods.ts';

/** The input for a recipe. */
export const recipeInput = recipe.extend({ name: line(FOOD_BOUNDS.name) });
export type RecipeInput = z.infer<typeof recipeInput>;

/** Recipes of a coach. They are foods: search, plans and logs have them by the same ids. */
export const recipes = {
  getRecipe: procedure({ allow: 'coach' })
    .route({
      method: 'GET',
      path: '/recipes/{foodId}',
      tags: ['foods'],
      summary: 'Get a recipe with its ingredients as they are today; for an earlier version, the latest',
    })
    .input(z.object({ coachId: id, foodId: id }))
    .output(
      z.object({
        food: coachFood,
        recipe,
        /** Deleted ingredients are missing. */
        foods: z.array(coachFood),
      }),
    ),
  saveRecipe: procedure({ allow: 'coach' })
    .route({
      method: 'POST',
      path: '/recipes/{foodId}',
      tags: ['foods'],
      summary:
        'Add a recipe, or a version that replaces another one; plans keep the old one. Repeating changes nothing',
    })
    .input(
      z.object({
        coachId: id,
        /** A new id, also for a new version. */
        foodId: id,
        /** The version that the coach edited; null for a new recipe. */
        replaces: id.nullable(),
        recipe: recipeInput,
      }),
    )
    .output(coachFood)
    .errors({
      RECIPE_CHANGED: {
        status: 409,
        message: 'This recipe was changed elsewhere. Reload to see the latest version.',
      },
      RECIPE_NOT_POSSIBLE: {
        status: 409,
        message: 'This recipe cannot be saved as it is.',
        data: z.object({ problem: z.string() }),
      },
      TOO_MANY_FOODS: TOO_MANY_OWN,
    }),
};
