import type { CurrentSession } from '@stridewell/contract/identity/identity';
import { analyticsItems } from './bar-items.ts';
import { BarLink } from './bar-link.tsx';
import { LinkMenu } from './link-menu.tsx';

/** The Analytics menu and Settings, after the plain links of a coach. */
export default function CoachLinks({ session }: { session: CurrentSession }) {
  return (
    <>
      <LinkMenu label="Analytics" items={analyticsItems(session.user.id, session.plan, new Date())} />
      <BarLink item={{ label: 'Settings', to: '/settings' }} />
    </>
  );
}
