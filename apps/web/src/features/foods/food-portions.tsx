import { Button, Group, Input, Stack, TextInput } from '@mantine/core';
import { FOOD_BOUNDS } from '@stridewell/contract/foods/foods.rules';
import { IconPlus, IconX } from '@tabler/icons-react';
import { IconButton } from '../../ui/icon-button.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import type { SchemaForm } from '../../ui/schema-form.ts';
import type { FoodValues } from './food-fields.tsx';

/** Household measures of a food, like a cup, with their weights or volumes. */
export function FoodPortions({ form }: { form: SchemaForm<FoodValues> }) {
  const { portions, unit } = form.getValues();
  return (
    <Input.Wrapper label="Portions" labelElement="div" description="Household measures, like 1 cup or 1 slice.">
      <Stack gap="xs" mt="xs" align="flex-start">
        {portions.map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a portion has no id, and its fields follow its place.
          <Group key={index} gap="xs" wrap="nowrap" align="flex-start" w="100%">
            <TextInput
              flex={1}
              miw={0}
              aria-label={`Portion ${index + 1}`}
              placeholder="1 cup"
              {...form.getInputProps(`portions.${index}.name`)}
            />
            <NumberInput
              size="md"
              w={112}
              min={0}
              hideControls
              suffix={` ${unit}`}
              aria-label={`Amount of portion ${index + 1}`}
              {...form.getInputProps(`portions.${index}.grams`)}
            />
            <IconButton
              label={`Remove portion ${index + 1}`}
              icon={IconX}
              onClick={() => form.removeListItem('portions', index)}
            />
          </Group>
        ))}
        {portions.length < FOOD_BOUNDS.portions && (
          <Button
            variant="subtle"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => form.insertListItem('portions', { name: '', grams: '' })}
          >
            Add portion
          </Button>
        )}
      </Stack>
    </Input.Wrapper>
  );
}
