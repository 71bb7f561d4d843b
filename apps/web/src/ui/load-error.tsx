import { Button } from '@mantine/core';
import { useState } from 'react';
import { isUnreachable } from '../lib/errors.ts';
import { ProblemAlert } from './problem-alert.tsx';

type LoadErrorProps = {
  title: string;
  error: unknown;
  /** Loads again. The button stays busy until the returned promise settles. */
  onRetry: () => unknown;
  /** Replaces the general advice where this part of the page can say more. */
  fallback?: string | undefined;
};

/** A part of a page that could not be loaded, with a button to retry. */
export function LoadError({ title, error, onRetry, fallback }: LoadErrorProps) {
  const [busy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    try {
      await onRetry();
    } finally {
      setBusy(false);
    }
  };
  const advice = isUnreachable(error)
    ? 'We could not reach the server. Check your connection and try again. Everything you saved is safe.'
    : 'The problem is on our side. Everything you saved is safe; try again in a moment.';
  return (
    <ProblemAlert title={title} error={error ?? new Error(title)} fallback={fallback ?? advice}>
      <Button
        data-reads
        variant="default"
        size="xs"
        mih={{ base: 44, sm: 30 }}
        loading={busy}
        onClick={() => void retry()}
      >
        Try again
      </Button>
    </ProblemAlert>
  );
}
