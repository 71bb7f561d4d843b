import { TextInput } from '@mantine/core';
import { callingCodeOf } from '@stridewell/contract/identity/identity.phone.rules';
import { useState } from 'react';
import { postToAuth } from '../../lib/auth-client.ts';
import type { SignInAnswer } from './identity.sign-in.ts';
import { SignInCodeSteps } from './sign-in-code-steps.tsx';

type SignInPhoneFormProps = { onEntered: (answer: SignInAnswer) => Promise<void>; onBack: () => void };

/** Signs in with a texted code. */
export function SignInPhoneForm({ onEntered, onBack }: SignInPhoneFormProps) {
  const [phoneNumber, setPhoneNumber] = useState(() => `${callingCodeOf(navigator.language)} `);
  return (
    <SignInCodeSteps
      send={() => postToAuth('/phone-number/send-code', { phoneNumber })}
      enter={async (code) => {
        await onEntered(await postToAuth<SignInAnswer>('/sign-in/phone-number', { phoneNumber, code }));
      }}
      sentText={
        <>
          If <b>{phoneNumber}</b> belongs to an account, a code is on its way. It works for ten minutes.
        </>
      }
      destination={
        <TextInput
          label="Phone number"
          description="With the country code, like +1 415 555 0123"
          type="tel"
          name="phone"
          autoComplete="tel"
          required
          data-autofocus
          autoFocus
          maxLength={40}
          value={phoneNumber}
          onChange={(event) => setPhoneNumber(event.currentTarget.value)}
        />
      }
      onBack={onBack}
    />
  );
}
