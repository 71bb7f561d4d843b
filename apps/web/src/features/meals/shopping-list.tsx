import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { amountOfFood } from '@stridewell/contract/meals/meals.naming.rules';
import { MEAL_BOUNDS } from '@stridewell/contract/meals/meals.parts.rules';
import { AISLE_LABELS, type Aisle } from '@stridewell/contract/meals/meals.shopping.rules';
import { IconCopy } from '@tabler/icons-react';
import { toast } from '../../lib/toasts.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NumberInput } from '../../ui/number-input.tsx';

type Aisles = readonly { aisle: Aisle; lines: readonly { foodId: string; name: string; text: string }[] }[];
type Wanted = { days: number; people: number };
type ShoppingListProps = {
  aisles: Aisles;
  value: Wanted;
  onChange: (value: Wanted) => void;
};

const asText = (aisles: Aisles): string =>
  aisles
    .map(({ aisle, lines }) =>
      [AISLE_LABELS[aisle], ...lines.map(({ name, text }) => `- ${amountOfFood(text, name)}`)].join('\n'),
    )
    .join('\n\n');

async function copy(aisles: Aisles): Promise<void> {
  try {
    await navigator.clipboard.writeText(asText(aisles));
    toast.success('Shopping list copied', 'Send it to anyone who shops with you.');
  } catch {
    toast.error('Not copied', 'Your browser does not allow it. Select the list and copy it.');
  }
}

/** A shopping list by aisle, for some days and people. Ticks stay while the list is open. */
export const ShoppingList = ({ aisles, value, onChange }: ShoppingListProps) => (
  <Stack gap="md">
    <Group gap="sm" align="flex-end">
      <NumberInput
        label="Days"
        w={90}
        min={1}
        max={MEAL_BOUNDS.shoppingDays}
        allowDecimal={false}
        clampBehavior="strict"
        value={value.days}
        onChange={(days) => typeof days === 'number' && days >= 1 && onChange({ ...value, days })}
      />
      <NumberInput
        label="People"
        w={90}
        min={1}
        max={MEAL_BOUNDS.people}
        allowDecimal={false}
        clampBehavior="strict"
        value={value.people}
        onChange={(people) => typeof people === 'number' && people >= 1 && onChange({ ...value, people })}
      />
      <Button variant="default" leftSection={<IconCopy size={18} stroke={1.75} />} onClick={() => void copy(aisles)}>
        Copy list
      </Button>
    </Group>
    {aisles.length === 0 && <EmptyState title="Nothing to buy">The plan has no foods on these days.</EmptyState>}
    {aisles.map(({ aisle, lines }) => (
      <Stack key={aisle} gap={6} component="section" aria-label={AISLE_LABELS[aisle]}>
        <Text fw={650}>{AISLE_LABELS[aisle]}</Text>
        {lines.map(({ foodId, name, text }) => (
          <Checkbox key={foodId} label={amountOfFood(text, name)} />
        ))}
      </Stack>
    ))}
  </Stack>
);
