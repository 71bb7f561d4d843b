import { useMutation } from '@tanstack/react-query';
import { AuthRefusal, authMessage } from '../../lib/auth-refusal.ts';

const tooSoon = (seconds: string | null): string =>
  `A link was sent a moment ago. Please wait ${seconds ? `${seconds} seconds` : 'a minute'} before the next one.`;

/** Mails the verification link again. */
export const useSendVerification = () =>
  useMutation({
    async mutationFn(email: string) {
      // Loaded late: pages that only offer another link need no client for signing in.
      const { authClient } = await import('../../lib/auth-client.ts');
      let wait: string | null = null;
      const { error } = await authClient.sendVerificationEmail({
        email,
        fetchOptions: {
          onError({ response }) {
            wait = response.headers.get('x-retry-after');
          },
        },
      });
      if (error) throw new AuthRefusal(error.status === 429 ? tooSoon(wait) : authMessage(error));
    },
  });
