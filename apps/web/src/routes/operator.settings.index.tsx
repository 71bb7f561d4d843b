import {
  IconApple,
  IconBarbell,
  IconCalendarTime,
  IconMail,
  IconPower,
  IconRobot,
  IconSpeakerphone,
} from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { requireOperator } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { SettingsLayout, type SettingsPage, type SettingsSection } from '../features/identity/settings-layout.tsx';
import { settingsQuery } from '../features/settings/settings.queries.ts';
import { late } from '../ui/late.tsx';

const AiSection = late(async () => (await import('../features/settings/ai-section.tsx')).AiSection);
const BannerSection = late(async () => (await import('../features/settings/banner-section.tsx')).BannerSection);
const DemosSection = late(async () => (await import('../features/settings/demos-section.tsx')).DemosSection);
const MailsSection = late(async () => (await import('../features/settings/mails-section.tsx')).MailsSection);
const SwitchesSection = late(async () => (await import('../features/settings/switches-section.tsx')).SwitchesSection);

type SettingsSearch = { section?: string | undefined; mail?: string | undefined };

export const Route = createFileRoute('/operator/settings/')({
  validateSearch: ({ section, mail }: Record<string, unknown>): SettingsSearch => ({
    section: typeof section === 'string' ? section : undefined,
    mail: typeof mail === 'string' ? mail : undefined,
  }),
  beforeLoad: requireOperator,
  loader: async () => {
    await queryClient.ensureQueryData(settingsQuery());
  },
  component: PlatformSettingsPage,
});

function PlatformSettingsPage() {
  const { section, mail } = Route.useSearch();
  const { data } = useSuspenseQuery(settingsQuery());
  const { off } = data.switches.value;
  const sections: (SettingsSection | SettingsPage)[] = [
    {
      id: 'demos',
      label: 'Demos',
      hint: 'When visitors can book',
      icon: IconCalendarTime,
      content: <DemosSection loaded={data.demos} />,
    },
    {
      id: 'banner',
      label: 'Message',
      hint: data.banner.value.text === '' ? 'None is shown' : 'On top of all pages',
      icon: IconSpeakerphone,
      content: <BannerSection loaded={data.banner} />,
    },
    {
      id: 'features',
      label: 'Features',
      hint: off.length === 0 ? 'All are on' : `${off.length} turned off`,
      icon: IconPower,
      content: <SwitchesSection loaded={data.switches} />,
    },
    {
      id: 'ai',
      label: 'AI use',
      hint: 'Drafts a day and cost',
      icon: IconRobot,
      content: <AiSection loaded={data.ai} spentCents={data.aiSpentCents} />,
    },
    {
      id: 'mails',
      label: 'Emails',
      hint: 'What the product sends',
      icon: IconMail,
      content: <MailsSection name={mail} />,
    },
    {
      id: 'exercises',
      label: 'Exercises',
      hint: 'What every coach starts with',
      icon: IconBarbell,
      to: '/operator/settings/exercises',
    },
    {
      id: 'foods',
      label: 'Foods',
      hint: 'Facts for all coaches',
      icon: IconApple,
      to: '/operator/settings/foods',
    },
  ];
  return <SettingsLayout title="Settings" path="/operator/settings" sections={sections} chosen={section} />;
}
