import { Button, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { type FoodEntry, quickInput } from '@stridewell/contract/foodlogs/foodlogs';
import { serverNow } from '../../lib/server-clock.ts';
import { EnergyInput } from '../../shared/energy-input.tsx';
import { HelpLine } from '../../shared/help-line.tsx';
import { Muted } from '../../ui/muted.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { quickEntry } from './foodlogs.editing.ts';

export type QuickFacts = Pick<FoodEntry, 'name' | 'nutrients'>;

type QuickEntryFormProps = {
  meal: string;
  /** Initial values: the words of the search, or how this code was logged last. */
  facts: QuickFacts;
  /** The code on the pack of a food that is not known. */
  code: string | null;
  numbersOff: boolean;
  onAdd: (entry: Omit<FoodEntry, 'changedAt'>) => void;
  onBack: () => void;
};

type Typed = number | string;
const MACRO_LABELS = {
  protein: 'Protein (optional)',
  carbohydrate: 'Carbs (optional)',
  fat: 'Fat (optional)',
} as const;
type Macro = keyof typeof MACRO_LABELS;
const MACROS = Object.keys(MACRO_LABELS) as Macro[];

/** An entry without a food: its calories alone are enough, and so is its name. */
export function QuickEntryForm({ meal, facts, code, numbersOff, onAdd, onBack }: QuickEntryFormProps) {
  const { kcal = '', protein, carbohydrate, fat } = facts.nutrients ?? {};
  const values: Record<Macro | 'name' | 'kcal', Typed> = {
    name: facts.name,
    kcal,
    protein: protein ?? '',
    carbohydrate: carbohydrate ?? '',
    fat: fat ?? '',
  };
  const form = useSchemaForm(quickInput, {
    initialValues: values,
    toInput: (typed) => ({
      name: String(typed.name).trim(),
      ...Object.fromEntries(
        [...MACROS, 'kcal' as const].map((figure) => [figure, typed[figure] === '' ? null : Number(typed[figure])]),
      ),
    }),
    submit: async ({ name, ...figures }) => {
      const nutrients = figures.kcal === null ? null : { ...figures, kcal: figures.kcal };
      const entry = quickEntry({ name, nutrients }, meal, serverNow());
      return code === null ? entry : { ...entry, barcode: code };
    },
    onDone: onAdd,
  });
  return (
    <form {...form.formProps}>
      <Stack gap="md">
        <ProblemAlert text={form.problem} />
        {code !== null && <Muted>{`No food has the code ${code} yet. The next scan finds this entry.`}</Muted>}
        <TextInput
          label={numbersOff ? 'What did you eat?' : 'Name (optional)'}
          size="md"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <HelpLine text={String(form.getInputProps('name').value)} />
        {!numbersOff && (
          <SimpleGrid cols={2} spacing="sm">
            <EnergyInput label="Energy" size="md" hideControls {...form.getInputProps('kcal')} />
            {MACROS.map((figure) => (
              <NumberInput
                key={figure}
                label={MACRO_LABELS[figure]}
                size="md"
                min={0}
                hideControls
                suffix=" g"
                {...form.getInputProps(figure)}
              />
            ))}
          </SimpleGrid>
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
