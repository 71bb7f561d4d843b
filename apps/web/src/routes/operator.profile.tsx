import { IconHistory } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import { requireOperator } from '../app/guards.ts';
import { sessionStore, useSession } from '../app/session.ts';
import { OwnActivity } from '../features/audit/activity-list.tsx';
import { SettingsLayout, type SettingsSection } from '../features/identity/settings-layout.tsx';
import { accountSection, SECURITY_SECTION, unitsSection } from '../features/identity/settings-sections.tsx';

type ProfileSearch = { section?: string | undefined };

export const Route = createFileRoute('/operator/profile')({
  validateSearch: ({ section }: Record<string, unknown>): ProfileSearch => ({
    section: typeof section === 'string' ? section : undefined,
  }),
  beforeLoad: requireOperator,
  component: OperatorProfilePage,
});

function OperatorProfilePage() {
  const { section } = Route.useSearch();
  const { session } = useSession();
  if (!session) return null;
  const { user } = session;
  const changed = () => void sessionStore.apply('USER_UPDATED');
  const sections: SettingsSection[] = [
    accountSection(user, { nameHint: 'Shown to coaches', onChanged: changed }),
    SECURITY_SECTION,
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
