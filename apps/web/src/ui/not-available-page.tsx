import { Button } from '@mantine/core';
import { IconSeedling } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { PageMessage } from './page-message.tsx';

/** A page that is planned. Says what will appear here. */
export function NotAvailablePage({ title, what }: { title: string; what: string }) {
  return (
    <PageMessage
      icon={<IconSeedling size={24} stroke={1.75} />}
      title={`${title} is not available yet`}
      action={
        <Button component={Link} to="/" variant="light">
          Back to home
        </Button>
      }
    >
      {what}
    </PageMessage>
  );
}
