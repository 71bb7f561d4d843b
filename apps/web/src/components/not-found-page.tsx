import { Button } from '@mantine/core';
import { IconMapQuestion } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { PageMessage } from './page-message.tsx';

export function NotFoundPage() {
  return (
    <PageMessage
      icon={<IconMapQuestion size={24} stroke={1.75} />}
      title="There is no page at this address"
      action={
        <Button component={Link} to="/">
          Back to home
        </Button>
      }
    >
      The link may be old, or a letter went missing on the way.
    </PageMessage>
  );
}
