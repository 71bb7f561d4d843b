import { Button, Checkbox, Input, Select, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import { MAX_BUFFER_MINUTES } from '@stridewell/contract/calendar/calendar.rules';
import { type CalendarConnection, connectionChange } from '@stridewell/contract/integrations/integrations.calendars';
import {
  type CalendarProvider,
  isCalendarProvider,
} from '@stridewell/contract/integrations/integrations.calendars.rules';
import { leaveFor } from '../../lib/leave-for.ts';
import { toast } from '../../lib/toasts.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { isLeavingFor, useBeginSignIn, useChangeConnection } from './integrations.queries.ts';

type ConnectionFormProps = { coachId: string; connection: CalendarConnection; onClose: () => void };

const NO_CALENDAR = 'none';
const MEETINGS: Record<CalendarProvider, string> = {
  google: 'Make Google Meet links',
  microsoft: 'Make Microsoft Teams links',
};
const SESSIONS_THERE =
  'They show as “Session” with your client’s initials and the place. If you move or delete one there, we ask you before your client hears of it.';

/** Changes the name of a connection, its buffers, and which of its calendars block bookings or get sessions. */
export function ConnectionForm({ coachId, connection, onClose }: ConnectionFormProps) {
  const change = useChangeConnection(coachId, connection.id);
  const receives = connection.adding === 'yes' || connection.sessions !== null;
  const form = useSchemaForm(connectionChange, {
    initialValues: {
      name: connection.name,
      bufferBefore: connection.bufferBefore as number | string,
      bufferAfter: connection.bufferAfter as number | string,
      blocking: connection.calendars.filter(({ blocks }) => blocks).map(({ id }) => id),
      sessionCalendarId: connection.sessions?.calendarId ?? NO_CALENDAR,
      showsNames: connection.sessions?.showsNames ?? false,
      makesMeetings: connection.sessions?.makesMeetings ?? false,
    },
    toInput: ({ sessionCalendarId, showsNames, makesMeetings, ...values }) => ({
      ...values,
      ...(receives && {
        sessionCalendarId: sessionCalendarId === NO_CALENDAR ? null : sessionCalendarId,
        showsNames,
        makesMeetings,
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
          description={SESSIONS_THERE}
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
      {receives && isCalendarProvider(connection.kind) && form.values.sessionCalendarId !== NO_CALENDAR && (
        <Switch
          size="md"
          label={MEETINGS[connection.kind]}
          description="For upcoming sessions without a place and without a meeting link. Your client sees the link of their session."
          {...form.getInputProps('makesMeetings', { type: 'checkbox' })}
        />
      )}
      {connection.adding === 'sign_in' && isCalendarProvider(connection.kind) && (
        <SignInToAdd coachId={coachId} id={connection.id} kind={connection.kind} />
      )}
    </FormDialog>
  );
}

/** Asks for the permission to add events, which reading a calendar does not need. */
function SignInToAdd({ coachId, id, kind }: { coachId: string; id: string; kind: CalendarProvider }) {
  const begin = useBeginSignIn(coachId, id, true);
  return (
    <Stack gap="xs" align="flex-start">
      <div>
        <Input.Label size="md" component="p" m={0}>
          Add my sessions
        </Input.Label>
        <Input.Description size="md">{SESSIONS_THERE}</Input.Description>
      </div>
      <ProblemAlert error={begin.error} fallback="The provider could not be reached. Please try again." />
      <Button
        variant="default"
        loading={isLeavingFor(begin, kind)}
        onClick={() => begin.mutate(kind, { onSuccess: ({ url }) => leaveFor(url) })}
      >
        Sign in again to allow adding sessions
      </Button>
    </Stack>
  );
}
