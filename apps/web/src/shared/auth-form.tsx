import { Button, Stack } from '@mantine/core';
import { type ComponentProps, type FormEvent, type ReactNode, useRef, useState } from 'react';
import { UNEXPECTED } from '../lib/auth-refusal.ts';
import { ProblemAlert } from '../ui/problem-alert.tsx';

type AuthFormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & {
  submitLabel: string;
  busyLabel?: string;
  /** For failures without a message of the server. */
  fallback?: string;
  /** Links below the button. */
  footer?: ReactNode;
  /** Rejects with the reason to show. */
  send: () => Promise<unknown>;
};

/** A form of the signed-out pages, which sends once at a time: the reason of a failure first, one wide button last. */
export function AuthForm({
  submitLabel,
  busyLabel = 'Please wait...',
  fallback = UNEXPECTED,
  footer,
  send,
  children,
  ...formProps
}: AuthFormProps) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  // Two clicks may come before the screen shows the first one.
  const sending = useRef(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    setError(null);
    try {
      await send();
    } catch (failure) {
      setError(failure);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };
  return (
    <form {...formProps} onSubmit={submit}>
      <Stack gap="md">
        <ProblemAlert error={error} fallback={fallback} />
        {children}
        <Button type="submit" size="md" disabled={busy}>
          {busy ? busyLabel : submitLabel}
        </Button>
        {footer}
      </Stack>
    </form>
  );
}
