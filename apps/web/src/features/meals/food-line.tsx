import { Group, Text, UnstyledButton } from '@mantine/core';
import { withAllergens } from '@stridewell/contract/meals/meals.allergies.rules';
import { foodAmountText } from '@stridewell/contract/meals/meals.amounts.rules';
import type { PlannedFood } from '@stridewell/contract/meals/meals.plan.rules';
import {
  allergyWarnings,
  dietWarning,
  nameOfChoice,
  totalsOfFood,
} from '@stridewell/contract/meals/meals.totals.rules';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { late } from '../../ui/late.tsx';
import { Muted } from '../../ui/muted.tsx';
import classes from './meal-grid.module.css';
import { spotMark, useBuilder, useEditor } from './meals.context.ts';
import { planEnergyText, warningText } from './meals.wording.ts';

const FoodDialog = late(async () => (await import('./food-dialog.tsx')).FoodDialog);

/** A food of a meal. A press opens its amount and what may be eaten instead. */
export function FoodLine({ food }: { food: PlannedFood }) {
  const { units, allergies } = useBuilder();
  const foods = useEditor((state) => state.foods);
  const constraints = useEditor(({ plan }) => plan.constraints);
  const [isOpen, setOpen] = useState(false);
  const facts = foods.get(food.foodId);
  const { kcal, unknown } = totalsOfFood(food, foods);
  const name = nameOfChoice(food, foods);
  const amount = foodAmountText(food.amount, facts, { units, numbersOff: false });
  const warning = facts
    ? warningText(
        allergyWarnings(facts, withAllergens(allergies, constraints.allergens)),
        dietWarning(facts, constraints.diet),
      )
    : 'This food was deleted.';
  return (
    <li>
      <UnstyledButton
        className={classes.line}
        {...spotMark({ at: 'food', key: food.key })}
        onClick={() => setOpen(true)}
      >
        <Group component="span" gap={6} wrap="nowrap" justify="space-between" align="flex-start">
          <Text span size="sm" className={classes.lineText}>
            {amount} {name}
          </Text>
          <Muted span size="xs" className={classes.number}>
            {unknown > 0 ? '–' : planEnergyText(kcal)}
          </Muted>
        </Group>
        {food.swaps.length > 0 && (
          <Muted span size="xs" className={classes.block}>
            or {food.swaps.map((swap) => nameOfChoice(swap, foods)).join(', ')}
          </Muted>
        )}
        {warning && (
          <Text span size="xs" c="var(--warning-text)" className={classes.warning}>
            <IconAlertTriangle size={14} aria-hidden />
            {warning}
          </Text>
        )}
      </UnstyledButton>
      {isOpen && <FoodDialog foodKey={food.key} onClose={() => setOpen(false)} />}
    </li>
  );
}
