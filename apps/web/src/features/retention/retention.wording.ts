import type { ClientHealth, HealthItem } from '@stridewell/contract/clients/clients.health';
import type { ClientRisk } from '@stridewell/contract/retention/retention';
import {
  type KnownReason,
  NO_REASON_TEXT,
  type NotScored,
  RISK_LEVELS,
  type RiskAction,
  type TakenActionKind,
  wilsonInterval,
} from '@stridewell/contract/retention/retention.rules';
import { dayInZone } from '@stridewell/contract/time';
import { countLabel, dayInSentence, listText, numberText } from '../../lib/format.ts';
import { HEALTH_PART_NAMES } from '../../shared/figure-text.ts';

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
export const DONE_TEXTS: Readonly<Record<TakenActionKind, string>> = {
  nudge: 'Nudge sent',
  message: 'Message sent',
  call: 'Call made',
  payment: 'Payment discussed',
  plan: 'Plan adjusted',
  pause: 'Payment paused',
};

export const KNOWN_REASON_TEXTS: Readonly<Record<KnownReason, string>> = {
  ill: 'Ill',
  traveling: 'Traveling',
  talked: 'We talked',
  other: 'Another reason',
};

/** Why a client is silent, and until when. */
export const knownReasonText = ({ reason, untilDay }: NonNullable<ClientRisk['knownReason']>, today: string): string =>
  `You know why: ${KNOWN_REASON_TEXTS[reason].toLowerCase()}, until ${dayInSentence(untilDay, today)}`;

/** The drawn time of an action, which lies ahead. */
export const suggestedText = (suggestedAt: string, timeZone: string, today: string): string =>
  `Suggested for ${dayInSentence(dayInZone(new Date(suggestedAt), timeZone), today)}`;

/** How much less than usual a client uses the app. */
export const usageText = (change: number | null): string =>
  change === null ? 'Not known yet' : change === 0 ? 'As usual' : `${Math.abs(change)}% below usual`;
const daysInSentence = (days: number): string => (days === 0 ? 'today' : `${countLabel(days, 'day')} ago`);

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
        : `${value < 4 ? 'Only ' : ''}${countLabel(value, 'contact')} from you in 4 weeks`;
    case 'workoutDaysAgo':
      return `Last workout ${daysInSentence(value)}`;
    case 'checkInDaysAgo':
      return `Last check-in ${daysInSentence(value)}`;
    case 'messageDaysAgo':
      return `Last message ${daysInSentence(value)}`;
    case 'activeDays7':
      return `Active on ${countLabel(Math.round(value), 'day')} of the last week`;
    case 'activeDays28':
      return `${numberText(Math.round(value * 10) / 10)} active days a week in 4 weeks`;
    case 'streakWeeks':
      return value === 0 ? 'Not active this week' : `Only ${countLabel(value, 'week')} in a row with activity`;
    case 'messages28':
      return value === 0 ? 'Wrote nothing in 4 weeks' : `Wrote ${countLabel(value, 'message')} in 4 weeks`;
    case 'replyDelay':
      return 'Replies more slowly than usual';
    case 'firstMonth':
      return 'In their first month';
    case 'tenureDays':
      return `With you for ${countLabel(Math.max(1, Math.round(value / 7)), 'week')}`;
  }
}

/** Why a client has their level. One at risk without a reason is said to have none. */
export const reasonLines = ({ level, reasons }: Pick<ClientRisk, 'level' | 'reasons'>): string[] =>
  reasons.length === 0 && level !== null && level !== 'On Track' ? [NO_REASON_TEXT] : reasons.map(reasonText);

/** Whether the level is a higher risk than a week ago. */
export const hasRisen = ({ level, levelBefore }: Pick<ClientRisk, 'level' | 'levelBefore'>): boolean =>
  level !== null && levelBefore !== null && RISK_LEVELS.indexOf(level) < RISK_LEVELS.indexOf(levelBefore);

/** A change in points, like `+3`. */
export const pointsText = (change: number | null): string => {
  if (change === null || change === 0) return '–';
  return change > 0 ? `+${change}` : `−${-change}`;
};

/** The items that moved the score most in the direction in which it went. */
function moversOf({ items }: ClientHealth, direction: number): HealthItem[] {
  const moved = items.filter(({ change }) => (change ?? 0) * direction > 0);
  return moved.sort((one, other) => Math.abs(other.change ?? 0) - Math.abs(one.change ?? 0)).slice(0, 2);
}

/** How the score moved since last week, and by which items. */
export function healthMoveText(health: ClientHealth): string {
  const { score, scoreBefore } = health;
  if (scoreBefore === null) return 'First score, so nothing to compare with yet';
  const change = score - scoreBefore;
  if (change === 0) return 'Same as last week';
  const names = moversOf(health, change).map(({ part }) => HEALTH_PART_NAMES[part].toLowerCase());
  return `${change > 0 ? 'Up' : 'Down'} ${Math.abs(change)} since last week, mostly by ${listText(names)}`;
}

const RECENT = ['Today', 'Yesterday'];

export const daysAgoText = (days: number | null): string =>
  days === null ? '–' : (RECENT[days] ?? `${countLabel(days, 'day')} ago`);

/** A chance as a coach would say it, which claims no more than whole numbers. */
export function inHundred(chance: number): string {
  const whole = Math.round(100 * chance);
  if (whole === 0) return 'Fewer than 1 in 100';
  return whole === 100 ? 'More than 99 in 100' : `${whole} in 100`;
}

/** The sentence about a client from the chances of four and of twelve weeks. */
export const chanceText = (four: number, twelve: number): string =>
  `${inHundred(four)} such clients leave within 4 weeks, ${lowerFirst(inHundred(twelve))} within 12`;

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** A share with its 95 % interval. */
export function observedText(left: number, clients: number): string {
  const { low, high } = wilsonInterval(left, clients);
  return `${sharePercent(left / clients)} (${Math.round(100 * low)}–${Math.round(100 * high)}%)`;
}

export const sharePercent = (share: number): string => `${Math.round(100 * share)}%`;
