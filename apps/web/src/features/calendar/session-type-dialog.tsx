import { Button, Checkbox, Group, Select, TextInput } from '@mantine/core';
import { type SessionType, sessionType } from '@stridewell/contract/calendar/calendar';
import { MAX_BUFFER_MINUTES, SESSION_COLORS } from '@stridewell/contract/calendar/calendar.rules';
import { toast } from '../../lib/toasts.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { useDeleteSessionType, useSaveSessionType } from './calendar.queries.ts';

const COLORS = SESSION_COLORS.map((value) => ({ value, label: `${value.charAt(0).toUpperCase()}${value.slice(1)}` }));

type SessionTypeDialogProps = { coachId: string; type: SessionType; isNew: boolean; onClose: () => void };

/** Adds or changes a type of session. Existing sessions keep their values. */
export default function SessionTypeDialog({ coachId, type, isNew, onClose }: SessionTypeDialogProps) {
  const save = useSaveSessionType(coachId);
  const remove = useDeleteSessionType(coachId);
  const done = (title: string, message?: string) => {
    toast.success(title, message);
    onClose();
  };
  const form = useSchemaForm(sessionType, {
    initialValues: type,
    submit: save.mutateAsync,
    onDone: ({ name }) => done('Type saved', name),
  });
  return (
    <FormDialog
      title={isNew ? 'New type' : type.name}
      form={form}
      submitLabel="Save type"
      problem={remove.error && <ProblemAlert error={remove.error} fallback="Nothing was saved. Please try again." />}
      onClose={onClose}
    >
      <TextInput label="Name" placeholder="Strength session" data-autofocus {...form.getInputProps('name')} />
      <Group grow align="flex-start">
        <NumberInput size="md" label="Minutes" min={5} max={1440} step={5} {...form.getInputProps('minutes')} />
        <Select size="md" label="Color" data={COLORS} allowDeselect={false} {...form.getInputProps('color')} />
      </Group>
      <TextInput label="Where" description="If you meet in person." {...form.getInputProps('location')} />
      <TextInput
        label="Meeting link"
        description="Your room at Zoom, Meet or Teams. New sessions of this type get it."
        placeholder="https://zoom.us/j/123456789"
        inputMode="url"
        {...form.getInputProps('meetingUrl')}
      />
      <Group grow align="flex-start">
        <NumberInput
          size="md"
          label="Minutes free before"
          min={0}
          max={MAX_BUFFER_MINUTES}
          step={5}
          {...form.getInputProps('bufferBefore')}
        />
        <NumberInput
          size="md"
          label="Minutes free after"
          min={0}
          max={MAX_BUFFER_MINUTES}
          step={5}
          {...form.getInputProps('bufferAfter')}
        />
      </Group>
      <Checkbox label="Clients can book it" {...form.getInputProps('bookable', { type: 'checkbox' })} />
      {!isNew && (
        <Group>
          <Button
            variant="subtle"
            color="red"
            loading={remove.isPending}
            onClick={() => remove.mutate(type.id, { onSuccess: () => done('Type removed', 'Its sessions stay.') })}
          >
            Remove
          </Button>
        </Group>
      )}
    </FormDialog>
  );
}
