import { TextInput } from '@mantine/core';
import { newCalendarFeed } from '@stridewell/contract/integrations/integrations.calendars';
import { useState } from 'react';
import { newId } from '../../lib/ids.ts';
import { toast } from '../../lib/toasts.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { useAddFeed } from './integrations.queries.ts';

/** Connects a calendar by its address. The server reads it before it answers. */
export function FeedForm({ coachId, onClose }: { coachId: string; onClose: () => void }) {
  const add = useAddFeed(coachId);
  // The same id for every try, so that a lost answer connects nothing twice.
  const [id] = useState(newId);
  const form = useSchemaForm(newCalendarFeed, {
    initialValues: { name: '', url: '' },
    submit: (feed) => add.mutateAsync({ id, ...feed }),
    fallback: 'The calendar was not connected. Please try again.',
    onDone({ connection }) {
      toast.success('Calendar connected', connection.name);
      onClose();
    },
  });
  return (
    <FormDialog title="Connect a calendar" form={form} submitLabel="Connect calendar" onClose={onClose}>
      <TextInput size="md" label="Name" placeholder="Family" data-autofocus {...form.getInputProps('name')} />
      <TextInput
        size="md"
        label="Address"
        description="In Google Calendar, copy the “Secret address in iCal format” from the settings of your calendar. Outlook and Apple call it a published or public calendar."
        placeholder="https://example.com/calendar.ics"
        inputMode="url"
        autoComplete="off"
        {...form.getInputProps('url')}
      />
    </FormDialog>
  );
}
