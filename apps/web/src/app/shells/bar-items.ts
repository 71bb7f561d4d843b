import type { OperatorRight } from '@stridewell/contract/access';
import { featureAccess, isFeatureAllowed, type PlanAccess } from '@stridewell/contract/billing/billing.rules';
import type { CurrentSession } from '@stridewell/contract/identity/identity';
import type { NavigationBar } from '@stridewell/contract/identity/identity.rules';
import { operatorMay } from '@stridewell/contract/operator/operator.rules';
import type { RightOf } from '../../lib/access.ts';
import { product } from '../../lib/product.ts';
import { isHiddenWhileViewing } from '../../shared/hidden-pages.ts';

export type BarItem = {
  label: string;
  to: string;
  /** Pages below this path count as this item too, besides those below `to`. */
  alsoBelow?: string;
  /** The plan that opens the page, shown beside the label. */
  mark?: 'Plus+' | 'Pro';
  /** Shows how many messages are unread. */
  unread?: true;
  /** Shown to operators who have this right. */
  right?: OperatorRight;
};

export const VISITOR_ITEMS: readonly BarItem[] = [
  { label: 'Contact Us', to: '/contact' },
  { label: 'Schedule Demo', to: '/schedule-demo' },
  { label: 'Pricing', to: '/pricing' },
  { label: 'Log In', to: '/auth' },
];

/** At the domain of a coach, the pages about the product do not exist. */
const COACH_DOMAIN_ITEMS: readonly BarItem[] = [{ label: 'Log In', to: '/auth' }];

const OPERATOR_ITEMS: readonly BarItem[] = [
  { label: 'Dashboard', to: '/operator-dashboard' },
  { label: 'Contacts', to: '/operator/contacts', right: 'contacts' satisfies RightOf<'contacts.listContacts'> },
  { label: 'Pipeline', to: '/operator/pipeline', right: 'pipeline' satisfies RightOf<'prospects.listProspects'> },
  {
    label: 'Coach Approval',
    to: '/operator/coach-approval',
    right: 'approvals' satisfies RightOf<'operator.listCoachesForReview'>,
  },
  {
    label: 'AI Assistant',
    to: '/operator/ai-assistant',
    right: 'overview' satisfies RightOf<'assistant.askOperatorAssistant'>,
  },
];

/** The operator's Platform menu. */
const PLATFORM_ITEMS: readonly BarItem[] = [
  { label: 'Accounts', to: '/operator/accounts', right: 'accounts' satisfies RightOf<'accounts.listAccounts'> },
  { label: 'Operators', to: '/operator/operators', right: 'operators' satisfies RightOf<'operator.listOperators'> },
  { label: 'Settings', to: '/operator/settings', right: 'settings' satisfies RightOf<'settings.getSettings'> },
  { label: 'Audit log', to: '/operator/audit-log', right: 'audit' satisfies RightOf<'audit.searchEntries'> },
  { label: 'Jobs and email', to: '/operator/jobs', right: 'jobs' satisfies RightOf<'jobs.listQueues'> },
];

const CLIENT_ITEMS: readonly BarItem[] = [
  { label: 'Dashboard', to: '/client/dashboard' },
  { label: 'Profile', to: '/client/profile' },
  { label: 'Check-in', to: '/client/check-in' },
  { label: 'Messages', to: '/client/messages', unread: true },
  { label: 'Workouts', to: '/client/workouts' },
  { label: 'Nutrition', to: '/client/nutrition' },
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
  { label: 'Nutrition', to: `/coach/${coachId}/nutrition`, alsoBelow: `/coach/${coachId}/foods` },
  { label: 'Money', to: `/coach/${coachId}/money` },
];

/** Links that the operator's rights open. Employees who are not operators see all links. */
function operatorItems(items: readonly BarItem[], session: CurrentSession | null): readonly BarItem[] {
  const role = session?.operatorRole;
  return items.filter(({ right }) => !role || right === undefined || operatorMay(role, right));
}

/** The plain links of each bar, in the spec's order. */
export function itemsOf(bar: NavigationBar, session: CurrentSession | null): readonly BarItem[] {
  if (bar === 'operator') return operatorItems(OPERATOR_ITEMS, session);
  if (bar === 'coach') return coachItems(session?.user.id ?? '');
  if (bar === 'client') return CLIENT_ITEMS;
  return product.isCoachDomain ? COACH_DOMAIN_ITEMS : VISITOR_ITEMS;
}

/** The coach's Analytics menu. A mark stands only on a page that is locked. */
export function analyticsItems(coachId: string, access: PlanAccess, now: Date): readonly BarItem[] {
  const { restrictAdvancedAI, restrictRetentionTracking } = featureAccess(access, now);
  const advanced = restrictAdvancedAI ? { mark: 'Plus+' as const } : {};
  return [
    { label: 'Business Metrics', to: `/coach/${coachId}/business-metrics`, ...advanced },
    { label: 'Performance Metrics', to: `/coach/${coachId}/performance-metrics`, ...advanced },
    { label: 'Reports', to: `/coach/${coachId}/reports` },
    {
      label: 'Engagement',
      to: `/coach/${coachId}/engagement`,
      ...(restrictRetentionTracking ? { mark: 'Pro' } : {}),
    },
    {
      label: 'Flows',
      to: `/coach/${coachId}/flows`,
      ...(isFeatureAllowed(access, 'flows', now) ? {} : { mark: 'Plus+' as const }),
    },
    {
      label: 'Assistant',
      to: `/coach/${coachId}/assistant`,
      ...(isFeatureAllowed(access, 'assistant', now) ? {} : { mark: 'Pro' }),
    },
  ];
}

export const platformItems = (session: CurrentSession): readonly BarItem[] => operatorItems(PLATFORM_ITEMS, session);

export type MenuSection = { title?: string; items: readonly BarItem[] };

/** All links of the bar, for screens without room for it. */
export function menuSections(bar: NavigationBar, session: CurrentSession | null, now: Date): readonly MenuSection[] {
  const links = { items: itemsOf(bar, session) };
  const titled = (title: string, items: readonly BarItem[]) => (items.length > 0 ? [{ title, items }] : []);
  if (bar === 'operator') {
    const profile = { items: [{ label: 'Your Profile', to: '/operator/profile' }] };
    return [links, ...(session ? titled('Platform', platformItems(session)) : []), profile];
  }
  if (bar !== 'coach' || !session) return [links];
  return [
    links,
    ...titled('Analytics', analyticsItems(session.user.id, session.plan, now)),
    {
      items: [
        { label: 'Settings', to: '/settings' },
        { label: 'Profile', to: '/coach-profile' },
      ],
    },
  ];
}

/** Whether an operator who views as the coach is not shown the page behind a link. */
export const isWithheld = (session: CurrentSession | null, { to }: Pick<BarItem, 'to'>): boolean =>
  session !== null && session.viewingUntil !== null && isHiddenWhileViewing(to);

export const isCurrent = ({ to, alsoBelow }: BarItem, path: string): boolean =>
  path === to || path.startsWith(`${to}/`) || (alsoBelow !== undefined && path.startsWith(`${alsoBelow}/`));
