import { Anchor, Button, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { countLabel, numberText } from '../../lib/format.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { ownRecipeQuery } from './meals.queries.ts';

const servingsText = (servings: number): string =>
  Number.isInteger(servings) ? countLabel(servings, 'serving') : `${numberText(servings)} servings`;

type Opened = { foodId: string; name: string };

/** How a client cooks a recipe of the plan, and the recipes in it. */
export function RecipeDialog({ foodId, name, onClose }: Opened & { onClose: () => void }) {
  const [inner, setInner] = useState<readonly Opened[]>([]);
  const shown = inner.at(-1) ?? { foodId, name };
  const query = useQuery(ownRecipeQuery(shown.foodId));
  return (
    <Dialog opened onClose={onClose} title={shown.name}>
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
                {ingredients.map(({ foodId: id, name: food, text, isRecipe }) => (
                  <li key={`${id} ${text}`}>
                    {text}{' '}
                    {isRecipe ? (
                      <Anchor
                        component="button"
                        type="button"
                        onClick={() => setInner([...inner, { foodId: id, name: food }])}
                      >
                        {food}
                      </Anchor>
                    ) : (
                      food
                    )}
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
            {inner.length > 0 && (
              <Button variant="default" mih={44} onClick={() => setInner(inner.slice(0, -1))}>
                Back to {inner.at(-2)?.name ?? name}
              </Button>
            )}
          </Stack>
        )}
      </QueryBoundary>
    </Dialog>
  );
}
