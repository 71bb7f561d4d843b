import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import type { FoodDay, FoodEntry } from '@stridewell/contract/foodlogs/foodlogs';
import { FOOD_LOG_BOUNDS, mealsOf } from '@stridewell/contract/foodlogs/foodlogs.rules';
import { type FormEvent, useState } from 'react';
import { kcalText, numberText } from '../../lib/format.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { scaled } from './foodlogs.editing.ts';
import { entryName, measureLabel } from './foodlogs.wording.ts';

type EntryDialogProps = {
  entry: FoodEntry;
  log: FoodDay;
  onSave: (entry: FoodEntry) => void;
  onRemove: () => void;
  onClose: () => void;
};

/** Changes how much of an entry was eaten, moves it to another meal, or removes it. */
export function EntryDialog({ entry, log, onSave, onRemove, onClose }: EntryDialogProps) {
  const [value, setValue] = useState<number | string>(entry.amount?.value ?? '');
  const [meal, setMeal] = useState(entry.meal);
  const [isTried, setTried] = useState(false);
  const changed = entry.amount ? scaled(entry, Number(value)) : entry;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (changed) onSave({ ...changed, meal });
  };
  return (
    <Dialog opened onClose={onClose} title={entryName(entry)}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {entry.amount && (
            <NumberInput
              label={`Amount (${measureLabel(entry.amount.measure)})`}
              size="md"
              min={0}
              decimalScale={2}
              hideControls
              data-autofocus
              value={value}
              error={
                isTried &&
                !changed &&
                `Please enter more than 0, and at most ${numberText(FOOD_LOG_BOUNDS.quantity)} g or ml in all`
              }
              onChange={setValue}
            />
          )}
          <NativeSelect
            label="Meal"
            size="md"
            data={mealsOf(log.entries)}
            value={meal}
            onChange={({ currentTarget }) => setMeal(currentTarget.value)}
          />
          {changed?.nutrients && <Text role="status">{kcalText(changed.nutrients.kcal)}</Text>}
          <Group justify="space-between">
            <Button variant="subtle" color="gray" mih={44} onClick={onRemove}>
              Remove entry
            </Button>
            <Button type="submit" mih={44}>
              Save entry
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
