import { Button, Group, Text } from '@mantine/core';
import { isFormerClient } from '@stridewell/contract/clients/clients.rules';
import {
  IconAlertTriangle,
  IconClipboardHeart,
  IconEyeOff,
  IconHeartbeat,
  IconHistory,
  IconMessageBolt,
  IconSparkles,
  IconUserHeart,
} from '@tabler/icons-react';
import { createFileRoute, Link } from '@tanstack/react-router';
import { requireClient } from '../app/guards.ts';
import { sessionStore, signedInAgain, useSession } from '../app/session.ts';
import { ClientPhoto } from '../features/clients/client-photo.tsx';
import { SettingsLayout, type SettingsSection } from '../features/identity/settings-layout.tsx';
import {
  accountSection,
  dataSection,
  notificationsSection,
  securitySection,
  unitsSection,
} from '../features/identity/settings-sections.tsx';
import { late } from '../ui/late.tsx';
import { Notice } from '../ui/notice.tsx';
import { SectionCard } from '../ui/section-card.tsx';

const OwnActivity = late(async () => (await import('../features/audit/activity-list.tsx')).OwnActivity);
const CoachingActivity = late(async () => (await import('../features/audit/activity-list.tsx')).CoachingActivity);
const NotificationPreferences = late(
  async () => (await import('../features/notifications/notification-preferences.tsx')).NotificationPreferences,
);
const OwnDataCard = late(async () => (await import('../features/privacy/own-data-card.tsx')).OwnDataCard);
const DeleteAccountCard = late(
  async () => (await import('../features/identity/delete-account-card.tsx')).DeleteAccountCard,
);
const OwnNumbersCard = late(async () => (await import('../features/ways/own-numbers-card.tsx')).OwnNumbersCard);
const ModelConsentCard = late(
  async () => (await import('../features/planner/model-consent-card.tsx')).ModelConsentCard,
);
const OwnScoringCard = late(async () => (await import('../features/retention/own-scoring-card.tsx')).OwnScoringCard);
const OwnAutomaticCard = late(async () => (await import('../features/flows/own-automatic-card.tsx')).OwnAutomaticCard);
const OwnInvitations = late(async () => (await import('../features/clients/own-invitations.tsx')).OwnInvitations);
const CoachSwitcher = late(async () => (await import('../features/coaches/coach-switcher.tsx')).CoachSwitcher);
const MyCoach = late(async () => (await import('../features/coaches/my-coach.tsx')).MyCoach);

type ProfileSearch = { section?: string | undefined };

export const Route = createFileRoute('/client/profile')({
  validateSearch: ({ section }: Record<string, unknown>): ProfileSearch => ({
    section: typeof section === 'string' ? section : undefined,
  }),
  beforeLoad: requireClient,
  component: ClientProfilePage,
});

function ClientProfilePage() {
  const { section } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { session } = useSession();
  if (!session) return null;
  const { user, client } = session;
  const changed = () => void sessionStore.apply('USER_UPDATED');
  const sections: SettingsSection[] = [
    accountSection(user, {
      nameHint: 'Your coach sees it',
      hint: 'Photo, name, email and password',
      before: client && !isFormerClient(client.status) && (
        <ClientPhoto {...client} fullName={user.fullName} seenBy={client.coachName} onChanged={changed} />
      ),
      onChanged: changed,
    }),
    {
      id: 'coach',
      label: 'My coach',
      hint: client?.coachName ?? 'No coach yet',
      icon: IconUserHeart,
      content: (
        <>
          <OwnInvitations
            emailVerified={user.emailVerified}
            coachName={client && !isFormerClient(client.status) ? client.coachName : null}
            onAccepted={() =>
              void sessionStore.apply('USER_UPDATED').then(() => navigate({ to: '/client-onboarding' }))
            }
          />
          <CoachSwitcher coachings={session.coachings} onChosen={() => sessionStore.apply('USER_UPDATED')} />
          <MyCoach
            timeZone={user.timeZone}
            onEnded={changed}
            onInvitation={(token) => void navigate({ to: '/invitation/$token', params: { token } })}
          />
        </>
      ),
    },
    ...(client
      ? [
          {
            id: 'answers',
            label: 'Answers and consent',
            hint: 'Your answers about you and your health',
            icon: IconClipboardHeart,
            content: (
              <SectionCard title="Your answers and consent">
                <Text mb="md">
                  What you told {client.coachName} about you and your health. You can change your answers, and withdraw
                  your consent: your health answers are then deleted at once.
                </Text>
                <Group>
                  <Button component={Link} to="/client-onboarding" variant="light" mih={44}>
                    View your answers
                  </Button>
                </Group>
              </SectionCard>
            ),
          },
        ]
      : []),
    ...(client && !isFormerClient(client.status)
      ? [
          {
            id: 'numbers',
            label: 'Calories and weight',
            hint: client.numbersOff ? 'Hidden' : 'Shown',
            icon: IconEyeOff,
            content: (
              <OwnNumbersCard coachName={client.coachName} onChanged={() => sessionStore.apply('USER_UPDATED')} />
            ),
          },
          {
            id: 'models',
            label: 'Language models',
            hint: 'Whether one may help with your plans',
            icon: IconSparkles,
            content: <ModelConsentCard coachName={client.coachName} />,
          },
          {
            id: 'engagement',
            label: 'Engagement estimate',
            hint: 'What it uses, and how to object',
            icon: IconHeartbeat,
            content: <OwnScoringCard coachName={client.coachName} />,
          },
          {
            id: 'automatic',
            label: 'Automatic messages',
            hint: 'What they are, and how to stop them',
            icon: IconMessageBolt,
            content: <OwnAutomaticCard coachName={client.coachName} />,
          },
        ]
      : []),
    unitsSection(user, changed),
    notificationsSection(
      <NotificationPreferences reader="client" email={user.email} emailVerified={user.emailVerified} />,
    ),
    securitySection(user, { onSignedIn: () => signedInAgain(user.id) }),
    {
      id: 'activity',
      label: 'Activity',
      hint: 'Who changed what, and when',
      icon: IconHistory,
      content: (
        <>
          <OwnActivity
            title="Your account"
            lead="Sign-ins and changes of your account. Entries cannot be changed or deleted."
          />
          {client && (
            <CoachingActivity
              title={`With ${client.coachName}`}
              lead="What was changed about your payments, consent and health answers."
              coachName={client.coachName}
            />
          )}
        </>
      ),
    },
    dataSection(
      <OwnDataCard timeZone={user.timeZone}>
        <Text>
          A copy of everything about you: your account, check-ins, measurements, messages, programs, workouts and
          payments with each of your coaches, with all photos and files. Most of it opens in a spreadsheet.
        </Text>
        {client?.numbersOff && (
          <Notice tone="warning">
            The copy is complete, so it also contains the calories and weights that are hidden from you here. They are
            in a separate folder, “Weights and calories”, which you can leave closed.
          </Notice>
        )}
      </OwnDataCard>,
    ),
    {
      id: 'danger',
      label: 'Danger zone',
      hint: 'Delete your account',
      icon: IconAlertTriangle,
      content: (
        <DeleteAccountCard onDeleted={() => void sessionStore.signOut()}>
          <Text>
            Your name, email address, photos, files, health answers, notifications and settings are deleted, and you are
            signed out everywhere. Your coach keeps the check-ins and messages of your time together without their
            pictures, with “Former client” in place of your name.
          </Text>
        </DeleteAccountCard>
      ),
    },
  ];
  return <SettingsLayout title="Your profile" path="/client/profile" sections={sections} chosen={section} />;
}
