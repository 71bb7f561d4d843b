import { TextInput } from '@mantine/core';
import { type CoachFood, foodInput } from '@stridewell/contract/foods/foods';
import { toast } from '../../lib/toasts.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { type SchemaForm, useSchemaForm } from '../../ui/schema-form.ts';
import { type FoodDraft, FoodFields, type FoodValues, fieldFor, inputOf, valuesOf } from './food-fields.tsx';
import { useSaveCoachFood } from './foods.coach-queries.ts';

type CoachFoodFormProps = {
  coachId: string;
  /** The id and name of a new food with what is known of it, or the food to edit. */
  food: CoachFood | { id: string; name: string; content?: FoodDraft };
  onDone: () => void;
  onClose: () => void;
};

/** Adds a food, or edits any for this coach. */
export function CoachFoodForm({ coachId, food, onDone, onClose }: CoachFoodFormProps) {
  const save = useSaveCoachFood(coachId);
  const stored = 'version' in food ? food : null;
  const form: SchemaForm<FoodValues> = useSchemaForm(foodInput, {
    initialValues: valuesOf(stored ?? ('content' in food ? food.content : null) ?? null, food.name),
    toInput: inputOf,
    fieldFor,
    submit: (input) => save.mutateAsync({ foodId: food.id, basedOn: stored?.version ?? 0, food: input }),
    onDone({ name }) {
      toast.success(stored ? 'Food saved' : 'Food added', name);
      onDone();
    },
  });
  return (
    <FormDialog
      title={stored ? `Edit ${stored.name}` : 'New food'}
      form={form}
      submitLabel={stored ? 'Save food' : 'Add food'}
      size="lg"
      onClose={onClose}
    >
      <FoodFields form={form} />
      <TextInput
        label="Source (optional)"
        description="Where the values are from, like a label."
        {...form.getInputProps('source')}
      />
    </FormDialog>
  );
}
