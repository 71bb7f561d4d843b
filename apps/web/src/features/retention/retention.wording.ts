import type { ClientRisk } from '@stridewell/contract/retention/retention';
import {
  type KnownReason,
  type LeavingReason,
  type NotScored,
  RISK_LEVELS,
  type RiskAction,
} from '@stridewell/contract/retention/retention.rules';
import { countLabel, dayInSentence, numberText } from '../../lib/format.ts';

export const NOT_SCORED_TEXTS: Readonly<Record<NotScored, string>> = {
  objected: 'They objected to the estimate of their engagement',
  paused: 'Nothing is due until you resume',
  invited: 'They have not accepted yet',
  not_covered: 'Not covered by your plan',
  new: 'With you for less than a week',
};

export const ACTION_TEXTS: Readonly<Record<RiskAction, string>> = {
  nudge: 'Send a short nudge',
  message: 'Send a personal message',
  call: 'Call them and shorten their plan',
  payment: 'Settle the failed payment',
};

/** Actions that were done, in the list of clients. */
export const DONE_TEXTS: Readonly<Record<RiskAction, string>> = {
  nudge: 'Nudge sent',
  message: 'Message sent',
  call: 'Call made',
  payment: 'Payment discussed',
};

export const KNOWN_REASON_TEXTS: Readonly<Record<KnownReason, string>> = {
  ill: 'Ill',
  traveling: 'Traveling',
  talked: 'We talked',
  other: 'Another reason',
};

export const LEAVING_TEXTS: Readonly<Record<LeavingReason, string>> = {
  goal_reached: 'Reached their goal',
  price: 'Too expensive',
  time: 'No time',
  results: 'Missed results',
  health: 'Health or injury',
  moved: 'Moved away',
  other_coach: 'Went to another coach',
  lost_touch: 'Lost touch',
  payment: 'Could not pay',
  other: 'Something else',
};

/** Why a client is silent, and until when. */
export const knownReasonText = ({ reason, untilDay }: NonNullable<ClientRisk['knownReason']>, today: string): string =>
  `You know why: ${KNOWN_REASON_TEXTS[reason].toLowerCase()}, until ${dayInSentence(untilDay, today)}`;

/** How much less than usual a client uses the app. */
export const usageText = (change: number | null): string =>
  change === null ? 'Not known yet' : change === 0 ? 'As usual' : `${Math.abs(change)}% below usual`;

/** A fact that raises the risk, as a coach would say it. */
export function reasonText({ reason, value }: ClientRisk['reasons'][number]): string {
  switch (reason) {
    case 'silentDays':
      return value === 0 ? 'Active today' : `Nothing from them for ${countLabel(value, 'day')}`;
    case 'fall': {
      const days = Math.round(value * 10) / 10;
      return `${numberText(days)} active ${days === 1 ? 'day' : 'days'} a week fewer than usual`;
    }
    case 'firstQuarter':
      return 'In their first three months';
    case 'checkInShare':
      return `Sent ${Math.round(100 * value)}% of due check-ins in 4 weeks`;
    case 'contacts28':
      return value === 0
        ? 'No message, reply or session from you in 4 weeks'
        : `Only ${countLabel(value, 'contact')} from you in 4 weeks`;
  }
}

/** Whether the level is a higher risk than a week ago. */
export const hasRisen = ({ level, levelBefore }: Pick<ClientRisk, 'level' | 'levelBefore'>): boolean =>
  level !== null && levelBefore !== null && RISK_LEVELS.indexOf(level) < RISK_LEVELS.indexOf(levelBefore);

const RECENT = ['Today', 'Yesterday'];

export const daysAgoText = (days: number | null): string =>
  days === null ? '–' : (RECENT[days] ?? `${countLabel(days, 'day')} ago`);
