import { Card, Stack, Text } from '@mantine/core';
import type { StoredMealPlan } from '@stridewell/contract/meals/meals';
import { foodAmountText } from '@stridewell/contract/meals/meals.amounts.rules';
import { nameOfChoice, totalsOfDay } from '@stridewell/contract/meals/meals.totals.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import { Muted } from '../../ui/muted.tsx';
import { totalsText } from './meals.wording.ts';

/** A meal plan to read: its days with their meals. */
export function PlanOutline({ stored, units }: { stored: Pick<StoredMealPlan, 'plan' | 'foods'>; units: UnitSystem }) {
  const foods = new Map(stored.foods.map((food) => [food.id, food]));
  const reader = { units, numbersOff: false };
  return (
    <Stack gap="md">
      {stored.plan.days.map((day) => (
        <Card key={day.key} component="section" aria-label={day.name}>
          <Text component="h2" fw={650} m={0}>
            {day.name}
          </Text>
          <Muted>{totalsText(totalsOfDay(day, foods))}</Muted>
          {day.meals.map(({ key, name, options: [first] }) => (
            <Text key={key} size="sm" mt={6}>
              <b>{name}:</b>{' '}
              {first?.foods
                .map(
                  (food) =>
                    `${foodAmountText(food.amount, foods.get(food.foodId), reader)} ${nameOfChoice(food, foods)}`,
                )
                .join(', ')}
            </Text>
          ))}
        </Card>
      ))}
    </Stack>
  );
}
