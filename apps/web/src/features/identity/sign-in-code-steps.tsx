import { Anchor, Group, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { AuthForm } from '../../shared/auth-form.tsx';

type SignInCodeStepsProps = {
  /** The field for the address or number that the code goes to. */
  destination: ReactNode;
  /** Says where the code is on its way, and never whether there is an account. */
  sentText: ReactNode;
  send: () => Promise<unknown>;
  /** @throws for a wrong code, which is then typed again */
  enter: (code: string) => Promise<void>;
  onBack: () => void;
};

/** Asks where to send a code, then for the code. */
export function SignInCodeSteps({ destination, sentText, send, enter, onBack }: SignInCodeStepsProps) {
  const [sent, setSent] = useState(false);
  const [code, setCode] = useState('');

  async function sendCode() {
    await send();
    setSent(true);
  }
  async function enterCode() {
    try {
      await enter(code);
    } catch (error) {
      setCode('');
      throw error;
    }
  }

  return (
    <AuthForm
      key={sent ? 'enter' : 'send'}
      submitLabel={sent ? 'Sign In' : 'Send Code'}
      send={sent ? enterCode : sendCode}
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
          <Text role="status">{sentText}</Text>
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
        destination
      )}
    </AuthForm>
  );
}
