import { Button, Group, Stack } from '@mantine/core';
import type { CoachFood } from '@stridewell/contract/foods/foods';
import { IconPlus, IconStarFilled } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { newId } from '../../lib/ids.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { late } from '../../ui/late.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Muted } from '../../ui/muted.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { CoachFoodActions } from './coach-food-actions.tsx';
import { FoodDetails } from './food-details.tsx';
import { FoodList } from './food-list.tsx';
import { FoodToolbar } from './food-toolbar.tsx';
import { coachFoodQuery, coachFoodsQuery, recipeQuery } from './foods.coach-queries.ts';
import type { CoachFoodsSearch } from './foods.search.ts';

const CoachFoodForm = late(async () => (await import('./coach-food-form.tsx')).CoachFoodForm);

const TakeOverFood = late(async () => (await import('./take-over-food.tsx')).TakeOverFood);
const RecipeForm = late(async () => (await import('./recipe-form.tsx')).RecipeForm);

const SHOWN = [
  { value: '', label: 'All' },
  { value: 'own', label: 'Yours' },
  { value: 'recipes', label: 'Recipes' },
  { value: 'favorites', label: 'Favorites' },
  { value: 'hidden', label: 'Hidden' },
];

type CoachFoodsPageProps = {
  coachId: string;
  search: CoachFoodsSearch;
  onSearch: (search: Record<string, unknown>) => void;
};

/** The foods of a coach: those of all coaches, edited ones and their own. */
export function CoachFoodsPage({ coachId, search, onSearch }: CoachFoodsPageProps) {
  const { open, take, of, ...list } = search;
  const query = useInfiniteQuery(coachFoodsQuery(coachId, search));
  const foods = query.data?.pages.flatMap((page) => page.foods) ?? [];
  const [adding, setAdding] = useState<string | null>(null);
  const [isCooking, setCooking] = useState(false);
  const stopAdding = () => setAdding(null);
  const stopCooking = () => setCooking(false);
  return (
    <Stack gap="lg" maw={1120} mx="auto">
      <PageHeader
        title="Foods"
        lead="Add your own foods and recipes, edit any of them, and hide what you never use."
        actions={
          <Group gap="sm">
            <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setCooking(true)}>
              New recipe
            </Button>
            <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setAdding(newId())}>
              New food
            </Button>
          </Group>
        }
      />
      <FoodToolbar shown={SHOWN} search={search} onSearch={onSearch} />
      <QueryBoundary
        query={query}
        failed="Your foods could not be loaded"
        skeleton={480}
        isEmpty={() => foods.length === 0}
        empty={<NoFoods search={search} />}
      >
        {() => (
          <div>
            <FoodList foods={foods} mark={Mark} />
            <LoadMore query={query} label="Show more foods" failed="More foods could not be loaded" />
          </div>
        )}
      </QueryBoundary>
      {open && (
        <OpenFood
          key={open}
          coachId={coachId}
          foodId={open}
          onClose={() => onSearch(list)}
          onOpen={(id) => onSearch({ ...list, open: id })}
        />
      )}
      {take && of && <TakeOverFood coachId={coachId} clientId={of} foodId={take} onClose={() => onSearch(list)} />}
      {adding && (
        <CoachFoodForm
          coachId={coachId}
          food={{ id: adding, name: list.q ?? '' }}
          onDone={stopAdding}
          onClose={stopAdding}
        />
      )}
      {isCooking && (
        <RecipeForm coachId={coachId} recipe={{ name: list.q ?? '' }} onDone={stopCooking} onClose={stopCooking} />
      )}
    </Stack>
  );
}

const Mark = ({ own, changed, favorite, recipe }: CoachFood) => (
  <>
    {favorite && <IconStarFilled size={14} role="img" aria-label="Favorite" />}
    {recipe && <Muted span>Recipe</Muted>}
    {own && !recipe && <Muted span>Yours</Muted>}
    {changed && <Muted span>Edited by you</Muted>}
  </>
);

type OpenFoodProps = {
  coachId: string;
  foodId: string;
  onClose: () => void;
  /** Opens the version of a recipe that was saved. */
  onOpen: (foodId: string) => void;
};

/** The food of the address, read on its own because it may be on no page that is loaded. */
function OpenFood({ coachId, foodId, onClose, onOpen }: OpenFoodProps) {
  const query = useQuery(coachFoodQuery(coachId, foodId));
  const [isEditing, setEditing] = useState(false);
  const stopEditing = () => setEditing(false);
  if (query.error) {
    return <ProblemAlert title="This food could not be opened" error={query.error} fallback="Please try again." />;
  }
  if (!query.data) return null;
  if (isEditing && query.data.recipe) {
    return <EditRecipe coachId={coachId} foodId={query.data.id} onDone={onOpen} onClose={stopEditing} />;
  }
  if (isEditing) {
    return <CoachFoodForm coachId={coachId} food={query.data} onDone={stopEditing} onClose={stopEditing} />;
  }
  return (
    <FoodDetails
      food={query.data}
      onClose={onClose}
      actions={
        <CoachFoodActions coachId={coachId} food={query.data} onEdit={() => setEditing(true)} onClose={onClose} />
      }
    />
  );
}

type EditRecipeProps = { coachId: string; foodId: string; onDone: (foodId: string) => void; onClose: () => void };

function EditRecipe({ coachId, foodId, onDone, onClose }: EditRecipeProps) {
  const query = useQuery(recipeQuery(coachId, foodId));
  // The form keeps what it was opened with.
  const stored = query.isFetchedAfterMount ? query.data : undefined;
  if (query.error && !stored) {
    return <ProblemAlert title="This recipe could not be opened" error={query.error} fallback="Please try again." />;
  }
  return stored ? <RecipeForm coachId={coachId} recipe={stored} onDone={onDone} onClose={onClose} /> : null;
}

function NoFoods({ search: { q, category, show } }: { search: CoachFoodsSearch }) {
  if (q || category) {
    return (
      <EmptyState role="status" title={q ? `No foods found for “${q}”` : 'No foods in this category'}>
        Search finds words of names and brands, or how they begin. The filters above apply too.
      </EmptyState>
    );
  }
  if (show === 'favorites') {
    return <EmptyState title="No favorites yet">Add foods you use often. Search lists them first.</EmptyState>;
  }
  if (show === 'recipes') {
    return (
      <EmptyState title="No recipes yet">
        Add one from foods and their amounts. You can plan its servings, and clients can log them.
      </EmptyState>
    );
  }
  if (show === 'hidden') {
    return <EmptyState title="No hidden foods">Hide what you never use. You can show it again here.</EmptyState>;
  }
  return (
    <EmptyState title="No foods of your own">
      Add a food, or edit one of the list. Your version is listed here, and only you see it.
    </EmptyState>
  );
}
