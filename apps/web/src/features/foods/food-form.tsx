import { Checkbox, MultiSelect, NativeSelect, NumberInput, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { EMPTY_FOOD, type Food, type FoodInput, foodInput } from '@stridewell/contract/foods/foods';
import {
  ALLERGEN_LABELS,
  ALLERGENS,
  DIET_LABELS,
  DIETS,
  energyDoubt,
  FOOD_CATEGORIES,
  FOOD_CATEGORY_LABELS,
  FOOD_UNITS,
  type Nutrients,
} from '@stridewell/contract/foods/foods.rules';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { codeOf } from '../../lib/errors.ts';
import { numberText } from '../../lib/format.ts';
import { toast } from '../../lib/toasts.ts';
import { NewerVersion } from '../../shared/newer-version.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Muted } from '../../ui/muted.tsx';
import { type SchemaForm, useSchemaForm } from '../../ui/schema-form.ts';
import { FoodPortions } from './food-portions.tsx';
import { foodQuery, useSaveFood } from './foods.queries.ts';

type FoodFormProps = {
  /** The food to edit, or the id of a new one. */
  food: Food | { id: string };
  onClose: () => void;
};

/** Adds a food, or edits one. */
export function FoodForm({ food: loaded, onClose }: FoodFormProps) {
  // A newer version of another operator waits until this one asks for it.
  const [food, setFood] = useState(loaded);
  const client = useQueryClient();
  const reload = async () => setFood(await client.fetchQuery({ ...foodQuery(loaded.id), staleTime: 0 }));
  const key = 'version' in food ? food.version : 0;
  return <Editor key={key} food={food} onReload={() => void reload()} onClose={onClose} />;
}

/** Of 100 g or 100 ml. Those that must be known come first. */
const NUTRIENTS = [
  { name: 'kcal', label: 'Energy (kcal)', isRequired: true },
  { name: 'protein', label: 'Protein (g)', isRequired: true },
  { name: 'carbohydrate', label: 'Carbohydrate (g)', isRequired: true },
  { name: 'fat', label: 'Fat (g)', isRequired: true },
  { name: 'sugar', label: 'Sugar (g)', isRequired: false },
  { name: 'saturatedFat', label: 'Saturated fat (g)', isRequired: false },
  { name: 'fibre', label: 'Fiber (g)', isRequired: false },
  { name: 'sodiumMg', label: 'Sodium (mg)', isRequired: false },
  { name: 'alcohol', label: 'Alcohol (g)', isRequired: false },
] as const satisfies { name: keyof Nutrients; label: string; isRequired: boolean }[];

/** A number field holds a number, or an empty text. */
type Field = number | '';
export type FoodValues = Omit<FoodInput, keyof Nutrients | 'allergens' | 'diets' | 'portions'> &
  Record<keyof Nutrients, Field> & {
    portions: { name: string; grams: Field }[];
    isChecked: boolean;
    allergens: string[];
    diets: string[];
    isHidden: boolean;
  };

function valuesOf(food: FoodFormProps['food']): FoodValues {
  const facts = 'version' in food ? food : { ...EMPTY_FOOD, name: '', hidden: false };
  const numbers = NUTRIENTS.map(({ name }) => [name, name in facts ? (Reflect.get(facts, name) ?? '') : '']);
  const { brand, category, unit, portions, source, sourceId } = facts;
  return {
    name: facts.name,
    brand,
    category,
    unit,
    portions: [...portions],
    source,
    sourceId,
    ...(Object.fromEntries(numbers) as Record<keyof Nutrients, Field>),
    isChecked: facts.allergens !== null || facts.diets !== null,
    allergens: facts.allergens ?? [],
    diets: facts.diets ?? [],
    isHidden: facts.hidden,
  };
}

/** Converts the form for the schema: empty optional numbers and unchecked marks are unknown. */
function inputOf({ isChecked, isHidden: _, ...values }: FoodValues) {
  const numbers = NUTRIENTS.map(({ name, isRequired }) => [
    name,
    values[name] === '' && !isRequired ? null : values[name],
  ]);
  return {
    ...values,
    ...Object.fromEntries(numbers),
    allergens: isChecked ? values.allergens : null,
    diets: isChecked ? values.diets : null,
  };
}

function Editor({ food, onReload, onClose }: FoodFormProps & { onReload: () => void }) {
  const stored = 'version' in food ? food : null;
  const save = useSaveFood();
  const form: SchemaForm<FoodValues> = useSchemaForm(foodInput, {
    initialValues: valuesOf(food),
    toInput: inputOf,
    submit: (input) =>
      save.mutateAsync({
        foodId: food.id,
        basedOn: stored?.version ?? 0,
        food: input,
        hidden: form.getValues().isHidden,
      }),
    onDone({ name }) {
      toast.success(stored ? 'Food saved' : 'Food added', name);
      onClose();
    },
  });
  const isOutdated = codeOf(form.error) === 'FOOD_CHANGED';
  return (
    <FormDialog
      title={stored ? `Edit ${stored.name}` : 'New food'}
      form={form}
      submitLabel={stored ? 'Save food' : 'Add food'}
      size="lg"
      onClose={onClose}
      problem={isOutdated && <NewerVersion what="this food" onLoad={onReload} />}
    >
      <TextInput label="Name" data-autofocus {...form.getInputProps('name')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextInput label="Brand (optional)" {...form.getInputProps('brand')} />
        <NativeSelect
          size="md"
          label="Category"
          data={FOOD_CATEGORIES.map((value) => ({ value, label: FOOD_CATEGORY_LABELS[value] }))}
          {...form.getInputProps('category')}
        />
      </SimpleGrid>
      <NutrientFields form={form} />
      <FoodPortions form={form} />
      <MarkFields form={form} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextInput
          label="Source (optional)"
          description="Where the values are from."
          {...form.getInputProps('source')}
        />
        <TextInput
          label="ID in the source (optional)"
          description="Imports match the food by this ID."
          {...form.getInputProps('sourceId')}
        />
      </SimpleGrid>
      <Checkbox
        label="Hide this food"
        description="It stays where it is used, but can no longer be chosen."
        {...form.getInputProps('isHidden', { type: 'checkbox' })}
      />
    </FormDialog>
  );
}

function NutrientFields({ form }: { form: SchemaForm<FoodValues> }) {
  const values = form.getValues();
  const checked = foodInput.safeParse(inputOf({ ...values, name: 'any', source: '', sourceId: '', portions: [] }));
  const doubt = checked.success ? energyDoubt(checked.data) : null;
  return (
    <Stack gap="md">
      <NativeSelect
        size="md"
        label="Values for"
        data={FOOD_UNITS.map((value) => ({ value, label: `100 ${value}` }))}
        {...form.getInputProps('unit')}
      />
      <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="md">
        {NUTRIENTS.map(({ name, label, isRequired }) => (
          <NumberInput
            key={name}
            size="md"
            label={label}
            min={0}
            hideControls
            placeholder={isRequired ? '' : 'Not known'}
            {...form.getInputProps(name)}
          />
        ))}
      </SimpleGrid>
      {doubt && (
        <Muted role="status">
          Foods with these values usually have {numberText(doubt.from)} to {numberText(doubt.to)} kcal. Check the
          numbers; you can save them as they are.
        </Muted>
      )}
    </Stack>
  );
}

const dataOf = <Value extends string>(values: readonly Value[], labels: Record<Value, string>) =>
  values.map((value) => ({ value, label: labels[value] }));

const MarkFields = ({ form }: { form: SchemaForm<FoodValues> }) => (
  <>
    <Checkbox
      label="Allergens and diets were checked"
      description="Unchecked foods show neither."
      {...form.getInputProps('isChecked', { type: 'checkbox' })}
    />
    {form.getValues().isChecked && (
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <MultiSelect
          size="md"
          label="Allergens"
          placeholder={form.getValues().allergens.length === 0 ? 'None' : ''}
          data={dataOf(ALLERGENS, ALLERGEN_LABELS)}
          searchable
          clearable
          hidePickedOptions
          {...form.getInputProps('allergens')}
        />
        <MultiSelect
          size="md"
          label="Suitable diets"
          data={dataOf(DIETS, DIET_LABELS)}
          clearable
          hidePickedOptions
          {...form.getInputProps('diets')}
        />
      </SimpleGrid>
    )}
  </>
);
