import { Checkbox, SimpleGrid, TextInput } from '@mantine/core';
import { type Food, foodInput } from '@stridewell/contract/foods/foods';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { codeOf } from '../../lib/errors.ts';
import { toast } from '../../lib/toasts.ts';
import { NewerVersion } from '../../shared/newer-version.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { type SchemaForm, useSchemaForm } from '../../ui/schema-form.ts';
import { FoodFields, type FoodValues, fieldFor, inputOf, valuesOf } from './food-fields.tsx';
import { foodQuery, useSaveFood } from './foods.queries.ts';

type FoodFormProps = {
  /** The food to edit, or the id of a new one. */
  food: Food | { id: string };
  onClose: () => void;
};

/** Adds a food for all coaches, or edits one. */
export function FoodForm({ food: loaded, onClose }: FoodFormProps) {
  // A newer version of another operator waits until this one asks for it.
  const [food, setFood] = useState(loaded);
  const client = useQueryClient();
  const reload = async () => setFood(await client.fetchQuery({ ...foodQuery(loaded.id), staleTime: 0 }));
  const key = 'version' in food ? food.version : 0;
  return <Editor key={key} food={food} onReload={() => void reload()} onClose={onClose} />;
}

function Editor({ food, onReload, onClose }: FoodFormProps & { onReload: () => void }) {
  const stored = 'version' in food ? food : null;
  const save = useSaveFood();
  const [isHidden, setHidden] = useState(stored?.hidden ?? false);
  const form: SchemaForm<FoodValues> = useSchemaForm(foodInput, {
    initialValues: valuesOf(stored),
    toInput: inputOf,
    fieldFor,
    submit: (input) =>
      save.mutateAsync({ foodId: food.id, basedOn: stored?.version ?? 0, food: input, hidden: isHidden }),
    onDone({ name }) {
      toast.success(stored ? 'Food saved' : 'Food added', name);
      onClose();
    },
  });
  const isOutdated = codeOf(form.error) === 'FOOD_CHANGED';
  return (
    <FormDialog
      title={stored ? `Edit ${stored.name}` : 'New food'}
      form={form}
      submitLabel={stored ? 'Save food' : 'Add food'}
      size="lg"
      onClose={onClose}
      problem={isOutdated && <NewerVersion what="this food" onLoad={onReload} />}
    >
      <FoodFields form={form} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextInput
          label="Source (optional)"
          description="Where the values are from."
          {...form.getInputProps('source')}
        />
        <TextInput
          label="ID in the source (optional)"
          description="Imports match the food by this ID."
          {...form.getInputProps('sourceId')}
        />
      </SimpleGrid>
      <Checkbox
        label="Hide this food"
        description="It stays where it is used, but can no longer be chosen."
        checked={isHidden}
        onChange={({ currentTarget }) => setHidden(currentTarget.checked)}
      />
    </FormDialog>
  );
}
