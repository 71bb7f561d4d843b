import { Alert, Button, PasswordInput, SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { acceptInvitationInput, type Invitation } from '@stridewell/contract/clients';
import { password } from '@stridewell/contract/fields';
import { IconAlertCircle } from '@tabler/icons-react';
import { browserTimeZone } from '../../lib/format.ts';
import { useAcceptInvitation, useDeclineInvitation } from './clients.queries.ts';
import { DeclineInvitation } from './decline-invitation.tsx';

type AcceptInvitationFormProps = {
  token: string;
  invitation: Invitation;
  /** Somebody who is signed in already has a password. */
  signedIn: boolean;
  onAccepted: () => void;
};

const details = acceptInvitationInput.pick({ fullName: true, goal: true, unitSystem: true });

/** A password and the few details that a coach needs to begin. */
export function AcceptInvitationForm({ token, invitation, signedIn, onAccepted }: AcceptInvitationFormProps) {
  const form = useForm({
    initialValues: {
      fullName: invitation.fullName,
      password: '',
      goal: '',
      unitSystem: 'metric' as 'metric' | 'imperial',
    },
    validate: schemaResolver(signedIn ? details : details.extend({ password }), { sync: true }),
  });
  const accept = useAcceptInvitation(onAccepted);
  const decline = useDeclineInvitation(token);
  const submit = form.onSubmit(({ password: chosen, ...values }) => {
    const input = { token, ...values, timeZone: browserTimeZone() };
    accept.mutate(signedIn ? input : { ...input, password: chosen });
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {accept.error && (
          <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />}>
            {accept.error.message}
          </Alert>
        )}
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
        <div>
          <Text fw={500} mb={6} id="units-label">
            Units
          </Text>
          <SegmentedControl
            fullWidth
            aria-labelledby="units-label"
            data={[
              { value: 'metric', label: 'Kilograms' },
              { value: 'imperial', label: 'Pounds' },
            ]}
            {...form.getInputProps('unitSystem')}
          />
        </div>
        <Button type="submit" size="md" loading={accept.isPending}>
          Accept and start
        </Button>
        {signedIn && <DeclineInvitation coachName={invitation.coachName} decline={decline} size="md" />}
      </Stack>
    </form>
  );
}
