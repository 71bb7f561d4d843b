import { Checkbox, Select, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import { MAX_BUFFER_MINUTES } from '@stridewell/contract/calendar/calendar.rules';
import { type CalendarConnection, connectionChange } from '@stridewell/contract/integrations/integrations.calendars';
import { canReceiveSessions } from '@stridewell/contract/integrations/integrations.calendars.rules';
import { toast } from '../../lib/toasts.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { useChangeConnection } from './integrations.queries.ts';

type ConnectionFormProps = { coachId: string; connection: CalendarConnection; onClose: () => void };

const NO_CALENDAR = 'none';

/** Changes the name of a connection, its buffers, and which of its calendars block bookings or get sessions. */
export function ConnectionForm({ coachId, connection, onClose }: ConnectionFormProps) {
  const change = useChangeConnection(coachId, connection.id);
  const receives = canReceiveSessions(connection.kind);
  const form = useSchemaForm(connectionChange, {
    initialValues: {
      name: connection.name,
      bufferBefore: connection.bufferBefore as number | string,
      bufferAfter: connection.bufferAfter as number | string,
      blocking: connection.calendars.filter(({ blocks }) => blocks).map(({ id }) => id),
      sessionCalendarId: connection.sessions?.calendarId ?? NO_CALENDAR,
      showsNames: connection.sessions?.showsNames ?? false,
    },
    toInput: ({ sessionCalendarId, showsNames, ...values }) => ({
      ...values,
      ...(receives && {
        sessionCalendarId: sessionCalendarId === NO_CALENDAR ? null : sessionCalendarId,
        showsNames,
      }),
      bufferBefore: Number(values.bufferBefore),
      bufferAfter: Number(values.bufferAfter),
    }),
    submit: (changed) => change.mutateAsync(changed),
    fallback: 'The settings were not saved. Please try again.',
    onDone() {
      toast.success('Settings saved', form.values.name);
      onClose();
    },
  });
  const minutes = {
    size: 'md',
    min: 0,
    max: MAX_BUFFER_MINUTES,
    step: 5,
    allowDecimal: false,
    suffix: ' min',
  } as const;
  const [only] = connection.calendars;
  return (
    <FormDialog title={`Settings of ${connection.name}`} form={form} submitLabel="Save settings" onClose={onClose}>
      <TextInput size="md" label="Name" data-autofocus {...form.getInputProps('name')} />
      <Checkbox.Group
        label="Block bookings"
        description="While events of these calendars take place."
        {...form.getInputProps('blocking')}
      >
        <Stack gap="xs" mt="xs">
          {connection.calendars.map(({ id, name }) => (
            <Checkbox
              key={id}
              size="md"
              value={id}
              label={only?.id === id && connection.kind === 'feed' ? form.values.name : name}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <SimpleGrid cols={2} spacing="md">
        <NumberInput label="Free before events" {...minutes} {...form.getInputProps('bufferBefore')} />
        <NumberInput label="Free after events" {...minutes} {...form.getInputProps('bufferAfter')} />
      </SimpleGrid>
      {receives && (
        <Select
          size="md"
          label="Add my sessions to"
          description="They show as “Session” with your client’s initials and the place. If you move or delete one there, we ask you before your client hears of it."
          data={[
            { value: NO_CALENDAR, label: 'No calendar' },
            ...connection.calendars.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          allowDeselect={false}
          {...form.getInputProps('sessionCalendarId')}
        />
      )}
      {receives && form.values.sessionCalendarId !== NO_CALENDAR && (
        <Switch
          size="md"
          label="Show clients’ full names"
          description="Everyone with access to this calendar can then read them."
          {...form.getInputProps('showsNames', { type: 'checkbox' })}
        />
      )}
    </FormDialog>
  );
}
