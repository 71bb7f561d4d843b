import { Anchor, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { postToAuth } from '../../lib/auth-client.ts';
import { AuthForm } from '../../shared/auth-form.tsx';
import type { SignInAnswer } from './identity.sign-in.ts';

type SignInCodeFormProps = {
  initialEmail: string;
  onEntered: (answer: SignInAnswer) => Promise<void>;
  onBack: () => void;
};

/** Signs in with a mailed code. Never reveals whether the address has an account. */
export function SignInCodeForm({ initialEmail, onEntered, onBack }: SignInCodeFormProps) {
  const [email, setEmail] = useState(initialEmail);
  const [sent, setSent] = useState(false);
  const [code, setCode] = useState('');

  async function send() {
    await postToAuth('/email-otp/send-verification-otp', { email, type: 'sign-in' });
    setSent(true);
  }
  async function enter() {
    try {
      await onEntered(await postToAuth<SignInAnswer>('/sign-in/email-otp', { email, otp: code.replaceAll(/\s/g, '') }));
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
            If <b>{email}</b> has an account, a code is on its way. It works for ten minutes.
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
      )}
    </AuthForm>
  );
}
