import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { FOOD_MEASURES, type FoodAmount, type FoodMeasure } from '@stridewell/contract/foods/foods.amounts.rules';
import { FOOD_BOUNDS } from '@stridewell/contract/foods/foods.rules';
import { foodAmountText } from '@stridewell/contract/meals/meals.amounts.rules';
import { MEAL_BOUNDS } from '@stridewell/contract/meals/meals.parts.rules';
import { nameOfChoice, type PlanFood, totalsOfFood } from '@stridewell/contract/meals/meals.totals.rules';
import { IconTrash, IconX } from '@tabler/icons-react';
import { Dialog } from '../../ui/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Muted } from '../../ui/muted.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { FoodEntry } from './food-entry.tsx';
import { deleteAt } from './meals.clipboard.ts';
import { useBuilder, useEditor } from './meals.context.ts';
import { findFood } from './meals.edits.ts';
import { totalsText, unknownText } from './meals.wording.ts';

const MEASURE_LABELS: Record<FoodMeasure, string> = {
  g: 'g',
  kg: 'kg',
  oz: 'oz',
  lb: 'lb',
  ml: 'ml',
  l: 'L',
  tsp: 'tsp',
  tbsp: 'tbsp',
  fl_oz: 'fl oz',
  cup: 'cup',
};
const PORTION = 'portion ';

/** The amount of a food, and what may be eaten instead. */
export function FoodDialog({ foodKey, onClose }: { foodKey: string; onClose: () => void }) {
  const { editor, units } = useBuilder();
  const food = useEditor(({ plan }) => findFood(plan, foodKey)?.food);
  const foods = useEditor((state) => state.foods);
  if (!food) return null;
  const facts = foods.get(food.foodId);
  const totals = totalsOfFood(food, foods);
  const change = (amount: FoodAmount) =>
    editor.edit((draft) => {
      const found = findFood(draft, foodKey)?.food;
      if (found) found.amount = amount;
    });
  const removeSwap = (index: number) =>
    editor.edit((draft) => void findFood(draft, foodKey)?.food.swaps.splice(index, 1));
  return (
    <Dialog opened onClose={onClose} title={nameOfChoice(food, foods)}>
      <Stack gap="md">
        <AmountFields amount={food.amount} facts={facts} onChange={change} />
        <Muted>{totals.unknown > 0 ? unknownText(1) : totalsText(totals)}</Muted>
        <Stack gap="xs" role="group" aria-label="Swaps">
          <Text fw={600}>Swaps</Text>
          <Muted>What the client may eat instead.</Muted>
          {food.swaps.map((swap, index) => (
            <Group key={`${swap.foodId} ${JSON.stringify(swap.amount)}`} gap="xs" wrap="nowrap">
              <Text flex={1} size="sm">
                {foodAmountText(swap.amount, foods.get(swap.foodId), { units, numbersOff: false })}{' '}
                {nameOfChoice(swap, foods)}
              </Text>
              <IconButton
                label={`Remove ${nameOfChoice(swap, foods)}`}
                icon={IconX}
                onClick={() => removeSwap(index)}
              />
            </Group>
          ))}
          {food.swaps.length < MEAL_BOUNDS.swaps && (
            <FoodEntry
              label="Add a swap"
              onAdd={(added) =>
                editor.edit((draft) => {
                  const swaps = findFood(draft, foodKey)?.food.swaps;
                  const room = MEAL_BOUNDS.swaps - (swaps?.length ?? 0);
                  swaps?.push(...added.slice(0, room).map(({ foodId, name, amount }) => ({ foodId, name, amount })));
                })
              }
            />
          )}
        </Stack>
        <Group justify="space-between">
          <Button
            variant="subtle"
            color="red"
            leftSection={<IconTrash size={16} />}
            onClick={() => {
              onClose();
              deleteAt(editor, { at: 'food', key: foodKey });
            }}
          >
            Delete food
          </Button>
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

type AmountFieldsProps = { amount: FoodAmount; facts: PlanFood | undefined; onChange: (amount: FoodAmount) => void };

function AmountFields({ amount, facts, onChange }: AmountFieldsProps) {
  const portions = facts?.portions ?? [];
  const own = 'portion' in amount ? amount.portion : null;
  const known = own && !portions.some(({ name }) => name === own.name) ? [...portions, own] : portions;
  const choices = [
    ...known.map(({ name }) => ({ value: PORTION + name, label: name })),
    ...FOOD_MEASURES.map((measure) => ({ value: measure, label: MEASURE_LABELS[measure] })),
  ];
  const chosen = 'portion' in amount ? PORTION + amount.portion.name : amount.measure;
  const withMeasure = (value: number, choice: string): FoodAmount | null => {
    const portion = known.find(({ name }) => PORTION + name === choice);
    if (portion) return { value, portion };
    const measure = FOOD_MEASURES.find((one) => one === choice);
    return measure ? { value, measure } : null;
  };
  const set = (value: number, choice: string) => {
    const next = withMeasure(value, choice);
    if (next) onChange(next);
  };
  return (
    <Group gap="sm" align="flex-end" wrap="nowrap">
      <NumberInput
        data-autofocus
        label="Amount"
        flex={1}
        min={0}
        max={FOOD_BOUNDS.amount}
        decimalScale={2}
        value={amount.value}
        onChange={(value) => typeof value === 'number' && value > 0 && set(value, chosen)}
      />
      <NativeSelect
        label="Measure"
        flex={1}
        data={choices}
        value={chosen}
        onChange={({ currentTarget }) => set(amount.value, currentTarget.value)}
      />
    </Group>
  );
}
