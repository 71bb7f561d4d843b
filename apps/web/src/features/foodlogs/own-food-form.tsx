import { Button, Group, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { LoggableFood } from '@stridewell/contract/foodlogs/foodlogs';
import { loggableOf, type OwnFood, ownFoodInput } from '@stridewell/contract/foodlogs/foodlogs.foods';
import type { FoodUnit } from '@stridewell/contract/foods/foods.rules';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { newId } from '../../lib/ids.ts';
import { toast } from '../../lib/toasts.ts';
import { HelpLine } from '../../shared/help-line.tsx';
import { Muted } from '../../ui/muted.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { type SchemaForm, useSchemaForm } from '../../ui/schema-form.ts';
import { ownFoodsQuery, useDeleteOwnFood, useSaveOwnFood } from './foodlogs.queries.ts';

const FIGURES = {
  kcal: 'Calories (kcal)',
  protein: 'Protein (g, optional)',
  carbohydrate: 'Carbs (g, optional)',
  fat: 'Fat (g, optional)',
} as const;
type Figure = keyof typeof FIGURES;
const NAMES = Object.keys(FIGURES) as Figure[];

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
      },
});

type OwnFoodFormProps = {
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

/** Adds an own food while logging, or edits one. */
export function OwnFoodForm(props: OwnFoodFormProps) {
  const query = useQuery({ ...ownFoodsQuery(), enabled: props.foodId !== null });
  if (props.foodId === null) return <Editor {...props} stored={null} />;
  return (
    <QueryBoundary query={query} failed="Your food could not be loaded" skeleton={240}>
      {({ foods }) => <Editor {...props} stored={foods.find(({ id }) => id === props.foodId) ?? null} />}
    </QueryBoundary>
  );
}

function Editor({ stored, name, code, numbersOff, onSaved, onBack }: OwnFoodFormProps & { stored: OwnFood | null }) {
  const save = useSaveOwnFood();
  const remove = useDeleteOwnFood();
  // One id for all attempts to send it.
  const [foodId] = useState(() => stored?.id ?? newId());
  const form: SchemaForm<Values> = useSchemaForm(ownFoodInput, {
    initialValues: valuesOf(stored, { name, code }),
    toInput: (values) => inputOf(values, numbersOff),
    submit: (food) => save.mutateAsync({ foodId, food }),
    fallback: 'Your food was not saved. Adding a food needs a connection; a quick entry does not.',
    onDone: (food) => onSaved(loggableOf(food, null)),
  });
  const { unit, per } = form.getValues();
  const removed = () => {
    toast.success('Food deleted', 'What you logged stays.');
    onBack();
  };
  return (
    <form {...form.formProps}>
      <Stack gap="md">
        <ProblemAlert text={form.problem} />
        <ProblemAlert error={remove.error} fallback="Your food was not deleted. Please try again." />
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
              {NAMES.map((figure) => (
                <NumberInput
                  key={figure}
                  label={FIGURES[figure]}
                  size="md"
                  min={0}
                  hideControls
                  {...form.getInputProps(`nutrients.${figure}`)}
                />
              ))}
            </SimpleGrid>
          </>
        )}
        <TextInput label="Barcode (optional)" size="md" inputMode="numeric" {...form.getInputProps('barcode')} />
        <Muted>Only you and your coach see this food.</Muted>
        <Group justify="space-between">
          {stored ? (
            <Button
              variant="subtle"
              color="gray"
              mih={44}
              loading={remove.isPending}
              onClick={() => void remove.mutateAsync(stored.id).then(removed, () => undefined)}
            >
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
