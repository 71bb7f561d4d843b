import { Button, Divider, Stack } from '@mantine/core';
import { IconBrandGoogle, IconLogin2 } from '@tabler/icons-react';
import { useState } from 'react';
import { product } from '../lib/product.ts';
import { ProblemAlert } from '../ui/problem-alert.tsx';

export type ProviderListProps = {
  /** The path to open after the sign-in. */
  next?: string | undefined;
  /** Creates an account for a person who has none. */
  signUp?: { planIntent?: string; checkoutSessionId?: string };
  /** False below other buttons. */
  hasDivider?: boolean;
};

/** A button for each configured provider. */
export function ProviderList({ next, signUp, hasDivider = true }: ProviderListProps) {
  const [leaving, setLeaving] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);

  async function leave(provider: string) {
    setLeaving(provider);
    setError(null);
    const page = `/auth${next ? `?next=${encodeURIComponent(next)}` : ''}`;
    try {
      const { leaveForProvider } = await import('../lib/provider-sign-in.ts');
      const wish = signUp && { requestSignUp: true, additionalData: signUp };
      await leaveForProvider({ provider, callbackURL: page, errorCallbackURL: page, ...wish });
    } catch (failure) {
      setError(failure);
      setLeaving(null);
    }
  }

  return (
    <Stack gap="sm">
      {hasDivider && <Divider label="or" />}
      <ProblemAlert error={error} />
      {product.signInProviders.map(({ id, name }) => (
        <Button
          key={id}
          variant="default"
          size="md"
          leftSection={
            id === 'google' ? <IconBrandGoogle size={18} aria-hidden /> : <IconLogin2 size={18} aria-hidden />
          }
          loading={leaving === id}
          disabled={leaving !== null}
          onClick={() => void leave(id)}
        >
          Continue with {name}
        </Button>
      ))}
    </Stack>
  );
}
