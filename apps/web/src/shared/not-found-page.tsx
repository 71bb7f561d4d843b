import { Button } from '@mantine/core';
import { IconLock, IconShieldLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { PageMessage } from '../ui/page-message.tsx';
import { NoSuchPage } from './no-such-page.tsx';
import { WithheldPage } from './withheld-page.tsx';

/** Data of `notFound` for a page that only operators find. */
export const OPERATORS_ONLY = 'operators only';

/** Data of `notFound` for the console of an operator without two-factor sign-in. */
export const TWO_FACTOR_MISSING = 'two-factor missing';

/** Data of `notFound` for a page that operators who view as a coach are not shown. */
export const WITHHELD = 'withheld';

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
        Your account has no operator role. Ask an admin to give you one.
      </PageMessage>
    );
  }
  if (data === TWO_FACTOR_MISSING) {
    return (
      <PageMessage
        icon={<IconShieldLock size={24} stroke={1.75} />}
        title="Turn on two-factor sign-in to open the console"
        action={
          <Button component={Link} to="/operator/profile?section=security">
            Set up two-factor sign-in
          </Button>
        }
      >
        Operators can see every coach's data, so a password alone is not enough. Setting it up takes a minute and an
        authenticator app. The console opens right afterwards.
      </PageMessage>
    );
  }
  if (data === WITHHELD) return <WithheldPage />;
  return <NoSuchPage />;
}
