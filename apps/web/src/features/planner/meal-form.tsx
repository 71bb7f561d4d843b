import { Button, Checkbox, Group, MultiSelect, NativeSelect, Stack, TagsInput } from '@mantine/core';
import { ALLERGEN_LABELS, ALLERGENS, DIET_LABELS, DIETS } from '@stridewell/contract/foods/foods.rules';
import { BUDGET_LABELS, BUDGETS, MEAL_BOUNDS } from '@stridewell/contract/meals/meals.parts.rules';
import type { MealConstraints } from '@stridewell/contract/meals/meals.plan.rules';
import type { MealGenerationInput } from '@stridewell/contract/planner/planner.meals';
import { MEAL_GENERATION } from '@stridewell/contract/planner/planner.rules';
import { IconSparkles } from '@tabler/icons-react';
import { Field } from '../../ui/field.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { type MealAnswers, mealProfileOf } from './planner.meals.ts';

const NONE = '';
const withNone = <Value extends string>(values: readonly Value[], labels: Record<Value, string>, none: string) => [
  { value: NONE, label: none },
  ...values.map((value) => ({ value, label: labels[value] })),
];
const DIET_CHOICES = withNone(DIETS, DIET_LABELS, 'Any diet');
const BUDGET_CHOICES = withNone(BUDGETS, BUDGET_LABELS, 'No budget set');
const ALLERGEN_CHOICES = ALLERGENS.map((value) => ({ value, label: ALLERGEN_LABELS[value] }));

const MACROS = [
  { nutrient: 'protein', label: 'Protein, g', max: 500 },
  { nutrient: 'carbohydrate', label: 'Carbs, g', max: 1500 },
  { nutrient: 'fat', label: 'Fat, g', max: 500 },
] as const;

type MealFormProps = {
  answers: MealAnswers;
  busy: boolean;
  onChange: (answers: MealAnswers) => void;
  onSubmit: (profile: MealGenerationInput) => void;
};

/** The target and the limits that a meal plan is drafted for. */
export function MealForm({ answers, busy, onChange, onSubmit }: MealFormProps) {
  const { aim, constraints, days, dislikes } = answers;
  const profile = mealProfileOf(answers);
  const set = (change: Partial<MealConstraints>) =>
    onChange({
      ...answers,
      constraints: { ...constraints, ...change, mealsPerDay: change.mealsPerDay ?? constraints.mealsPerDay },
    });
  const isTooLow = aim.kcal !== null && aim.kcal < MEAL_BOUNDS.leastKcal;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (profile) onSubmit(profile);
      }}
    >
      <Stack gap="md">
        <NumberInput
          label="Energy, kcal a day"
          step={50}
          allowDecimal={false}
          max={MEAL_BOUNDS.mostKcal}
          value={aim.kcal ?? NONE}
          error={isTooLow ? `At least ${MEAL_BOUNDS.leastKcal}` : undefined}
          onChange={(kcal) => onChange({ ...answers, aim: { ...aim, kcal: typeof kcal === 'number' ? kcal : null } })}
        />
        <Field label="Macros">
          {(aria) => (
            <Group grow align="flex-end" gap="sm" mt={4} role="group" {...aria}>
              {MACROS.map(({ nutrient, label, max }) => (
                <NumberInput
                  key={nutrient}
                  label={label}
                  min={0}
                  max={max}
                  allowDecimal={false}
                  placeholder="Open"
                  value={aim[nutrient] ?? NONE}
                  onChange={(grams) =>
                    onChange({ ...answers, aim: { ...aim, [nutrient]: typeof grams === 'number' ? grams : null } })
                  }
                />
              ))}
            </Group>
          )}
        </Field>
        <Group grow align="flex-end" gap="sm">
          <NumberInput
            label="Days"
            min={MEAL_GENERATION.days.min}
            max={MEAL_GENERATION.days.max}
            allowDecimal={false}
            clampBehavior="blur"
            value={days}
            onChange={(value) => typeof value === 'number' && onChange({ ...answers, days: value })}
          />
          <NumberInput
            label="Meals a day"
            min={MEAL_GENERATION.meals.min}
            max={MEAL_GENERATION.meals.max}
            allowDecimal={false}
            clampBehavior="blur"
            value={constraints.mealsPerDay}
            onChange={(value) => typeof value === 'number' && set({ mealsPerDay: value })}
          />
          <NumberInput
            label="Minutes a meal"
            min={5}
            max={240}
            step={5}
            allowDecimal={false}
            placeholder="Any"
            value={constraints.cookingMinutes ?? NONE}
            onChange={(value) => set({ cookingMinutes: typeof value === 'number' ? value : null })}
          />
        </Group>
        <Group grow align="flex-end" gap="sm">
          <NativeSelect
            label="Diet"
            data={DIET_CHOICES}
            value={constraints.diet ?? NONE}
            onChange={({ currentTarget: { value } }) => set({ diet: DIETS.find((one) => one === value) ?? null })}
          />
          <NativeSelect
            label="Budget"
            data={BUDGET_CHOICES}
            value={constraints.budget ?? NONE}
            onChange={({ currentTarget: { value } }) => set({ budget: BUDGETS.find((one) => one === value) ?? null })}
          />
        </Group>
        <MultiSelect
          label="Without these allergens"
          description="Foods that have one, or may have one, are left out."
          data={ALLERGEN_CHOICES}
          searchable
          value={[...constraints.allergens]}
          onChange={(chosen) => set({ allergens: ALLERGENS.filter((one) => chosen.includes(one)) })}
        />
        <TagsInput
          label="Without these foods"
          description="Type a food that they do not like, and press Enter."
          maxTags={MEAL_GENERATION.dislikes}
          maxLength={MEAL_GENERATION.dislike}
          value={[...dislikes]}
          onChange={(value) => onChange({ ...answers, dislikes: value })}
        />
        <Checkbox
          label="Cook for several days at once"
          checked={constraints.batch}
          onChange={({ currentTarget }) => set({ batch: currentTarget.checked })}
        />
        <Button type="submit" loading={busy} disabled={!profile || isTooLow} leftSection={<IconSparkles size={18} />}>
          Draft meal plan
        </Button>
      </Stack>
    </form>
  );
}
