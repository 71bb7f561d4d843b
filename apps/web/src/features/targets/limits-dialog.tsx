import { NumberInput, SimpleGrid, Switch } from '@mantine/core';
import { type AdaptationLimitsInput, adaptationLimits } from '@stridewell/contract/targets/targets.adaptation';
import { MOST_AUTOMATIC_KCAL } from '@stridewell/contract/targets/targets.rules';
import { toast } from '../../lib/toasts.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { useSaveLimits } from './targets.queries.ts';

type LimitsDialogProps = {
  coachId: string;
  clientId: string;
  firstName: string;
  limits: AdaptationLimitsInput;
  onClose: () => void;
};

type Values = Pick<AdaptationLimitsInput, 'isOn'> & Record<'withoutApproval' | 'lowest' | 'highest', number | string>;

const orNull = (value: number | string) => (value === '' ? null : value);

/** The limits of weekly reviews of a client's target. */
export function LimitsDialog({ coachId, clientId, firstName, limits, onClose }: LimitsDialogProps) {
  const save = useSaveLimits(coachId);
  const { isOn, withoutApproval, lowest, highest } = limits;
  const initialValues: Values = { isOn, withoutApproval, lowest: lowest ?? '', highest: highest ?? '' };
  const form = useSchemaForm(adaptationLimits, {
    initialValues,
    toInput: (values: Values) => ({ ...values, lowest: orNull(values.lowest), highest: orNull(values.highest) }),
    submit: (output) => save.mutateAsync({ clientId, limits: output }),
    onDone() {
      toast.success('Limits saved');
      onClose();
    },
  });
  return (
    <FormDialog title={`Weekly reviews for ${firstName}`} form={form} submitLabel="Save limits" onClose={onClose}>
      <Switch
        label="Review the target each week"
        description="From weigh-ins and the food log."
        {...form.getInputProps('isOn', { type: 'checkbox' })}
      />
      <NumberInput
        label="Change without asking me (kcal)"
        description={`Up to ${MOST_AUTOMATIC_KCAL} kcal a week; 0 asks about each change.`}
        min={0}
        max={MOST_AUTOMATIC_KCAL}
        step={10}
        clampBehavior="none"
        {...form.getInputProps('withoutApproval')}
      />
      <SimpleGrid cols={2} spacing="sm">
        <NumberInput label="Lowest target (kcal)" min={0} hideControls {...form.getInputProps('lowest')} />
        <NumberInput label="Highest target (kcal)" min={0} hideControls {...form.getInputProps('highest')} />
      </SimpleGrid>
    </FormDialog>
  );
}
