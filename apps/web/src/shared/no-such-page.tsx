import { Button } from '@mantine/core';
import { IconMapQuestion } from '@tabler/icons-react';
import { PageLink } from '../ui/page-link.tsx';
import { PageMessage } from '../ui/page-message.tsx';

/** Shown at an address without a page. */
export const NoSuchPage = () => (
  <PageMessage
    icon={<IconMapQuestion size={24} stroke={1.75} />}
    title="There is no page at this address"
    action={
      <Button component={PageLink} href="/">
        Back to home
      </Button>
    }
  >
    The link may be out of date or mistyped.
  </PageMessage>
);
