import { Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { email, line } from '@stridewell/contract/fields';
import { DEMO_MINUTES } from '@stridewell/contract/site/site.rules';
import { z } from 'zod';
import { takeFocus } from '../../lib/take-focus.ts';
import { useSchemaForm } from '../../ui/schema-form.ts';

const schema = z.object({ fullName: line(120), email });
export type DemoPerson = z.infer<typeof schema>;

type DemoBookingFormProps = {
  when: string;
  zone: string;
  person: DemoPerson;
  onBack: (person: DemoPerson) => void;
  /** Shows its own failures. */
  onSubmit: (person: DemoPerson) => Promise<void>;
};

/** Confirms the chosen time and asks for the visitor's name and email address. */
export default function DemoBookingForm({ when, zone, person, onBack, onSubmit }: DemoBookingFormProps) {
  const form = useSchemaForm(schema, { initialValues: person, submit: onSubmit });
  return (
    <form {...form.formProps}>
      <Stack gap="md" maw={480}>
        <Paper radius="lg" p="md" bg="var(--pine-tint)">
          {/* The list of times, which had the focus, is no longer on screen. */}
          <Title order={2} size="h3" c="var(--pine-text)" ref={takeFocus} tabIndex={-1}>
            {when}
          </Title>
          <Text>
            {DEMO_MINUTES} minutes, by video call. {zone}
          </Text>
        </Paper>
        <TextInput label="Your name" required autoComplete="name" maxLength={120} {...form.getInputProps('fullName')} />
        <TextInput
          label="Email"
          required
          type="email"
          autoComplete="email"
          maxLength={254}
          {...form.getInputProps('email')}
        />
        <Group gap="sm" justify="space-between">
          <Button size="md" variant="default" disabled={form.busy} onClick={() => onBack(form.getValues())}>
            Choose another time
          </Button>
          <Button size="md" type="submit" loading={form.busy}>
            Book this time
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
