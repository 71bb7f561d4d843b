import { featureAccess, type PlanAccess } from '@stridewell/contract/billing.rules';
import type { CurrentSession } from '@stridewell/contract/identity';
import type { NavigationBar } from '@stridewell/contract/identity.rules';
import { isPlanned } from '../../lib/planned-pages.ts';

export type BarItem = {
  label: string;
  to: string;
  /** Pages below this path count as this item too, besides those below `to`. */
  alsoBelow?: string;
  /** The plan that opens the page, shown beside the label. */
  mark?: 'Plus+' | 'Pro';
  /** Shows how many messages are unread. */
  unread?: true;
};

const VISITOR_ITEMS: readonly BarItem[] = [
  { label: 'Contact Us', to: '/contact' },
  { label: 'Schedule Demo', to: '/schedule-demo' },
  { label: 'Pricing', to: '/pricing' },
  { label: 'Log In', to: '/auth' },
];

const OPERATOR_ITEMS: readonly BarItem[] = [
  { label: 'Dashboard', to: '/operator-dashboard' },
  { label: 'Contacts', to: '/operator/contacts' },
  { label: 'Pipeline', to: '/operator/pipeline' },
  { label: 'Coach Approval', to: '/operator/coach-approval' },
  { label: 'AI Assistant', to: '/operator/ai-assistant' },
];

const CLIENT_ITEMS: readonly BarItem[] = [
  { label: 'Dashboard', to: '/client/dashboard' },
  { label: 'Profile', to: '/client/profile' },
  { label: 'Check-in', to: '/client/check-in' },
  { label: 'Messages', to: '/client/messages', unread: true },
  { label: 'Workouts', to: '/client/workouts' },
  { label: 'Sessions', to: '/client/book' },
  { label: 'Progress', to: '/client/progress' },
  { label: 'Payments', to: '/client/payments' },
];

const coachItems = (coachId: string): BarItem[] => [
  { label: 'Dashboard', to: `/coach/${coachId}/dashboard` },
  { label: 'Clients', to: `/coach/${coachId}/clients`, alsoBelow: `/coach/${coachId}/client` },
  { label: 'Pipeline', to: `/coach/${coachId}/pipeline` },
  { label: 'Calendar', to: `/coach/${coachId}/calendar` },
  { label: 'Messages', to: `/coach/${coachId}/messages`, unread: true },
  { label: 'Programs', to: `/coach/${coachId}/programs`, alsoBelow: `/coach/${coachId}/exercises` },
  { label: 'Money', to: `/coach/${coachId}/money` },
];

export const withoutPlanned = (items: readonly BarItem[]): readonly BarItem[] =>
  items.filter(({ to }) => !isPlanned(to));

/** The plain links of each bar, in the spec's order, without planned pages. */
export function itemsOf(bar: NavigationBar, userId: string): readonly BarItem[] {
  if (bar === 'operator') return withoutPlanned(OPERATOR_ITEMS);
  if (bar === 'coach') return withoutPlanned(coachItems(userId));
  return bar === 'client' ? CLIENT_ITEMS : VISITOR_ITEMS;
}

/** The coach's Analytics menu. Performance Metrics always has its mark, the others only while the plan lacks them. */
export function analyticsItems(coachId: string, access: PlanAccess, now: Date): readonly BarItem[] {
  const { restrictAdvancedAI, restrictRetentionTracking } = featureAccess(access, now);
  return [
    {
      label: 'Business Metrics',
      to: `/coach/${coachId}/business-metrics`,
      ...(restrictAdvancedAI ? { mark: 'Plus+' } : {}),
    },
    { label: 'Performance Metrics', to: `/coach/${coachId}/performance-metrics`, mark: 'Plus+' },
    { label: 'Engagement', to: '/engagement-dashboard', ...(restrictRetentionTracking ? { mark: 'Pro' } : {}) },
  ];
}

export type MenuSection = { title?: string; items: readonly BarItem[] };

/** All links of the bar, for screens without room for it. */
export function menuSections(bar: NavigationBar, session: CurrentSession | null, now: Date): readonly MenuSection[] {
  const userId = session?.user.id ?? '';
  const links = { items: itemsOf(bar, userId) };
  if (bar === 'operator') return [links, { items: [{ label: 'Your Profile', to: '/operator/profile' }] }];
  if (bar !== 'coach' || !session) return [links];
  const analytics = withoutPlanned(analyticsItems(userId, session.plan, now));
  return [
    links,
    ...(analytics.length > 0 ? [{ title: 'Analytics', items: analytics }] : []),
    {
      items: [
        { label: 'Settings', to: '/settings' },
        { label: 'Profile', to: '/coach-profile' },
      ],
    },
  ];
}

export const isCurrent = ({ to, alsoBelow }: BarItem, path: string): boolean =>
  path === to || path.startsWith(`${to}/`) || (alsoBelow !== undefined && path.startsWith(`${alsoBelow}/`));
