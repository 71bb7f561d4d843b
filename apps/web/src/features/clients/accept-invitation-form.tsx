import { Button, PasswordInput, TextInput } from '@mantine/core';
import type { Invitation } from '@stridewell/contract/clients/clients';
import { browserUnits } from '../../lib/format.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { Form } from '../../ui/form.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { useAcceptInvitation, useDeclineInvitation } from './clients.queries.ts';
import { DeclineInvitation } from './decline-invitation.tsx';

type AcceptInvitationFormProps = {
  token: string;
  invitation: Invitation;
  /** A signed-in person has a password already. */
  signedIn: boolean;
  onAccepted: () => void;
};

/** A password and a name. The onboarding and the settings have everything else. */
export function AcceptInvitationForm({ token, invitation, signedIn, onAccepted }: AcceptInvitationFormProps) {
  const timeZone = useTimeZone();
  const accept = useAcceptInvitation(onAccepted);
  const decline = useDeclineInvitation(token);
  const form = useSchemaForm(async () => (await import('./clients.schemas.ts')).invitationAnswer(signedIn), {
    initialValues: { fullName: invitation.fullName, password: '' },
    submit: (values) => accept.mutateAsync({ token, goal: '', unitSystem: browserUnits(), timeZone, ...values }),
  });
  return (
    <Form form={form}>
      <TextInput label="Email" value={invitation.email} readOnly variant="filled" autoComplete="username" />
      <TextInput label="Your name" autoComplete="name" {...form.getInputProps('fullName')} />
      {!signedIn && (
        <PasswordInput
          label="Choose a password"
          description="At least 8 characters"
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
      )}
      <Button type="submit" size="md" loading={form.busy}>
        Accept and start
      </Button>
      {signedIn && <DeclineInvitation coachName={invitation.coachName} decline={decline} size="md" />}
    </Form>
  );
}
