import { Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { codeOf, isUnreachable } from '../lib/errors.ts';
import { PageMessage } from '../ui/page-message.tsx';
import { WithheldPage } from './withheld-page.tsx';

export function PageError({ error }: ErrorComponentProps) {
  const router = useRouter();
  const [asking, setAsking] = useState(false);
  const retry = () => {
    setAsking(true);
    void router.invalidate().finally(() => setAsking(false));
  };
  if (codeOf(error) === 'VIEWING') return <WithheldPage />;
  const offline = !navigator.onLine;
  const unreachable = isUnreachable(error);
  return (
    <PageMessage
      icon={<IconPlugConnectedX size={24} stroke={1.75} />}
      title={
        offline
          ? 'Not available without a connection'
          : unreachable
            ? 'We could not reach the server'
            : 'This page did not load'
      }
      action={
        <Button data-reads loading={asking} onClick={retry}>
          Try again
        </Button>
      }
    >
      {offline || unreachable
        ? 'Check your connection. Everything you saved is safe.'
        : 'The problem is on our side. Everything you saved is safe; try again in a moment.'}
    </PageMessage>
  );
}
