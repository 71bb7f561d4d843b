import { Button, Checkbox, Group, MultiSelect, NativeSelect, Stack, Textarea } from '@mantine/core';
import { ALLERGEN_LABELS, ALLERGENS, DIET_LABELS, DIETS } from '@stridewell/contract/foods/foods.rules';
import { BUDGET_LABELS, BUDGETS, MEAL_BOUNDS } from '@stridewell/contract/meals/meals.parts.rules';
import type { MealConstraints, PlanAim } from '@stridewell/contract/meals/meals.plan.rules';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useState } from 'react';
import { usePhone } from '../../lib/use-phone.ts';
import { EnergyInput } from '../../shared/energy-input.tsx';
import { CommittedText } from '../../ui/committed-text.tsx';
import { Muted } from '../../ui/muted.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { useBuilder, useEditor } from './meals.context.ts';
import { planEnergyText } from './meals.wording.ts';

const NONE = '';
const optionsOf = <Value extends string>(values: readonly Value[], labels: Record<Value, string>, none: string) => [
  { value: NONE, label: none },
  ...values.map((value) => ({ value, label: labels[value] })),
];
const DIET_OPTIONS = optionsOf(DIETS, DIET_LABELS, 'Any diet');
const BUDGET_OPTIONS = optionsOf(BUDGETS, BUDGET_LABELS, 'No budget set');
const ALLERGEN_OPTIONS = ALLERGENS.map((value) => ({ value, label: ALLERGEN_LABELS[value] }));

/** The daily target of the plan, what it has to keep to, and notes for the client. */
export function PlanFacts() {
  const { editor } = useBuilder();
  const notes = useEditor(({ plan }) => plan.notes);
  const isPhone = usePhone();
  const [isOpen, setOpen] = useState(false);
  if (isPhone && !isOpen) {
    return (
      <Button
        variant="default"
        leftSection={<IconAdjustmentsHorizontal size={18} stroke={1.75} />}
        aria-expanded={false}
        onClick={() => setOpen(true)}
      >
        Target and limits
      </Button>
    );
  }
  return (
    <SectionCard title="Target and limits">
      <Stack gap="sm">
        <AimFields />
        <ConstraintFields />
        <CommittedText
          value={notes}
          onCommit={(text) =>
            editor.edit((draft) => {
              draft.notes = text;
            })
          }
        >
          {(field) => (
            <Textarea
              autosize
              label="Notes for the client"
              placeholder="How to use this plan"
              maxLength={MEAL_BOUNDS.notes}
              {...field}
            />
          )}
        </CommittedText>
      </Stack>
    </SectionCard>
  );
}

const MACROS = [
  { nutrient: 'protein', label: 'Protein, g', max: 500 },
  { nutrient: 'carbohydrate', label: 'Carbs, g', max: 1500 },
  { nutrient: 'fat', label: 'Fat, g', max: 500 },
] as const;
const NO_MACROS = { protein: null, carbohydrate: null, fat: null };

function AimFields() {
  const { editor, target } = useBuilder();
  const aim = useEditor(({ plan }) => plan.aim);
  if (target) {
    return (
      <Muted>
        {planEnergyText(target.kcal)} a day, from the client’s nutrition target
        {target.protein !== null && `, with ${target.protein} g of protein`}.
      </Muted>
    );
  }
  const set = (next: PlanAim | null) =>
    editor.edit((draft) => {
      draft.aim = next;
    });
  return (
    <Group gap="sm" align="flex-end">
      <EnergyInput
        label="Energy a day"
        w={160}
        allowDecimal={false}
        max={MEAL_BOUNDS.mostKcal}
        placeholder="No target"
        value={aim?.kcal ?? NONE}
        error={aim && aim.kcal < MEAL_BOUNDS.leastKcal ? `At least ${MEAL_BOUNDS.leastKcal} kcal` : null}
        onChange={(kcal) => set(typeof kcal === 'number' ? { ...(aim ?? NO_MACROS), kcal } : null)}
      />
      {aim &&
        MACROS.map(({ nutrient, label, max }) => (
          <NumberInput
            key={nutrient}
            label={label}
            w={110}
            min={0}
            max={max}
            allowDecimal={false}
            value={aim[nutrient] ?? NONE}
            onChange={(grams) => set({ ...aim, [nutrient]: typeof grams === 'number' ? grams : null })}
          />
        ))}
    </Group>
  );
}

function ConstraintFields() {
  const { editor } = useBuilder();
  const constraints = useEditor(({ plan }) => plan.constraints);
  const { diet, allergens, mealsPerDay, cookingMinutes, budget, batch } = constraints;
  const set = (change: Partial<MealConstraints>) =>
    editor.edit((draft) => void Object.assign(draft.constraints, change));
  return (
    <>
      <Group gap="sm" align="flex-end">
        <NativeSelect
          label="Diet"
          data={DIET_OPTIONS}
          value={diet ?? NONE}
          onChange={({ currentTarget: { value } }) => set({ diet: DIETS.find((one) => one === value) ?? null })}
        />
        <NumberInput
          label="Meals a day"
          w={110}
          min={1}
          max={MEAL_BOUNDS.meals}
          allowDecimal={false}
          placeholder="Any"
          value={mealsPerDay ?? NONE}
          onChange={(value) => set({ mealsPerDay: typeof value === 'number' ? value : null })}
        />
        <NumberInput
          label="Minutes for a meal"
          w={150}
          min={5}
          max={240}
          step={5}
          allowDecimal={false}
          placeholder="Any"
          value={cookingMinutes ?? NONE}
          onChange={(value) => set({ cookingMinutes: typeof value === 'number' ? value : null })}
        />
        <NativeSelect
          label="Budget"
          data={BUDGET_OPTIONS}
          value={budget ?? NONE}
          onChange={({ currentTarget: { value } }) => set({ budget: BUDGETS.find((one) => one === value) ?? null })}
        />
        <Checkbox
          label="Cook for several days at once"
          pb={8}
          checked={batch}
          onChange={({ currentTarget }) => set({ batch: currentTarget.checked })}
        />
      </Group>
      <MultiSelect
        label="Without these allergens"
        description="Foods that have one, or may have one, are marked."
        data={ALLERGEN_OPTIONS}
        value={[...allergens]}
        searchable
        onChange={(chosen) => set({ allergens: ALLERGENS.filter((one) => chosen.includes(one)) })}
      />
    </>
  );
}
