import { SimpleGrid, Switch } from '@mantine/core';
import { type AdaptationLimitsInput, adaptationLimits } from '@stridewell/contract/targets/targets.adaptation';
import { MOST_AUTOMATIC_KCAL } from '@stridewell/contract/targets/targets.rules';
import { toast } from '../../lib/toasts.ts';
import { EnergyInput } from '../../shared/energy-input.tsx';
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
      <EnergyInput
        label="Change without asking me"
        description={`Up to ${MOST_AUTOMATIC_KCAL} kcal a week; 0 asks about each change.`}
        max={MOST_AUTOMATIC_KCAL}
        clampBehavior="none"
        {...form.getInputProps('withoutApproval')}
      />
      <SimpleGrid cols={2} spacing="sm">
        <EnergyInput label="Lowest target" hideControls {...form.getInputProps('lowest')} />
        <EnergyInput label="Highest target" hideControls {...form.getInputProps('highest')} />
      </SimpleGrid>
    </FormDialog>
  );
}
