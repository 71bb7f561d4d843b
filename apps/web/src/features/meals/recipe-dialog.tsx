import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { countLabel, numberText } from '../../lib/format.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { ownRecipeQuery } from './meals.queries.ts';

const servingsText = (servings: number): string =>
  Number.isInteger(servings) ? countLabel(servings, 'serving') : `${numberText(servings)} servings`;

/** How a client cooks a recipe of the plan. */
export function RecipeDialog({ foodId, name, onClose }: { foodId: string; name: string; onClose: () => void }) {
  const query = useQuery(ownRecipeQuery(foodId));
  return (
    <Dialog opened onClose={onClose} title={name}>
      <QueryBoundary query={query} failed="The recipe could not be loaded" skeleton={200}>
        {({ servings, minutes, ingredients, steps }) => (
          <Stack gap="md">
            <Muted>
              {[servingsText(servings), minutes !== null && countLabel(minutes, 'minute')].filter(Boolean).join(', ')}
            </Muted>
            <section>
              <Title order={3} size="h4">
                Ingredients
              </Title>
              <ul>
                {ingredients.map(({ foodId: id, name: food, text }) => (
                  <li key={`${id} ${text}`}>
                    {text} {food}
                  </li>
                ))}
              </ul>
            </section>
            {steps !== '' && (
              <section>
                <Title order={3} size="h4">
                  Steps
                </Title>
                <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{steps}</Text>
              </section>
            )}
          </Stack>
        )}
      </QueryBoundary>
    </Dialog>
  );
}
