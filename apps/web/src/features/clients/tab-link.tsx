import { Anchor, type AnchorProps } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ClientTab } from './clients.tabs.ts';

/** A link to another tab of the client's page. */
export const TabLink = ({ tab, children, ...props }: AnchorProps & { tab: ClientTab; children: ReactNode }) => (
  <Anchor
    {...props}
    renderRoot={(root) => (
      <Link
        from="/coach/$coachId/client/$clientId/"
        to="/coach/$coachId/client/$clientId"
        search={{ tab }}
        resetScroll={false}
        {...root}
      />
    )}
  >
    {children}
  </Anchor>
);
