import { TextInput } from '@mantine/core';
import { type Prospect, prospectInput } from '@stridewell/contract/prospects/prospects';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { useUpdateProspect } from './prospects.queries.ts';

type ProspectFormProps = { prospect: Prospect; onClose: () => void };

/** Corrects a prospect, and plans the next step. */
export function ProspectForm({ prospect, onClose }: ProspectFormProps) {
  const update = useUpdateProspect();
  const { id: prospectId, version, name, business, phone, nextStep, nextStepOn } = prospect;
  const form = useSchemaForm(prospectInput, {
    initialValues: { name, business, phone, nextStep, nextStepOn: nextStepOn ?? '' },
    toInput: (values) => ({ ...values, nextStepOn: values.nextStepOn || null }),
    submit: (input) => update.mutateAsync({ prospectId, prospect: input, version }),
    onDone: onClose,
  });
  return (
    <FormDialog title={`Edit ${name}`} form={form} submitLabel="Save prospect" onClose={onClose}>
      <TextInput label="Name" data-autofocus {...form.getInputProps('name')} />
      <TextInput label="Business" {...form.getInputProps('business')} />
      <TextInput label="Phone" type="tel" {...form.getInputProps('phone')} />
      <TextInput label="Next step" {...form.getInputProps('nextStep')} />
      <TextInput label="Due on" type="date" {...form.getInputProps('nextStepOn')} />
    </FormDialog>
  );
}
