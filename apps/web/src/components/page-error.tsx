import { Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { PageMessage } from './page-message.tsx';

export function PageError({ error }: ErrorComponentProps) {
  const router = useRouter();
  const offline = !navigator.onLine;
  const unreachable = error instanceof TypeError;
  return (
    <PageMessage
      icon={<IconPlugConnectedX size={24} stroke={1.75} />}
      title={
        offline
          ? 'Not available without a connection'
          : unreachable
            ? 'We could not reach the server'
            : 'Something went wrong on this page'
      }
      action={<Button onClick={() => void router.invalidate()}>Try again</Button>}
    >
      {offline || unreachable
        ? 'Check your connection. Everything you saved is safe.'
        : 'Everything you saved is safe.'}
    </PageMessage>
  );
}
