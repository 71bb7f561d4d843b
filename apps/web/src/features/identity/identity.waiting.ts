import type { CurrentSession } from '@stridewell/contract/identity/identity';
import { isCoachRole } from '@stridewell/contract/people.rules';

const TEXTS: Record<string, string> = {
  pending: 'Your coach profile is awaiting administrator approval.',
  approved: 'Your coach profile was approved. Please sign in once more to start.',
  inactive: 'Your coach profile was inactive. Please sign in once more to activate it again.',
  rejected: 'Your coach profile was not approved. Please contact us if you think this is a mistake.',
  suspended: 'Your coach profile is suspended. Please contact us.',
};

/** Tells a coach why they cannot work yet. Undefined for everybody else. */
export function waitingText({ role, coach }: Pick<CurrentSession, 'role' | 'coach'>): string | undefined {
  if (!isCoachRole(role) || coach?.status === 'active') return undefined;
  const text = TEXTS[coach?.status ?? ''] ?? 'Your coach profile is not set up. Please contact us.';
  return coach?.statusReason ? `${text} We wrote to you: ${coach.statusReason}` : text;
}
