import { Button } from '@mantine/core';
import { OPERATOR_ROLE_TEXTS } from '@stridewell/contract/operator/operator.rules';
import { IconHistory, IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { requireOperatorRole } from '../app/guards.ts';
import { sessionStore, signedInAgain, useSession } from '../app/session.ts';
import { securityQuery } from '../features/identity/identity.queries.ts';
import { SettingsLayout, type SettingsSection } from '../features/identity/settings-layout.tsx';
import { accountSection, securitySection, unitsSection } from '../features/identity/settings-sections.tsx';
import { OwnRole } from '../features/operator/own-role.tsx';
import { late } from '../ui/late.tsx';
import { Notice } from '../ui/notice.tsx';

const OwnActivity = late(async () => (await import('../features/audit/activity-list.tsx')).OwnActivity);

type ProfileSearch = { section?: string | undefined };

export const Route = createFileRoute('/operator/profile')({
  validateSearch: ({ section }: Record<string, unknown>): ProfileSearch => ({
    section: typeof section === 'string' ? section : undefined,
  }),
  beforeLoad: requireOperatorRole,
  component: OperatorProfilePage,
});

function OperatorProfilePage() {
  const { section } = Route.useSearch();
  const { session } = useSession();
  if (!session) return null;
  const { user } = session;
  const changed = () => void sessionStore.apply('USER_UPDATED');
  const security = securitySection(user, { onSignedIn: () => signedInAgain(user.id) });
  const sections: SettingsSection[] = [
    accountSection(user, { nameHint: 'Shown to coaches', onChanged: changed }),
    {
      ...security,
      content: (
        <>
          {session.needsTwoFactor && <ClosedConsole />}
          {security.content}
        </>
      ),
    },
    ...(session.operatorRole
      ? [
          {
            id: 'role',
            label: 'Role',
            hint: OPERATOR_ROLE_TEXTS[session.operatorRole].label,
            icon: IconKey,
            content: <OwnRole role={session.operatorRole} />,
          },
        ]
      : []),
    unitsSection(user, changed),
    {
      id: 'activity',
      label: 'Activity',
      hint: 'Your sign-ins and changes',
      icon: IconHistory,
      content: <OwnActivity title="Activity" lead="Your sign-ins and changes. Entries cannot be changed or deleted." />,
    },
  ];
  return <SettingsLayout title="Your profile" path="/operator/profile" sections={sections} chosen={section} />;
}

/** Says what opens the console, and that it is open once two-factor sign-in is on. */
function ClosedConsole() {
  const { data } = useQuery(securityQuery());
  if (!data?.twoFactorEnabled) {
    return (
      <Notice tone="warning" title="The console is closed">
        Turn on two-factor sign-in below. The console opens right afterwards.
      </Notice>
    );
  }
  return (
    <Notice title="The console is open">
      <Button component={Link} to="/operator-dashboard" size="compact-sm" mt="xs">
        Open the console
      </Button>
    </Notice>
  );
}
