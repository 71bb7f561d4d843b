import { Anchor, Button, Stack, Text } from '@mantine/core';
import { isFeatureAllowed, PLANS, type PlanAccess } from '@stridewell/contract/billing/billing.rules';
import {
  IconAlertTriangle,
  IconCalendarCog,
  IconClipboardCheck,
  IconCreditCard,
  IconHistory,
  IconId,
  IconPalette,
  IconPlugConnected,
  IconReceipt,
  IconSalad,
} from '@tabler/icons-react';
import { createFileRoute, Link, redirect } from '@tanstack/react-router';
import { requireAnyCoach, requireSession } from '../app/guards.ts';
import { sessionStore, signedInAgain, useSession } from '../app/session.ts';
import { dayWords } from '../features/billing/billing.messages.ts';
import { SettingsLayout, type SettingsSection } from '../features/identity/settings-layout.tsx';
import {
  accountSection,
  dataSection,
  notificationsSection,
  securitySection,
  unitsSection,
} from '../features/identity/settings-sections.tsx';
import { NOT_SHOWN } from '../shared/hidden-pages.ts';
import { late } from '../ui/late.tsx';
import { SectionCard } from '../ui/section-card.tsx';

const OwnActivity = late(async () => (await import('../features/audit/activity-list.tsx')).OwnActivity);
const NotificationPreferences = late(
  async () => (await import('../features/notifications/notification-preferences.tsx')).NotificationPreferences,
);
const DigestChoice = late(async () => (await import('../features/decisions/digest-choice.tsx')).DigestChoice);
const OwnDataCard = late(async () => (await import('../features/privacy/own-data-card.tsx')).OwnDataCard);
const DeleteAccountCard = late(
  async () => (await import('../features/identity/delete-account-card.tsx')).DeleteAccountCard,
);
const GuardrailsCard = late(async () => (await import('../features/adjustments/guardrails-card.tsx')).GuardrailsCard);
const PracticeCard = late(async () => (await import('../features/ways/practice-card.tsx')).PracticeCard);
const StorageCard = late(async () => (await import('../features/files/storage-card.tsx')).StorageCard);
const OnlinePaymentsCard = late(
  async () => (await import('../features/money/online-payments-card.tsx')).OnlinePaymentsCard,
);

type SettingsSearch = { section?: string | undefined };

export const Route = createFileRoute('/settings')({
  validateSearch: ({ section }: Record<string, unknown>): SettingsSearch => ({
    section: typeof section === 'string' ? section : undefined,
  }),
  async beforeLoad(visit) {
    const { role } = await requireSession(visit);
    if (role === 'Client') throw redirect({ to: '/client/profile', search: visit.search, replace: true });
    return requireAnyCoach(visit);
  },
  component: SettingsPage,
});

/** Sections about devices and copies of data, which operators who view as the coach are not shown. */
const WITHHELD_SECTIONS = ['security', 'data'];

const withoutOwnAccess = (section: SettingsSection): SettingsSection =>
  WITHHELD_SECTIONS.includes(section.id)
    ? { ...section, hint: NOT_SHOWN, content: <SectionCard title={section.label}>{NOT_SHOWN}.</SectionCard> }
    : section;

type Pointer = { title: string; text: string; to: string; action: string };

/** Links to a settings page outside this layout. */
function PointerCard({ title, text, to, action }: Pointer) {
  return (
    <SectionCard title={title}>
      <Stack gap="md" align="flex-start">
        <Text>{text}</Text>
        <Button component={Link} to={to} variant="default">
          {action}
        </Button>
      </Stack>
    </SectionCard>
  );
}

/** The state of the plan and the page that changes it. */
function planPointer(plan: PlanAccess, timeZone: string): Pick<Pointer, 'text' | 'to' | 'action'> {
  const { label } = PLANS[plan.plan];
  const billing = { to: '/billing', action: 'Open billing' };
  if (plan.in_grace_period && plan.grace_until) {
    const until = dayWords(plan.grace_until, timeZone);
    return {
      to: '/billing',
      text: `Your last payment for ${label} failed. Everything stays open until ${until}: update your card by then.`,
      action: 'Update card',
    };
  }
  if (plan.plan === 'base') {
    const free = `You coach on ${label}: free, for up to ${PLANS.base.clientCap} clients.`;
    return plan.stripe_customer_id
      ? { ...billing, text: `${free} Your earlier subscription and its invoices are in billing.` }
      : { text: `${free} There is nothing to pay and no invoice.`, to: '/pricing', action: 'Compare plans' };
  }
  if (!plan.stripe_customer_id) {
    return {
      text: `You coach on ${label} without a subscription: there is nothing to pay and no invoice.`,
      to: '/pricing',
      action: 'Compare plans',
    };
  }
  if (plan.subscription_status !== 'active') {
    return { ...billing, text: `Your subscription to ${label} is not active. Your card and invoices are in billing.` };
  }
  return { ...billing, text: `You coach on ${label}. Your subscription, card and invoices are in one place.` };
}

function SettingsPage() {
  const { section } = Route.useSearch();
  const { session } = useSession();
  if (!session) return null;
  const { user, plan } = session;
  const changed = () => void sessionStore.apply('USER_UPDATED');
  const sections: SettingsSection[] = [
    accountSection(user, { nameHint: 'Your clients see it', onChanged: changed }),
    {
      id: 'profile',
      label: 'Profile',
      hint: 'How your clients see you',
      icon: IconId,
      content: (
        <PointerCard
          title="Your profile"
          text="A few lines about you, your specialties and certifications. Your clients find them on your card."
          to="/coach-profile"
          action="Edit profile"
        />
      ),
    },
    {
      id: 'plan',
      label: 'Billing',
      hint: PLANS[plan.plan].label,
      icon: IconReceipt,
      content: (
        <Stack gap="lg">
          <PointerCard title="Billing" {...planPointer(plan, user.timeZone)} />
          <StorageCard coachId={user.id} />
        </Stack>
      ),
    },
    {
      id: 'payments',
      label: 'Payments',
      hint: 'Card payments from clients',
      icon: IconCreditCard,
      content: <OnlinePaymentsCard coachId={user.id} />,
    },
    notificationsSection(
      <>
        <NotificationPreferences reader="coach" email={user.email} emailVerified={user.emailVerified} />
        {isFeatureAllowed(session.plan, 'retention_tracking', new Date()) && <DigestChoice coachId={user.id} />}
      </>,
    ),
    securitySection(user, { onSignedIn: () => signedInAgain(user.id) }),
    unitsSection(user, changed),
    {
      id: 'check-ins',
      label: 'Check-in forms',
      hint: 'What you ask your clients',
      icon: IconClipboardCheck,
      content: (
        <PointerCard
          title="Check-in forms"
          text="Choose the questions your clients answer, and how often."
          to={`/coach/${user.id}/check-in-templates`}
          action="Open forms"
        />
      ),
    },
    {
      id: 'adaptive-week',
      label: 'Plan adjustments',
      hint: 'When a plan slips',
      icon: IconCalendarCog,
      content: <GuardrailsCard coachId={user.id} />,
    },
    {
      id: 'practice',
      label: 'Scope of practice',
      hint: 'Nutrition targets and meal plans',
      icon: IconSalad,
      content: (
        <PracticeCard coachId={user.id} prescribes={session.coach?.prescribesNutrition ?? true} onChanged={changed} />
      ),
    },
    {
      id: 'integrations',
      label: 'Integrations',
      hint: 'Your sessions and events in other tools',
      icon: IconPlugConnected,
      content: (
        <PointerCard
          title="Integrations"
          text="See your sessions in other calendars, and send events to other tools."
          to={`/coach/${user.id}/integrations`}
          action="Open integrations"
        />
      ),
    },
    {
      id: 'branding',
      label: isFeatureAllowed(session.plan, 'white_label', new Date()) ? 'Branding' : 'Branding (Pro)',
      hint: 'Your name, logo and color',
      icon: IconPalette,
      content: (
        <PointerCard
          title="Branding"
          text="Show your own name, logo and color to your clients and leads."
          to={`/coach/${user.id}/branding`}
          action="Open branding"
        />
      ),
    },
    {
      id: 'activity',
      label: 'Activity',
      hint: 'Who changed what, and when',
      icon: IconHistory,
      content: (
        <OwnActivity
          title="Activity"
          lead="Sign-ins, and changes to your plan and your business. Entries cannot be changed or deleted."
        />
      ),
    },
    dataSection(
      <OwnDataCard timeZone={user.timeZone}>
        <Text>
          A copy of everything you have here: your account, clients, check-ins, messages, programs, workouts, leads and
          books, with all photos and files. Most of it opens in a spreadsheet.
        </Text>
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
            Your profile and photo, your leads, your books, your notes and your future sessions are deleted, and you are
            signed out everywhere. Coaching ends for all your clients. They keep their own check-ins, messages and the
            files you sent them, with “Former coach” in place of your name.
          </Text>
          <Text>
            Sessions in your connected calendars stay there. To remove the upcoming ones, disconnect these calendars
            first, in{' '}
            <Anchor component={Link} to={`/coach/${user.id}/integrations`} underline="always">
              integrations
            </Anchor>
            .
          </Text>
          {plan.plan !== 'base' && (
            <Text>
              Cancel your subscription first, in{' '}
              <Anchor component={Link} to="/billing" underline="always">
                billing
              </Anchor>
              .
            </Text>
          )}
        </DeleteAccountCard>
      ),
    },
  ];
  const shown = session.viewingUntil === null ? sections : sections.map(withoutOwnAccess);
  return <SettingsLayout title="Settings" path="/settings" sections={shown} chosen={section} />;
}
