import type { Bar } from '@stridewell/contract/identity.rules';

export type BarItem = { label: string; to: string };

export const VISITOR_ITEMS: readonly BarItem[] = [
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
  { label: 'Messages', to: '/client/messages' },
];

const coachItems = (coachId: string): BarItem[] => [
  { label: 'Dashboard', to: `/coach/${coachId}/dashboard` },
  { label: 'Clients', to: `/coach/${coachId}/clients` },
  { label: 'Pipeline', to: `/coach/${coachId}/pipeline` },
  { label: 'Calendar', to: `/coach/${coachId}/calendar` },
  { label: 'Messages', to: `/coach/${coachId}/messages` },
];

/** The plain links of each bar, in the spec's order. */
export function itemsOf(bar: Bar, userId: string): readonly BarItem[] {
  if (bar === 'operator') return OPERATOR_ITEMS;
  if (bar === 'coach') return coachItems(userId);
  return bar === 'client' ? CLIENT_ITEMS : VISITOR_ITEMS;
}
