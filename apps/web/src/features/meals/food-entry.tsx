import { foodAmountText } from '@stridewell/contract/meals/meals.amounts.rules';
import type { PlannedFood } from '@stridewell/contract/meals/meals.plan.rules';
import { FoodEntry as TypedFoods } from '../../shared/food-entry.tsx';
import { useBuilder } from './meals.context.ts';
import { newKey } from './meals.edits.ts';

type FoodEntryProps = { label: string; onAdd: (foods: PlannedFood[]) => void };

/** Adds typed foods to the plan of the builder. */
export function FoodEntry({ label, onAdd }: FoodEntryProps) {
  const { coachId, editor, units } = useBuilder();
  return (
    <TypedFoods
      coachId={coachId}
      label={label}
      amountText={(amount, food) => foodAmountText(amount, food, { units, numbersOff: false })}
      onAdd={(typed) => {
        editor.know(typed.map(({ food }) => food));
        onAdd(
          typed.map(({ food, amount }) => ({ key: newKey(), foodId: food.id, name: food.name, amount, swaps: [] })),
        );
      }}
    />
  );
}
