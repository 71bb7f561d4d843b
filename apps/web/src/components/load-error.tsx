import { Alert, Button, Stack } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { messageOf } from '../lib/errors.ts';

type LoadErrorProps = { title: string; error: unknown; onRetry: () => void };

/** A part of a page that could not be loaded; the rest of it goes on. */
export function LoadError({ title, error, onRetry }: LoadErrorProps) {
  return (
    <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />} title={title}>
      <Stack gap="sm" align="flex-start">
        {messageOf(error, 'Check your connection and try again. Everything you saved is safe.')}
        <Button variant="default" size="xs" onClick={onRetry}>
          Try again
        </Button>
      </Stack>
    </Alert>
  );
}
