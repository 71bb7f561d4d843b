import { Checkbox, Group, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { checkInPlanInput } from '@stridewell/contract/checkins/checkins';
import { BUILT_IN_FORM } from '@stridewell/contract/checkins/checkins.forms.rules';
import { toast } from '../../lib/toasts.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { type Plan, useSetCheckInPlan } from './checkins.queries.ts';

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

type ScheduleDialogProps = {
  coachId: string;
  clientId: string;
  clientName: string;
  plan: Plan & { schedule: NonNullable<Plan['schedule']> };
  onClose: () => void;
};

/** Edits the schedule and the form of a client's check-ins. Loaded when it is opened. */
export default function ScheduleDialog({ coachId, clientId, clientName, plan, onClose }: ScheduleDialogProps) {
  const { schedule, clientZone, templates } = plan;
  const { every, firstDay, zone } = schedule;
  const form = useSchemaForm(checkInPlanInput, {
    initialValues: {
      mode: 'weekdays' in every ? 'weekdays' : 'days',
      weekdays: 'weekdays' in every ? every.weekdays.map(String) : [],
      days: 'days' in every ? every.days : 7,
      firstDay,
      zone,
      templateId: plan.templateId ?? '',
    },
    toInput: ({ mode, weekdays, days, templateId, ...values }) => ({
      ...values,
      every: mode === 'weekdays' ? { weekdays: weekdays.map(Number) } : { days: Number(days) },
      templateId: templateId || null,
    }),
    submit: useSetCheckInPlan(coachId, clientId).mutateAsync,
    onDone() {
      toast.success('Schedule saved', `Applies to ${clientName} from now on.`);
      onClose();
    },
    fallback: 'The schedule was not saved. Check your connection and try again.',
  });
  const { mode } = form.values;
  const usual = templates.find(({ isDefault }) => isDefault)?.name ?? BUILT_IN_FORM.name;
  const problem = form.errors.firstDay
    ? 'Please choose the first day.'
    : form.errors.every && (mode === 'weekdays' ? 'Please choose a day of the week.' : 'Please enter 1 to 365 days.');
  return (
    <FormDialog
      title={`Check-in schedule for ${clientName}`}
      form={form}
      submitLabel="Save schedule"
      problem={problem && <ProblemAlert text={problem} />}
      onClose={onClose}
    >
      <NativeSelect
        label="Form"
        data={[
          { value: '', label: `Default (${usual})` },
          ...templates
            .filter(({ archived, id }) => !archived || id === plan.templateId)
            .map(({ id, name, archived }) => ({ value: id, label: archived ? `${name} (archived)` : name })),
        ]}
        {...form.getInputProps('templateId')}
      />
      <SegmentedControl
        aria-label="How often"
        data={[
          { value: 'weekdays', label: 'Days of the week' },
          { value: 'days', label: 'Every few days' },
        ]}
        {...form.getInputProps('mode')}
      />
      {mode === 'weekdays' ? (
        <Checkbox.Group label="On" {...form.getInputProps('weekdays')}>
          <Group gap="sm" mt="xs">
            {WEEKDAYS.map((name, index) => (
              <Checkbox key={name} value={String(index + 1)} label={name} />
            ))}
          </Group>
        </Checkbox.Group>
      ) : (
        <NumberInput
          label="Every"
          suffix={Number(form.values.days) === 1 ? ' day' : ' days'}
          min={1}
          max={365}
          {...form.getInputProps('days')}
        />
      )}
      <TextInput
        type="date"
        label="First day"
        description="Nothing is due before it."
        size="sm"
        {...form.getInputProps('firstDay')}
        error={Boolean(form.errors.firstDay)}
      />
      <NativeSelect
        label="A day begins at midnight"
        data={[
          { value: 'coach', label: 'where you are' },
          { value: 'client', label: `where ${clientName.split(' ')[0]} is${clientZone ? ` (${clientZone})` : ''}` },
        ]}
        {...form.getInputProps('zone')}
      />
    </FormDialog>
  );
}
