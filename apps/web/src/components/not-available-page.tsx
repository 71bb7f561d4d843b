import { Button } from '@mantine/core';
import { IconSeedling } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { PageMessage } from './page-message.tsx';

/** A page that exists by name already. Says what will be here, and shows nothing made up meanwhile. */
export function NotAvailablePage({ title, what }: { title: string; what: string }) {
  return (
    <PageMessage
      icon={<IconSeedling size={24} stroke={1.75} />}
      title={`${title} is not available yet`}
      action={
        <Button component={Link} to="/" variant="light">
          Back to the start
        </Button>
      }
    >
      {what}
    </PageMessage>
  );
}
