import { PasswordInput, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { z } from 'zod';
import { toast } from '../../lib/toasts.ts';
import { Form } from '../../ui/form.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import { useAccountChange } from './identity.queries.ts';
import type { emailChange, nameChange } from './identity.schemas.ts';

const schemas = () => import('./identity.schemas.ts');

type AccountFormsProps = { fullName: string; email: string; nameHint: string; onChanged: () => void };

/** The forms that change name, address and password. */
export function AccountForms({ fullName, email, nameHint, onChanged }: AccountFormsProps) {
  return (
    <>
      <NameForm fullName={fullName} hint={nameHint} onChanged={onChanged} />
      <EmailForm email={email} />
      <PasswordForm />
    </>
  );
}

type NameFormProps = { fullName: string; hint: string; onChanged: () => void };

function NameForm({ fullName, hint, onChanged }: NameFormProps) {
  const save = useAccountChange<z.infer<typeof nameChange>>('/update-user');
  const form = useSchemaForm(async () => (await schemas()).nameChange, {
    initialValues: { name: fullName },
    submit: save.mutateAsync,
    onDone() {
      form.resetDirty();
      onChanged();
      toast.success('Name saved');
    },
  });
  return (
    <SectionCard title="Your name">
      <Form form={form} submitLabel="Save name" onlyChanged>
        <TextInput label="Full name" description={hint} autoComplete="name" {...form.getInputProps('name')} />
      </Form>
    </SectionCard>
  );
}

function EmailForm({ email }: { email: string }) {
  const [requested, setRequested] = useState<string | null>(null);
  const change = useAccountChange<z.infer<ReturnType<typeof emailChange>>>('/change-email');
  const form = useSchemaForm(async () => (await schemas()).emailChange(email), {
    initialValues: { newEmail: '', password: '' },
    submit: change.mutateAsync,
    onDone(_, { newEmail }) {
      setRequested(newEmail);
      form.reset();
    },
  });
  return (
    <SectionCard title="Email address">
      <Form form={form} submitLabel="Change address" submitVariant="default">
        <Text>
          You sign in with <b>{email}</b>.
        </Text>
        {requested && (
          <Text role="status" c="var(--pine-text)">
            We sent a link to {requested}. Open it to confirm the new address. Until then, nothing changes.
          </Text>
        )}
        <TextInput label="New email address" type="email" autoComplete="off" {...form.getInputProps('newEmail')} />
        <PasswordInput label="Current password" autoComplete="current-password" {...form.getInputProps('password')} />
      </Form>
    </SectionCard>
  );
}

function PasswordForm() {
  const change = useAccountChange('/change-password');
  const form = useSchemaForm(async () => (await schemas()).passwordChange, {
    initialValues: { currentPassword: '', newPassword: '', confirm: '' },
    submit: ({ confirm: _, ...values }) => change.mutateAsync(values),
    onDone() {
      form.reset();
      toast.success('Password changed', 'You are signed out everywhere else.');
    },
  });
  return (
    <SectionCard title="Password">
      <Form form={form} submitLabel="Change password" submitVariant="default">
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
      </Form>
    </SectionCard>
  );
}
