import { Button, MultiSelect, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { EMPTY_FOOD, type FoodInput, foodInput } from '@stridewell/contract/foods/foods';
import {
  ALLERGEN_LABELS,
  ALLERGENS,
  type Allergen,
  type Answer,
  answerOf,
  DIET_LABELS,
  DIETS,
  type Diet,
  energyDoubt,
  FOOD_CATEGORIES,
  FOOD_CATEGORY_LABELS,
  FOOD_UNITS,
  type Known,
  type Nutrients,
  unitDoubt,
} from '@stridewell/contract/foods/foods.rules';
import { countLabel, energySentence, numberText } from '../../lib/format.ts';
import { EnergyInput } from '../../shared/energy-input.tsx';
import { Muted } from '../../ui/muted.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import type { SchemaForm } from '../../ui/schema-form.ts';
import { FoodPortions } from './food-portions.tsx';
import { ANSWER_LABELS } from './foods.wording.ts';

/** Of 100 g or 100 ml. Those that must be known come first. */
const NUTRIENTS = [
  { name: 'kcal', label: 'Energy', isRequired: true },
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
    contains: Allergen[];
    freeOf: Allergen[];
    diets: Record<Diet, Answer>;
  };

/** The known facts of a new food, of which a client may have left out values. */
export type FoodDraft = Omit<FoodInput, keyof Nutrients> & { [Name in keyof Nutrients]: number | null };

/** The form of a food. @param food null for a new one */
export function valuesOf(food: FoodDraft | null, name = ''): FoodValues {
  const facts = food ?? { ...EMPTY_FOOD, name };
  const numbers = NUTRIENTS.map((nutrient) => [nutrient.name, Reflect.get(facts, nutrient.name) ?? '']);
  const { brand, category, unit, portions, source, sourceId, allergens, diets } = facts;
  return {
    name: facts.name,
    brand,
    category,
    unit,
    portions: [...portions],
    barcode: facts.barcode,
    source,
    sourceId,
    ...(Object.fromEntries(numbers) as Record<keyof Nutrients, Field>),
    contains: [...allergens.yes],
    freeOf: [...allergens.no],
    diets: Object.fromEntries(DIETS.map((diet) => [diet, answerOf(diets, diet)])) as Record<Diet, Answer>,
  };
}

function knownOf(answers: Record<Diet, Answer>): Known<Diet> {
  const are = (answer: Answer) => DIETS.filter((diet) => answers[diet] === answer);
  return { yes: are('yes'), no: are('no') };
}

/** Converts the form for the schema: empty optional numbers are not known. */
export function inputOf({ contains, freeOf, diets, ...values }: FoodValues) {
  const numbers = NUTRIENTS.map(({ name, isRequired }) => [
    name,
    values[name] === '' && !isRequired ? null : values[name],
  ]);
  const allergens = { yes: contains, no: freeOf };
  return { ...values, ...Object.fromEntries(numbers), allergens, diets: knownOf(diets) };
}

/** The form's field for a path of the schema. */
export const fieldFor = (path: string): string => (path.startsWith('allergens') ? 'contains' : path);

type FieldsProps = { form: SchemaForm<FoodValues> };

/** The fields of a food, for operators and coaches. */
export const FoodFields = ({ form }: FieldsProps) => (
  <>
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
    <TextInput label="Code on the pack (optional)" inputMode="numeric" {...form.getInputProps('barcode')} />
    <NutrientFields form={form} />
    <FoodPortions form={form} />
    <AllergenFields form={form} />
    <DietFields form={form} />
  </>
);

function NutrientFields({ form }: FieldsProps) {
  const values = form.getValues();
  const checked = foodInput.safeParse(inputOf({ ...valuesOf(null, 'any'), ...pickNutrients(values) }));
  const energy = checked.success ? energyDoubt(checked.data) : null;
  const unit = checked.success ? unitDoubt(checked.data, values.unit) : null;
  return (
    <Stack gap="md">
      <NativeSelect
        size="md"
        label="Values for"
        data={FOOD_UNITS.map((value) => ({ value, label: `100 ${value}` }))}
        {...form.getInputProps('unit')}
      />
      <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="md">
        <EnergyInput size="md" label="Energy" hideControls {...form.getInputProps('kcal')} />
        {NUTRIENTS.slice(1).map(({ name, label, isRequired }) => (
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
      <Stack gap={4} role="status">
        {energy && (
          <Muted>
            {energySentence(
              `Foods with these values usually have ${numberText(energy.from)} to ${numberText(energy.to)} kcal.`,
            )}{' '}
            Check the numbers; you can save them as they are.
          </Muted>
        )}
        {unit && <Muted>{unit}</Muted>}
      </Stack>
    </Stack>
  );
}

const pickNutrients = (values: FoodValues) => {
  const numbers = NUTRIENTS.map(({ name }) => [name, values[name]]);
  return { unit: values.unit, ...(Object.fromEntries(numbers) as Record<keyof Nutrients, Field>) };
};

function AllergenFields({ form }: FieldsProps) {
  const { contains, freeOf } = form.getValues();
  const open = ALLERGENS.filter((allergen) => !contains.includes(allergen) && !freeOf.includes(allergen));
  const choices = (taken: readonly Allergen[]) =>
    ALLERGENS.filter((allergen) => !taken.includes(allergen)).map((value) => ({
      value,
      label: ALLERGEN_LABELS[value],
    }));
  return (
    <Stack gap="xs" align="flex-start">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" w="100%">
        <MultiSelect
          size="md"
          label="Contains allergens"
          data={choices(freeOf)}
          searchable
          clearable
          hidePickedOptions
          {...form.getInputProps('contains')}
        />
        <MultiSelect
          size="md"
          label="Free of allergens"
          data={choices(contains)}
          searchable
          clearable
          hidePickedOptions
          {...form.getInputProps('freeOf')}
        />
      </SimpleGrid>
      {open.length > 0 && (
        <>
          <Muted>
            {countLabel(open.length, 'allergen')} not known. Foods that may contain an allergen are left out for people
            with the allergy.
          </Muted>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => form.setFieldValue('freeOf', [...freeOf, ...open])}
          >
            Mark all others as free of
          </Button>
        </>
      )}
    </Stack>
  );
}

const DietFields = ({ form }: FieldsProps) => (
  <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="md">
    {DIETS.map((diet) => (
      <NativeSelect
        key={diet}
        size="md"
        label={DIET_LABELS[diet]}
        data={(['unknown', 'yes', 'no'] as const).map((value) => ({ value, label: ANSWER_LABELS[value] }))}
        {...form.getInputProps(`diets.${diet}`)}
        error={diet === DIETS[0] && form.errors.diets}
      />
    ))}
  </SimpleGrid>
);
