import { Button } from '@mantine/core';
import { IconLock, IconMapQuestion } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { PageMessage } from './page-message.tsx';

/** Data of `notFound` for a page that only operators find. */
export const OPERATORS_ONLY = 'operators only';

export function NotFoundPage({ data }: { data?: unknown }) {
  if (data === OPERATORS_ONLY) {
    return (
      <PageMessage
        icon={<IconLock size={24} stroke={1.75} />}
        title="Only operators can open this page"
        action={
          <Button component={Link} to="/">
            Back to home
          </Button>
        }
      >
        Your account has no operator role. An operator can give it to you.
      </PageMessage>
    );
  }
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
      The link may be out of date or mistyped.
    </PageMessage>
  );
}
