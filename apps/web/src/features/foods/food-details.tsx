import { NativeSelect, SimpleGrid, Stack, Title } from '@mantine/core';
import type { Food } from '@stridewell/contract/foods/foods';
import {
  answerOf,
  DIET_LABELS,
  DIETS,
  energyDoubt,
  FOOD_CATEGORY_LABELS,
  type Nutrients,
} from '@stridewell/contract/foods/foods.rules';
import { type ReactNode, useState } from 'react';
import { energySentence, kcalText, numberText } from '../../lib/format.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Fact } from '../../ui/fact.tsx';
import { Muted } from '../../ui/muted.tsx';
import classes from './food-details.module.css';
import { ANSWER_LABELS, allergensText, sourceText, withUnit } from './foods.wording.ts';

/** In the order of a label. Indented ones are a part of the one above. */
const ROWS = [
  { name: 'kcal', label: 'Energy', unit: 'kcal', digits: 0 },
  { name: 'protein', label: 'Protein', unit: 'g', digits: 1 },
  { name: 'carbohydrate', label: 'Carbohydrate', unit: 'g', digits: 1 },
  { name: 'sugar', label: 'Sugar', unit: 'g', digits: 1, isPart: true },
  { name: 'fat', label: 'Fat', unit: 'g', digits: 1 },
  { name: 'saturatedFat', label: 'Saturated fat', unit: 'g', digits: 1, isPart: true },
  { name: 'fibre', label: 'Fiber', unit: 'g', digits: 1 },
  { name: 'sodiumMg', label: 'Sodium', unit: 'mg', digits: 0 },
  { name: 'alcohol', label: 'Alcohol', unit: 'g', digits: 1 },
] as const satisfies { name: keyof Nutrients; label: string; unit: string; digits: number; isPart?: boolean }[];

type FoodDetailsProps = {
  food: Food;
  onClose: () => void;
  /** The reader's actions on the food. */
  actions: ReactNode;
};

/** One food: its nutrients for 100 g and for a measure, where they are from, allergens and diets. */
export const FoodDetails = ({ food, onClose, actions }: FoodDetailsProps) => (
  <Dialog opened onClose={onClose} title={food.name} size="lg">
    <Stack gap="lg">
      <FoodNutrients food={food} />
      <Stack component="dl" gap="sm" m={0}>
        {food.brand && <Fact label="Brand">{food.brand}</Fact>}
        <Fact label="Category">{FOOD_CATEGORY_LABELS[food.category]}</Fact>
        <Fact label="Source">{sourceText(food)}</Fact>
      </Stack>
      <Stack gap="xs">
        <Title order={3}>Allergens</Title>
        <Stack component="dl" gap="sm" m={0}>
          <Fact label="Contains">{allergensText(food.allergens, 'yes') ?? 'None that is known'}</Fact>
          <Fact label="Not known">{allergensText(food.allergens, 'unknown') ?? 'None'}</Fact>
          <Fact label="Free of">{allergensText(food.allergens, 'no') ?? 'None that is known'}</Fact>
        </Stack>
      </Stack>
      <Stack gap="xs">
        <Title order={3}>Diets</Title>
        <SimpleGrid component="dl" cols={{ base: 2, xs: 3 }} spacing="sm" m={0}>
          {DIETS.map((diet) => (
            <Fact key={diet} label={DIET_LABELS[diet]}>
              {ANSWER_LABELS[answerOf(food.diets, diet)]}
            </Fact>
          ))}
        </SimpleGrid>
      </Stack>
      {actions}
    </Stack>
  </Dialog>
);

function FoodNutrients({ food }: { food: Food }) {
  const [chosen, setChosen] = useState(0);
  const { portions, unit } = food;
  const portion = portions[chosen];
  const amountOf = (row: (typeof ROWS)[number], factor: number): string => {
    const value = food[row.name];
    if (value === null) return 'Not known';
    if (row.name === 'kcal') return kcalText(value * factor);
    return withUnit(Number((value * factor).toFixed(row.digits)), row.unit);
  };
  const doubt = energyDoubt(food);
  return (
    <Stack gap="xs">
      {portions.length > 0 && (
        <NativeSelect
          size="md"
          maw={320}
          label="Measure"
          data={portions.map(({ name, grams }, index) => ({
            value: String(index),
            label: `${name} (${numberText(grams)} ${unit})`,
          }))}
          value={String(chosen)}
          onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
        />
      )}
      <div className={classes.nutrients}>
        <DataTable
          label="Nutrients"
          columns={[
            {
              header: 'Nutrient',
              rowHeader: true,
              cell: (row) => ('isPart' in row ? <span className={classes.part}>{row.label}</span> : row.label),
            },
            { header: `In 100 ${unit}`, figure: true, cell: (row) => amountOf(row, 1) },
            ...(portion
              ? [
                  {
                    header: portion.name,
                    figure: true,
                    cell: (row: (typeof ROWS)[number]) => amountOf(row, portion.grams / 100),
                  },
                ]
              : []),
          ]}
          rows={ROWS}
          keyOf={({ name }) => name}
        />
      </div>
      {doubt && (
        <Muted>
          {energySentence(
            `Foods with these nutrients usually have ${numberText(doubt.from)} to ${numberText(doubt.to)} kcal.`,
          )}
        </Muted>
      )}
    </Stack>
  );
}
