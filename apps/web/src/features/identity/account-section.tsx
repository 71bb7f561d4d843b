import { Button, Checkbox, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { email as emailField, line, password as passwordField } from '@stridewell/contract/fields';
import { useState } from 'react';
import { z } from 'zod';
import { ProblemAlert } from '../../components/problem-alert.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { toast } from '../../lib/toasts.ts';
import { useAccountChange } from './identity.queries.ts';

type NameFormProps = { fullName: string; hint: string; onChanged: () => void };

export function NameForm({ fullName, hint, onChanged }: NameFormProps) {
  const form = useForm({
    initialValues: { name: fullName },
    validate: schemaResolver(z.object({ name: line(120) }), { sync: true }),
  });
  const save = useAccountChange<{ name: string }>('/update-user');
  const submit = form.onSubmit(({ name }) =>
    save.mutate(
      { name: name.trim() },
      {
        onSuccess() {
          form.resetDirty();
          onChanged();
          toast.success('Name saved');
        },
      },
    ),
  );
  return (
    <SectionCard title="Your name">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <ProblemAlert text={save.error?.message} />
          <TextInput label="Full name" description={hint} autoComplete="name" {...form.getInputProps('name')} />
          <Group>
            <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
              Save name
            </Button>
          </Group>
        </Stack>
      </form>
    </SectionCard>
  );
}

const emailChange = z.object({ newEmail: emailField, password: z.string().min(1, 'Please fill this in') });

export function EmailForm({ email }: { email: string }) {
  const form = useForm({
    initialValues: { newEmail: '', password: '' },
    validate: schemaResolver(emailChange, { sync: true }),
  });
  const [asked, setAsked] = useState<string | null>(null);
  const change = useAccountChange<z.infer<typeof emailChange>>('/change-email');
  const submit = form.onSubmit((values) => {
    const wanted = emailChange.parse(values);
    if (wanted.newEmail === email) {
      form.setFieldError('newEmail', 'This is your address already');
      return;
    }
    change.mutate(wanted, {
      onSuccess() {
        setAsked(wanted.newEmail);
        form.reset();
      },
    });
  });
  return (
    <SectionCard title="Email address">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text>
            You sign in with <b>{email}</b>.
          </Text>
          {asked && (
            <Text role="status" c="var(--pine-text)">
              We sent a link to {asked}. Open it there, and it is your address. Until then nothing changes.
            </Text>
          )}
          <ProblemAlert text={change.error?.message} />
          <TextInput label="New email address" type="email" autoComplete="off" {...form.getInputProps('newEmail')} />
          <PasswordInput label="Current password" autoComplete="current-password" {...form.getInputProps('password')} />
          <Group>
            <Button type="submit" variant="default" loading={change.isPending}>
              Change address
            </Button>
          </Group>
        </Stack>
      </form>
    </SectionCard>
  );
}

const passwordChange = z
  .object({
    currentPassword: z.string().min(1, 'Please fill this in'),
    newPassword: passwordField,
    confirm: z.string(),
  })
  .refine(({ newPassword, confirm }) => newPassword === confirm, {
    path: ['confirm'],
    message: 'Passwords do not match',
  });

export function PasswordForm() {
  const form = useForm({
    initialValues: { currentPassword: '', newPassword: '', confirm: '' },
    validate: schemaResolver(passwordChange, { sync: true }),
  });
  const [revokeOtherSessions, setRevoke] = useState(true);
  const change = useAccountChange('/change-password');
  const submit = form.onSubmit(({ confirm: _, ...values }) =>
    change.mutate(
      { ...values, revokeOtherSessions },
      {
        onSuccess() {
          form.reset();
          toast.success(
            'Password changed',
            revokeOtherSessions ? 'You are signed out everywhere else.' : 'Other devices stay signed in.',
          );
        },
      },
    ),
  );
  return (
    <SectionCard title="Password">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <ProblemAlert text={change.error?.message} />
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            {...form.getInputProps('currentPassword')}
          />
          <PasswordInput
            label="New password"
            description="At least 8 characters"
            autoComplete="new-password"
            {...form.getInputProps('newPassword')}
          />
          <PasswordInput label="Confirm password" autoComplete="new-password" {...form.getInputProps('confirm')} />
          <Checkbox
            label="Sign me out everywhere else"
            checked={revokeOtherSessions}
            onChange={(event) => setRevoke(event.currentTarget.checked)}
          />
          <Group>
            <Button type="submit" variant="default" loading={change.isPending}>
              Change password
            </Button>
          </Group>
        </Stack>
      </form>
    </SectionCard>
  );
}
