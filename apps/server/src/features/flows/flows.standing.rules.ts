import { isFeatureAllowed } from '@stridewell/contract/billing/billing.rules';
import {
  OUTCOME_DAYS,
  type Outcome,
  SILENCES,
  type Silence,
  type StopReason,
} from '@stridewell/contract/flows/flows.rules';
import { addDays } from '@stridewell/contract/time';
import type { CoachOnRecord } from '../../core/people/coach-record.data.ts';
import { DAY_MS } from './flows.times.rules.ts';

/** Days since each act; null for never. */
export type Silent = Readonly<Record<Silence, number | null>>;

export type StandingClient = {
  status: string;
  hasAccount: boolean;
  covered: boolean;
  stoppedAt: Date | null;
  objectedAt: Date | null;
  lastMessageAt: Date | null;
  lastVisitAt: Date | null;
  /** Null for a client who is not counted: their relationship is not active, or they objected. */
  silent: Silent | null;
  /** An invoice is overdue or its payment failed. A text that motivates would be out of place. */
  inDebt: boolean;
  /** They wrote, and the coach has not read it. */
  unread: boolean;
};

type Runner = Pick<CoachOnRecord, 'isActive' | 'access'>;

/** Why a coach sends no automatic messages now; null when they may. */
export function coachBlock({ isActive, access }: Runner, now: Date): StopReason | null {
  if (!isActive) return 'turned_off';
  return isFeatureAllowed(access, 'retention_tracking', now) ? null : 'plan';
}

/** Why a client gets no automatic messages now; null when they may. */
export function clientBlock(client: StandingClient): StopReason | null {
  if (client.status === 'paused') return 'paused';
  if (client.status !== 'active' || !client.hasAccount) return 'ended';
  if (!client.covered) return 'not_covered';
  if (client.stoppedAt) return 'opted_out';
  if (client.objectedAt) return 'objected';
  if (client.inDebt) return 'payment';
  return client.unread ? 'unread' : null;
}

type Since = { at: Date; day: string };

/**
 * Whether a client did anything since a silence led to a message. Days have no time, so on the first day only those acts
 * count whose silence the flow is about, because there were none before.
 */
export function cameBack(
  { silent, lastMessageAt, lastVisitAt }: StandingClient,
  of: Silence,
  { at, day }: Since,
  today: string,
) {
  if ((lastMessageAt && lastMessageAt > at) || (lastVisitAt && lastVisitAt > at)) return true;
  if (!silent) return false;
  const dayOf = (days: number) => addDays(today, -days);
  const ofKind = silent[of];
  const latest = Math.min(...SILENCES.flatMap((one) => silent[one] ?? []));
  return (ofKind !== null && dayOf(ofKind) >= day) || dayOf(latest) > day;
}

/** The outcome of a client; null while it is open. */
export function outcomeOf(
  client: StandingClient | undefined,
  of: Silence,
  since: Since,
  { today, now }: { today: string; now: Date },
): Outcome | null {
  if (!client || (client.status !== 'active' && client.status !== 'paused')) return 'left';
  if (client.objectedAt) return 'unknown';
  if (cameBack(client, of, since, today)) return 'back';
  return now.getTime() - since.at.getTime() >= OUTCOME_DAYS * DAY_MS ? 'not_back' : null;
}
