import { Group, Input, NativeSelect, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { CoachFood } from '@stridewell/contract/foods/foods';
import { type RecipeInput, recipeInput } from '@stridewell/contract/foods/foods.recipes';
import {
  answersOf,
  type Ingredient,
  RECIPE_BOUNDS,
  type RecipeYield,
  rawGrams,
  recipeFood,
  recipeProblem,
} from '@stridewell/contract/foods/foods.recipes.rules';
import { DIET_LABELS } from '@stridewell/contract/foods/foods.rules';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { listText, numberText } from '../../lib/format.ts';
import { newId } from '../../lib/ids.ts';
import { toast } from '../../lib/toasts.ts';
import { FoodEntry } from '../../shared/food-entry.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Muted } from '../../ui/muted.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { type SchemaForm, useSchemaForm } from '../../ui/schema-form.ts';
import { useSaveRecipe } from './foods.coach-queries.ts';
import { allergensText, measuredText, measureText, nutrientsText } from './foods.wording.ts';

/** A stored recipe to edit, with its ingredients. */
export type StoredRecipe = { food: CoachFood; recipe: Omit<RecipeInput, 'name'>; foods: readonly CoachFood[] };

type Field = number | '';
type RecipeValues = {
  name: string;
  servings: Field;
  kind: RecipeYield['kind'];
  /** In g. */
  grams: Field;
  /** In percent of the raw weight. */
  percent: Field;
  minutes: Field;
  steps: string;
  ingredients: Ingredient[];
};

const valuesOf = (stored: StoredRecipe | null, name: string): RecipeValues => {
  const { servings, yield: chosen, minutes, steps, ingredients } = stored?.recipe ?? {};
  return {
    name: stored?.food.name ?? name,
    servings: servings ?? 4,
    kind: chosen?.kind ?? 'raw',
    grams: chosen?.kind === 'grams' ? chosen.grams : '',
    percent: chosen?.kind === 'factor' ? Math.round(chosen.factor * 1000) / 10 : '',
    minutes: minutes ?? '',
    steps: steps ?? '',
    ingredients: [...(ingredients ?? [])],
  };
};

function yieldOf({ kind, grams, percent }: RecipeValues) {
  if (kind === 'grams') return { kind, grams };
  return kind === 'factor' ? { kind, factor: percent === '' ? percent : percent / 100 } : { kind };
}

const inputOf = (values: RecipeValues) => ({
  name: values.name,
  servings: values.servings,
  yield: yieldOf(values),
  minutes: values.minutes === '' ? null : values.minutes,
  steps: values.steps,
  ingredients: values.ingredients,
});

const fieldFor = (path: string): string => {
  if (path === 'yield.factor') return 'percent';
  if (path.startsWith('yield')) return 'grams';
  return path.startsWith('ingredients') ? 'ingredients' : path;
};

type RecipeFormProps = {
  coachId: string;
  /** The recipe to edit, or the name of a new one. */
  recipe: StoredRecipe | { name: string };
  /** With the id of the saved version. */
  onDone: (foodId: string) => void;
  onClose: () => void;
};

/** Adds a recipe, or a version of one. */
export function RecipeForm({ coachId, recipe, onDone, onClose }: RecipeFormProps) {
  const save = useSaveRecipe(coachId);
  const stored = 'food' in recipe ? recipe : null;
  // One id for all attempts to send this version.
  const [foodId] = useState(newId);
  const [foods, setFoods] = useState(() => new Map(stored?.foods.map((food) => [food.id, food])));
  const form: SchemaForm<RecipeValues> = useSchemaForm(recipeInput, {
    initialValues: valuesOf(stored, 'name' in recipe ? recipe.name : ''),
    toInput: inputOf,
    fieldFor,
    submit: (input) => save.mutateAsync({ foodId, replaces: stored?.food.id ?? null, recipe: input }),
    onDone({ id, name }) {
      toast.success(stored ? 'Recipe saved' : 'Recipe added', name);
      onDone(id);
    },
  });
  const { ingredients, kind } = form.getValues();
  const setIngredients = (next: Ingredient[]) => form.setFieldValue('ingredients', next);
  return (
    <FormDialog
      title={stored ? `Edit ${stored.food.name}` : 'New recipe'}
      form={form}
      submitLabel={stored ? 'Save recipe' : 'Add recipe'}
      size="lg"
      onClose={onClose}
    >
      {stored && <Muted>Logged days and the plans of clients keep the recipe as it was.</Muted>}
      <TextInput label="Name" data-autofocus {...form.getInputProps('name')} />
      <Input.Wrapper
        label="Ingredients"
        labelElement="div"
        description="Type amounts and foods, like 200 g rolled oats, 2 cups milk. Press Enter to add them."
        error={form.errors.ingredients}
      >
        <Stack gap="xs" mt="xs">
          {ingredients.length > 0 && (
            <IngredientList ingredients={ingredients} foods={foods} onChange={setIngredients} />
          )}
          <FoodEntry
            coachId={coachId}
            label="Add ingredients"
            amountText={measuredText}
            onAdd={(typed) => {
              setFoods((before) => new Map([...before, ...typed.map(({ food }) => [food.id, food] as const)]));
              const added = typed.map(({ food, amount }) => ({ foodId: food.id, name: food.name, amount }));
              setIngredients([...form.getValues().ingredients, ...added]);
            }}
          />
        </Stack>
      </Input.Wrapper>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <NumberInput
          size="md"
          label="Servings"
          min={0.5}
          max={RECIPE_BOUNDS.servings}
          hideControls
          {...form.getInputProps('servings')}
        />
        <NumberInput
          size="md"
          label="Minutes (optional)"
          min={1}
          allowDecimal={false}
          hideControls
          {...form.getInputProps('minutes')}
        />
        <NativeSelect
          size="md"
          label="Weight when cooked"
          data={[
            { value: 'raw', label: 'Same as the ingredients' },
            { value: 'grams', label: 'Weighed' },
            { value: 'factor', label: 'Share of the raw weight' },
          ]}
          {...form.getInputProps('kind')}
        />
        {kind === 'grams' && (
          <NumberInput
            size="md"
            label="Cooked weight of all servings"
            suffix=" g"
            min={1}
            hideControls
            {...form.getInputProps('grams')}
          />
        )}
        {kind === 'factor' && (
          <NumberInput
            size="md"
            label="Share of the raw weight"
            description="Under 100 for what loses water, above for what takes it up."
            suffix=" %"
            min={5}
            hideControls
            {...form.getInputProps('percent')}
          />
        )}
      </SimpleGrid>
      <Textarea
        label="Steps (optional)"
        description="One line a step. Clients who have the recipe in a plan can read them."
        autosize
        minRows={3}
        maxRows={10}
        {...form.getInputProps('steps')}
      />
      <RecipeTotals values={form.getValues()} foods={foods} />
    </FormDialog>
  );
}

type Foods = ReadonlyMap<string, CoachFood>;
type IngredientListProps = {
  ingredients: readonly Ingredient[];
  foods: Foods;
  onChange: (ingredients: Ingredient[]) => void;
};

const IngredientList = ({ ingredients, foods, onChange }: IngredientListProps) => (
  <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Ingredients">
    {ingredients.map((one, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same food may be an ingredient twice.
      <Group key={index} component="li" gap="xs" wrap="nowrap">
        <NumberInput
          size="sm"
          w={80}
          min={0}
          decimalScale={2}
          hideControls
          aria-label={`Amount of ${one.name}`}
          value={one.amount.value}
          onChange={(value) => {
            if (typeof value === 'number' && value > 0) {
              onChange(
                ingredients.map((other) => (other === one ? { ...one, amount: { ...one.amount, value } } : other)),
              );
            }
          }}
        />
        <Text flex={1} miw={0} size="sm" style={{ overflowWrap: 'anywhere' }}>
          <Text span c="dimmed">
            {measureText(one.amount)}
          </Text>{' '}
          {foods.get(one.foodId)?.name ?? `${one.name} (deleted)`}
        </Text>
        <IconButton
          label={`Remove ${one.name}`}
          icon={IconX}
          onClick={() => onChange(ingredients.filter((other) => other !== one))}
        />
      </Group>
    ))}
  </Stack>
);

/** The nutrients of a serving, while the coach types the recipe. */
function RecipeTotals({ values, foods }: { values: RecipeValues; foods: Foods }) {
  const checked = recipeInput.safeParse({ ...inputOf(values), name: 'any' });
  const raw = rawGrams(values.ingredients, foods);
  if (!checked.success || raw === 0) return null;
  const problem = recipeProblem(checked.data, foods);
  if (problem) return <Muted role="status">{problem.message}</Muted>;
  const { nutrients, portions, grams } = recipeFood(checked.data, foods);
  const { allergens, diets } = answersOf(values.ingredients, foods);
  const serving = portions[0]?.grams ?? 0;
  const { kcal, protein, carbohydrate, fat } = nutrients;
  const of = (value: number) => (value * serving) / 100;
  const contains = allergensText(allergens, 'yes');
  const unknown = allergensText(allergens, 'unknown');
  const part = { kcal: of(kcal), protein: of(protein), carbohydrate: of(carbohydrate), fat: of(fat) };
  return (
    <Stack gap={2} role="status">
      <Text fw={600}>{`A serving (${numberText(Math.round(serving))} g): ${nutrientsText(part)}`}</Text>
      <Muted>{`Ingredients weigh ${numberText(Math.round(raw))} g, all servings ${numberText(Math.round(grams))} g.`}</Muted>
      {contains && <Muted>{`Contains ${contains}.`}</Muted>}
      {unknown && <Muted>{`Not known: ${unknown}.`}</Muted>}
      {diets.yes.length > 0 && <Muted>{`Suitable: ${listText(diets.yes.map((diet) => DIET_LABELS[diet]))}.`}</Muted>}
    </Stack>
  );
}
