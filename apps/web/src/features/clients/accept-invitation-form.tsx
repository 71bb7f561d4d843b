import { Button, PasswordInput, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { acceptInvitationInput, type Invitation } from '@stridewell/contract/clients';
import { password } from '@stridewell/contract/fields';
import { useContractForm } from '../../components/contract-form.ts';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { browserTimeZone } from '../../lib/format.ts';
import { useAcceptInvitation, useDeclineInvitation } from './clients.queries.ts';
import { DeclineInvitation } from './decline-invitation.tsx';

type AcceptInvitationFormProps = {
  token: string;
  invitation: Invitation;
  /** A signed-in person has a password already. */
  signedIn: boolean;
  onAccepted: () => void;
};

const details = acceptInvitationInput.pick({ fullName: true, goal: true, unitSystem: true });
const withPassword = details.extend({ password });

/** A password and the few details that a coach needs to start. */
export function AcceptInvitationForm({ token, invitation, signedIn, onAccepted }: AcceptInvitationFormProps) {
  const accept = useAcceptInvitation(onAccepted);
  const decline = useDeclineInvitation(token);
  const form = useContractForm(signedIn ? details : withPassword, {
    initialValues: {
      fullName: invitation.fullName,
      password: '',
      goal: '',
      unitSystem: 'metric' as 'metric' | 'imperial',
    },
    submit: (values) => accept.mutateAsync({ token, ...values, timeZone: browserTimeZone() }),
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
      <Textarea
        label="What would you like to achieve?"
        description="Only your coach sees this"
        size="md"
        autosize
        minRows={2}
        {...form.getInputProps('goal')}
      />
      <Field label="Units">
        {(aria) => (
          <SegmentedControl
            {...aria}
            fullWidth
            data={[
              { value: 'metric', label: 'Kilograms' },
              { value: 'imperial', label: 'Pounds' },
            ]}
            {...form.getInputProps('unitSystem')}
          />
        )}
      </Field>
      <Button type="submit" size="md" loading={form.busy}>
        Accept and start
      </Button>
      {signedIn && <DeclineInvitation coachName={invitation.coachName} decline={decline} size="md" />}
    </Form>
  );
}
