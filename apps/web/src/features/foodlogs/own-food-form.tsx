import { Button, Group, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { LoggableFood } from '@stridewell/contract/foodlogs/foodlogs';
import { type OwnFood, ownFoodInput } from '@stridewell/contract/foodlogs/foodlogs.foods';
import { type ClientFoodNutrients, clientFoodDoubt } from '@stridewell/contract/foodlogs/foodlogs.foods.rules';
import { loggableOf, NEVER_LOGGED } from '@stridewell/contract/foodlogs/foodlogs.loggable.rules';
import type { FoodUnit } from '@stridewell/contract/foods/foods.rules';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { energySentence, kcalText, numberText } from '../../lib/format.ts';
import { newId } from '../../lib/ids.ts';
import { toast } from '../../lib/toasts.ts';
import { EnergyInput } from '../../shared/energy-input.tsx';
import { HelpLine } from '../../shared/help-line.tsx';
import { Muted } from '../../ui/muted.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { type SchemaForm, useSchemaForm } from '../../ui/schema-form.ts';
import { sendOwnFood } from './foodlogs.own-food-sending.ts';
import { changedFood, deleteOwnFood, ownFoodStore, saveOwnFood, unsentChanges } from './foodlogs.own-foods.ts';
import { ownFoodsQuery } from './foodlogs.queries.ts';

const GRAMS = {
  protein: 'Protein (g, optional)',
  carbohydrate: 'Carbs (g, optional)',
  fat: 'Fat (g, optional)',
  alcohol: 'Alcohol (g, optional)',
} as const;
const NAMES = Object.keys(GRAMS) as (keyof typeof GRAMS)[];
type Figure = keyof ClientFoodNutrients;

type Field = number | '';
type Values = {
  name: string;
  brand: string;
  unit: FoodUnit;
  per: '100' | 'serving';
  serving: Field;
  barcode: string;
  nutrients: Record<Figure, Field>;
};

const valuesOf = (food: OwnFood | null, { name, code }: Pick<OwnFoodFormProps, 'name' | 'code'>): Values => ({
  name: food?.name ?? name,
  brand: food?.brand ?? '',
  unit: food?.unit ?? 'g',
  per: '100',
  serving: food?.serving ?? '',
  barcode: food?.barcode ?? code ?? '',
  nutrients: {
    kcal: food?.nutrients?.kcal ?? '',
    protein: food?.nutrients?.protein ?? '',
    carbohydrate: food?.nutrients?.carbohydrate ?? '',
    fat: food?.nutrients?.fat ?? '',
    alcohol: food?.nutrients?.alcohol ?? '',
  },
});

const known = (field: Field) => (field === '' ? null : field);

/** Hidden figures are left out, and stay as they are stored. */
const inputOf = ({ serving, barcode, nutrients, ...values }: Values, numbersOff: boolean) => ({
  ...values,
  serving: known(serving),
  barcode: barcode.trim() === '' ? null : barcode.replaceAll(/\s/g, ''),
  nutrients: numbersOff
    ? null
    : {
        kcal: nutrients.kcal,
        protein: known(nutrients.protein),
        carbohydrate: known(nutrients.carbohydrate),
        fat: known(nutrients.fat),
        alcohol: known(nutrients.alcohol),
      },
});

type OwnFoodFormProps = {
  place: { userId: string; coachId: string };
  /** The id of the own food to edit; null for a new one. */
  foodId: string | null;
  /** The words of the search, for a new one. */
  name: string;
  /** The code on the pack of a new one, if it is known. */
  code: string | null;
  numbersOff: boolean;
  onSaved: (food: LoggableFood) => void;
  onBack: () => void;
};

/** Energy that does not fit to the other figures. They can be saved as they are. */
function EnergyHint({ nutrients: { kcal, protein, carbohydrate, fat, alcohol } }: Pick<Values, 'nutrients'>) {
  if (kcal === '') return <Stack role="status" />;
  const others = {
    protein: known(protein),
    carbohydrate: known(carbohydrate),
    fat: known(fat),
    alcohol: known(alcohol),
  };
  const doubt = clientFoodDoubt({ kcal, ...others });
  return (
    <Stack role="status">
      {doubt && <Muted>{`${doubtText(doubt)} Check the numbers; you can save them as they are.`}</Muted>}
    </Stack>
  );
}

function doubtText({ from, to }: { from: number; to: number | null }): string {
  if (to === null) return `Foods with these values usually have ${kcalText(from)} or more.`;
  return energySentence(`Foods with these values usually have ${numberText(from)} to ${numberText(to)} kcal.`);
}

/** Adds an own food while logging, or edits one. */
export function OwnFoodForm(props: OwnFoodFormProps) {
  const { place, foodId, numbersOff } = props;
  const store = ownFoodStore(place.userId, place.coachId);
  // The same while the form is open: saving ends the wait of a change.
  const [unsent] = useState(() => unsentChanges(store).find(({ id }) => id === foodId));
  const query = useQuery({ ...ownFoodsQuery(), enabled: foodId !== null && !unsent });
  if (foodId === null) return <Editor {...props} stored={null} />;
  if (unsent) return <Editor {...props} stored={changedFood(unsent, numbersOff)} />;
  return (
    <QueryBoundary query={query} failed="Your food could not be loaded" skeleton={240}>
      {({ foods }) => <Editor {...props} stored={foods.find(({ id }) => id === foodId) ?? null} />}
    </QueryBoundary>
  );
}

function Editor({
  place,
  stored,
  name,
  code,
  numbersOff,
  onSaved,
  onBack,
}: OwnFoodFormProps & { stored: OwnFood | null }) {
  const { userId, coachId } = place;
  const store = ownFoodStore(userId, coachId);
  const queries = useQueryClient();
  // One id for all attempts to send it.
  const [foodId] = useState(() => stored?.id ?? newId());
  const form: SchemaForm<Values> = useSchemaForm(ownFoodInput, {
    initialValues: valuesOf(stored, { name, code }),
    toInput: (values) => inputOf(values, numbersOff),
    isOffline: true,
    submit: (food) => saveOwnFood(store, { id: foodId, food }, sendOwnFood(queries, userId, coachId)),
    fallback: 'Your food was not saved. Please try again.',
    onDone: (change) => onSaved(loggableOf(changedFood(change, numbersOff), NEVER_LOGGED)),
  });
  const { unit, per } = form.getValues();
  const remove = ({ id, nutrients: _, ...facts }: OwnFood) => {
    deleteOwnFood(store, id, { ...facts, per: '100', nutrients: null });
    toast.success('Food deleted', 'What you logged stays.');
    onBack();
  };
  return (
    <form {...form.formProps}>
      <Stack gap="md">
        <ProblemAlert text={form.problem} />
        {code !== null && (
          <Muted>{`No food has the code ${code} yet. Save this one, and the next scan finds it.`}</Muted>
        )}
        <TextInput label="Name" size="md" data-autofocus {...form.getInputProps('name')} />
        <HelpLine text={form.getValues().name} />
        <TextInput label="Brand (optional)" size="md" {...form.getInputProps('brand')} />
        {!numbersOff && (
          <>
            <SimpleGrid cols={2} spacing="md">
              <NativeSelect
                label="Measured in"
                size="md"
                data={[
                  { value: 'g', label: 'Grams' },
                  { value: 'ml', label: 'Milliliters' },
                ]}
                {...form.getInputProps('unit')}
              />
              <NativeSelect
                label="Values for"
                size="md"
                data={[
                  { value: '100', label: `100 ${unit}` },
                  { value: 'serving', label: 'A serving' },
                ]}
                {...form.getInputProps('per')}
              />
            </SimpleGrid>
            <NumberInput
              label={per === 'serving' ? 'A serving has' : 'A serving has (optional)'}
              size="md"
              min={0}
              hideControls
              suffix={` ${unit}`}
              {...form.getInputProps('serving')}
            />
            <SimpleGrid cols={2} spacing="md">
              <EnergyInput label="Energy" size="md" hideControls {...form.getInputProps('nutrients.kcal')} />
              {NAMES.map((figure) => (
                <NumberInput
                  key={figure}
                  label={GRAMS[figure]}
                  size="md"
                  min={0}
                  hideControls
                  {...form.getInputProps(`nutrients.${figure}`)}
                />
              ))}
            </SimpleGrid>
            <EnergyHint nutrients={form.getValues().nutrients} />
          </>
        )}
        <TextInput label="Barcode (optional)" size="md" inputMode="numeric" {...form.getInputProps('barcode')} />
        <Muted>Only you and your coach see this food.</Muted>
        <Group justify="space-between">
          {stored ? (
            <Button variant="subtle" color="gray" mih={44} onClick={() => remove(stored)}>
              Delete food
            </Button>
          ) : (
            <span />
          )}
          <Group>
            <Button variant="default" mih={44} onClick={onBack}>
              Back to foods
            </Button>
            <Button type="submit" mih={44} loading={form.busy}>
              Save food
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}
