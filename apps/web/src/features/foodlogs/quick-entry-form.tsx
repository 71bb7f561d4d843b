import { Button, Group, NumberInput, Stack, TextInput } from '@mantine/core';
import { type FoodEntry, quickInput } from '@stridewell/contract/foodlogs/foodlogs';
import { serverNow } from '../../lib/server-clock.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { quickEntry } from './foodlogs.editing.ts';

type QuickEntryFormProps = {
  meal: string;
  /** The words of the search. */
  name: string;
  numbersOff: boolean;
  onAdd: (entry: Omit<FoodEntry, 'changedAt'>) => void;
  onBack: () => void;
};

type Typed = number | string;
const FIGURES = {
  kcal: 'Calories',
  protein: 'Protein (optional)',
  carbohydrate: 'Carbs (optional)',
  fat: 'Fat (optional)',
} as const;
type Figure = keyof typeof FIGURES;
const NAMES = Object.keys(FIGURES) as Figure[];

/** An entry without a food: its calories alone are enough, and so is its name. */
export function QuickEntryForm({ meal, name, numbersOff, onAdd, onBack }: QuickEntryFormProps) {
  const values: Record<Figure | 'name', Typed> = { name, kcal: '', protein: '', carbohydrate: '', fat: '' };
  const form = useSchemaForm(quickInput, {
    initialValues: values,
    toInput: (typed) => ({
      name: String(typed.name).trim(),
      ...Object.fromEntries(NAMES.map((figure) => [figure, typed[figure] === '' ? null : Number(typed[figure])])),
    }),
    submit: async ({ name: named, kcal, protein, carbohydrate, fat }) =>
      quickEntry(
        { name: named, nutrients: kcal === null ? null : { kcal, protein, carbohydrate, fat } },
        meal,
        serverNow(),
      ),
    onDone: onAdd,
  });
  return (
    <form {...form.formProps}>
      <Stack gap="md">
        <ProblemAlert text={form.problem} />
        <TextInput
          label={numbersOff ? 'What did you eat?' : 'Name (optional)'}
          size="md"
          data-autofocus
          {...form.getInputProps('name')}
        />
        {!numbersOff && (
          <Group grow gap="sm" align="flex-start" preventGrowOverflow={false}>
            {NAMES.map((figure) => (
              <NumberInput
                key={figure}
                label={FIGURES[figure]}
                size="md"
                miw={130}
                min={0}
                hideControls
                suffix={figure === 'kcal' ? ' kcal' : ' g'}
                {...form.getInputProps(figure)}
              />
            ))}
          </Group>
        )}
        <Group justify="flex-end">
          <Button variant="default" mih={44} onClick={onBack}>
            Back to foods
          </Button>
          <Button type="submit" mih={44} loading={form.busy}>{`Add to ${meal.toLowerCase()}`}</Button>
        </Group>
      </Stack>
    </form>
  );
}
