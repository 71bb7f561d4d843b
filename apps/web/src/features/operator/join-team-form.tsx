import { Button, PasswordInput, TextInput } from '@mantine/core';
import type { OpenTeamInvitation } from '@stridewell/contract/operator/operator';
import { Form } from '../../ui/form.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { useAcceptTeamInvitation } from './operator.queries.ts';

type JoinTeamFormProps = {
  token: string;
  invitation: OpenTeamInvitation;
  /** The name of a signed-in person, who has a password already. */
  fullName: string | undefined;
  onJoined: () => void;
};

/** A name and a password, or the consent of a signed-in person. */
export function JoinTeamForm({ token, invitation, fullName, onJoined }: JoinTeamFormProps) {
  const accept = useAcceptTeamInvitation();
  const signedIn = fullName !== undefined;
  const form = useSchemaForm(async () => (await import('./operator.schemas.ts')).teamAnswer(signedIn), {
    initialValues: { fullName: fullName ?? '', password: '' },
    submit: (values) => accept.mutateAsync({ token, ...values }),
    onDone: onJoined,
  });
  return (
    <Form form={form}>
      <TextInput label="Email" value={invitation.email} readOnly variant="filled" autoComplete="username" />
      {!signedIn && (
        <>
          <TextInput label="Your name" autoComplete="name" {...form.getInputProps('fullName')} />
          <PasswordInput
            label="Choose a password"
            description="At least 8 characters"
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
        </>
      )}
      <Button type="submit" size="md" loading={form.busy}>
        Accept invitation
      </Button>
    </Form>
  );
}
