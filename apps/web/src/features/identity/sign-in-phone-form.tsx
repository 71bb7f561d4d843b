import { Anchor, Group, Text, TextInput } from '@mantine/core';
import { callingCodeOf } from '@stridewell/contract/identity/identity.phone.rules';
import { useState } from 'react';
import { postToAuth } from '../../lib/auth-client.ts';
import { AuthForm } from '../../shared/auth-form.tsx';
import type { SignInAnswer } from './identity.sign-in.ts';

type SignInPhoneFormProps = { onEntered: (answer: SignInAnswer) => Promise<void>; onBack: () => void };

/** Signs in with a texted code. Never reveals whether the number has an account. */
export function SignInPhoneForm({ onEntered, onBack }: SignInPhoneFormProps) {
  const [phoneNumber, setPhoneNumber] = useState(() => `${callingCodeOf(navigator.language)} `);
  const [sent, setSent] = useState(false);
  const [code, setCode] = useState('');

  async function send() {
    await postToAuth('/phone-number/send-code', { phoneNumber });
    setSent(true);
  }
  async function enter() {
    try {
      await onEntered(await postToAuth<SignInAnswer>('/sign-in/phone-number', { phoneNumber, code }));
    } catch (error) {
      setCode('');
      throw error;
    }
  }

  return (
    <AuthForm
      key={sent ? 'enter' : 'send'}
      submitLabel={sent ? 'Sign In' : 'Send Code'}
      send={sent ? enter : send}
      footer={
        <Group justify={sent ? 'space-between' : 'center'}>
          {sent && (
            <Anchor component="button" type="button" size="sm" onClick={() => setSent(false)}>
              Send another code
            </Anchor>
          )}
          <Anchor component="button" type="button" size="sm" onClick={onBack}>
            Sign in with a password
          </Anchor>
        </Group>
      }
    >
      {sent ? (
        <>
          <Text role="status">
            If <b>{phoneNumber}</b> belongs to an account, a code is on its way. It works for ten minutes.
          </Text>
          <TextInput
            label="Code"
            name="code"
            required
            data-autofocus
            autoFocus
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={12}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
        </>
      ) : (
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
      )}
    </AuthForm>
  );
}
