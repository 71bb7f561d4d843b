import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { postToAuth } from '../../lib/auth-client.ts';
import type { SignInAnswer } from './identity.sign-in.ts';
import { SignInCodeSteps } from './sign-in-code-steps.tsx';

type SignInCodeFormProps = {
  initialEmail: string;
  onEntered: (answer: SignInAnswer) => Promise<void>;
  onBack: () => void;
};

/** Signs in with a mailed code. */
export function SignInCodeForm({ initialEmail, onEntered, onBack }: SignInCodeFormProps) {
  const [email, setEmail] = useState(initialEmail);
  return (
    <SignInCodeSteps
      send={() => postToAuth('/email-otp/send-verification-otp', { email, type: 'sign-in' })}
      enter={async (code) => {
        const otp = code.replaceAll(/\s/g, '');
        await onEntered(await postToAuth<SignInAnswer>('/sign-in/email-otp', { email, otp }));
      }}
      sentText={
        <>
          If <b>{email}</b> has an account, a code is on its way. It works for ten minutes.
        </>
      }
      destination={
        <TextInput
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          required
          data-autofocus
          autoFocus
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      }
      onBack={onBack}
    />
  );
}
