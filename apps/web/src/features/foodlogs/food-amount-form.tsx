import { Button, Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import type { LoggableFood, LoggedAmount } from '@stridewell/contract/foodlogs/foodlogs';
import { FOOD_TIER_LABELS } from '@stridewell/contract/foods/foods.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import { type FormEvent, useState } from 'react';
import { kcalText } from '../../lib/format.ts';
import { Muted } from '../../ui/muted.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { amountProblem, contentOf, measuresOf, usualAmount } from './foodlogs.editing.ts';
import { gramsText } from './foodlogs.wording.ts';

type FoodAmountFormProps = {
  food: LoggableFood;
  /** The pack was scanned, so one serving of it is offered first. */
  isPack: boolean;
  meal: string;
  units: UnitSystem;
  onAdd: (amount: LoggedAmount) => void;
  /** Opens the form of an own food; null for others. */
  onEdit: (() => void) | null;
  onBack: () => void;
};

/** How much of a food was eaten, and what that contains. */
export function FoodAmountForm({ food, isPack, meal, units, onAdd, onEdit, onBack }: FoodAmountFormProps) {
  const [amount, setAmount] = useState(() => usualAmount(isPack ? { ...food, last: null } : food, units));
  const [isTried, setTried] = useState(false);
  const content = contentOf(food, amount);
  const problem = amountProblem(food, amount);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (problem === null) onAdd(amount);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <div>
          <Title order={3} style={{ overflowWrap: 'anywhere' }}>
            {food.name}
          </Title>
          <Muted>{[food.brand, FOOD_TIER_LABELS[food.tier]].filter(Boolean).join(', ')}</Muted>
        </div>
        <Group align="flex-start" wrap="nowrap" gap="sm">
          <NumberInput
            label="Amount"
            size="md"
            w={120}
            min={0}
            decimalScale={2}
            hideControls
            data-autofocus
            value={amount.value}
            error={isTried && problem}
            onChange={(value) => setAmount({ ...amount, value: Number(value) })}
          />
          <NativeSelect
            label="Measure"
            size="md"
            flex={1}
            data={measuresOf(food, units)}
            value={amount.measure}
            onChange={({ currentTarget: { value: measure } }) => setAmount({ ...amount, measure })}
          />
        </Group>
        {content && (
          <Text role="status">
            {kcalText(content.nutrients.kcal)}
            <Text span c="dimmed">
              {`: protein ${gramsText(content.nutrients.protein ?? 0)}, carbs ${gramsText(content.nutrients.carbohydrate ?? 0)}, fat ${gramsText(content.nutrients.fat ?? 0)}`}
            </Text>
          </Text>
        )}
        <Group justify="flex-end">
          {onEdit && (
            <Button variant="subtle" mih={44} onClick={onEdit}>
              Edit food
            </Button>
          )}
          <Button variant="default" mih={44} onClick={onBack}>
            Back to foods
          </Button>
          <Button type="submit" mih={44}>{`Add to ${meal.toLowerCase()}`}</Button>
        </Group>
      </Stack>
    </form>
  );
}
