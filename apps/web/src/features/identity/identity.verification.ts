import { useState } from 'react';
import { authClient, authMessage, UNEXPECTED } from '../../lib/auth-client.ts';

const tooSoon = (seconds: string | null): string =>
  `A link was sent a moment ago. Please wait ${seconds ? `${seconds} seconds` : 'a minute'} before the next one.`;

/** Mails the verification link again, once at a time. */
export function useResend() {
  const [state, setState] = useState<'idle' | 'busy' | 'sent'>('idle');
  const [problem, setProblem] = useState<string | null>(null);

  async function send(email: string): Promise<void> {
    if (state === 'busy') return;
    setState('busy');
    setProblem(null);
    try {
      let wait: string | null = null;
      const { error } = await authClient.sendVerificationEmail({
        email,
        fetchOptions: {
          onError({ response }) {
            wait = response.headers.get('x-retry-after');
          },
        },
      });
      if (error) setProblem(error.status === 429 ? tooSoon(wait) : authMessage(error));
      setState(error ? 'idle' : 'sent');
    } catch {
      setProblem(UNEXPECTED);
      setState('idle');
    }
  }

  return { state, problem, send };
}
