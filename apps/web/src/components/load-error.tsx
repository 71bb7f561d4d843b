import { Alert, Button, Stack } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { isUnreachable, messageOf } from '../lib/errors.ts';

type LoadErrorProps = {
  title: string;
  error: unknown;
  /** Asks again; the button shows that it is at it for as long as what is given back lasts. */
  onRetry: () => unknown;
};

/** A part of a page that could not be loaded; the rest of it goes on. */
export function LoadError({ title, error, onRetry }: LoadErrorProps) {
  const [asking, setAsking] = useState(false);
  const retry = async () => {
    setAsking(true);
    try {
      await onRetry();
    } finally {
      setAsking(false);
    }
  };
  const otherwise = isUnreachable(error)
    ? 'We could not reach the server. Check your connection and try again. Everything you saved is safe.'
    : 'The problem is on our side. Everything you saved is safe; try again in a moment.';
  return (
    <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />} title={title}>
      <Stack gap="sm" align="flex-start">
        {messageOf(error, otherwise)}
        <Button variant="default" size="xs" loading={asking} onClick={() => void retry()}>
          Try again
        </Button>
      </Stack>
    </Alert>
  );
}
