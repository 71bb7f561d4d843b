/** Highest risk first. */
export const RISK_LEVELS = ['High Risk', 'Moderate Risk', 'On Track'] as const;
export type RiskLevel = (typeof RISK_LEVELS)[number];

/** Why a client has no level. */
export const NOT_SCORED = ['objected', 'paused', 'invited', 'not_covered', 'new'] as const;
export type NotScored = (typeof NOT_SCORED)[number];

/** Facts that raise the risk of a client. */
export const RISK_REASONS = [
  'silentDays',
  'fall',
  'firstQuarter',
  'checkInShare',
  'contacts28',
  'workoutDaysAgo',
  'checkInDaysAgo',
  'messageDaysAgo',
  'activeDays7',
  'activeDays28',
  'streakWeeks',
  'messages28',
  'replyDelay',
  'firstMonth',
  'tenureDays',
] as const;
export type RiskReason = (typeof RISK_REASONS)[number];
/** Shown for a client at risk without such a fact. */
export const NO_REASON_TEXT = 'No single fact stands out.';

/** Actions of a coach: about silence, the least first, and about a failed payment, which no nudge mends. */
export const RISK_ACTIONS = ['nudge', 'message', 'call', 'payment'] as const;
export type RiskAction = (typeof RISK_ACTIONS)[number];
/** All actions that a coach can take about a client at risk: those above, an adjusted plan, and a paused payment. */
export const TAKEN_ACTIONS = [...RISK_ACTIONS, 'plan', 'pause'] as const;
export type TakenActionKind = (typeof TAKEN_ACTIONS)[number];

/** Acts of a client that may follow an action. */
export const FOLLOWED = ['message', 'workout', 'checkIn', 'visit'] as const;
export type Followed = (typeof FOLLOWED)[number];
/** Days after an action in which an act counts. */
export const FOLLOWED_DAYS = 14;
/** Days after an action at whose end it is counted whether the client stayed. */
export const STAYED_DAYS = 28;
/** Hours by which a suggested time can wait. The first one has half of the draws, the others share the rest. */
export const WAIT_HOURS = [0, 24, 48] as const;

/** [K] Days from acceptance until a client has a level: before, there is nothing to compare silence with. */
export const NEW_CLIENT_DAYS = 7;

/**
 * Where the chances of clients come from: a shipped prior, which gives levels and no percentage; a model fitted and tested
 * on this platform; or such a model that no longer fits, so that its percentages are withheld.
 */
export const MODEL_STATES = ['prior', 'measured', 'drifted'] as const;
export type ModelState = (typeof MODEL_STATES)[number];

/** Lower ends of the five bands that compare promised with observed shares. Two of them are the thresholds of levels. */
export const RISK_BANDS = [0, 0.05, 0.1, 0.25, 0.5] as const;
/** Fewer clients in a band say nothing about its share. */
export const MIN_OUTCOMES = 20;
/** [K] With fewer clients in the history of a coach, their percentages mostly follow the whole platform. */
export const FEW_CLIENTS = 20;
/** Weeks of the line of active days. */
export const ACTIVITY_WEEKS = 8;
/** Weeks of the curve: the chance to have left by the end of each. */
export const CURVE_WEEKS = 12;

/** The band of a chance, as an index of `RISK_BANDS`. */
export const bandOf = (chance: number): number => RISK_BANDS.findLastIndex((from) => chance >= from);

/**
 * The 95 % interval of a share by Wilson (1927), which holds for few clients and for shares near 0 as well.
 * @param total at least 1
 */
export function wilsonInterval(events: number, total: number): { low: number; high: number } {
  const z = 1.96;
  const share = events / total;
  const scale = 1 + z ** 2 / total;
  const middle = (share + z ** 2 / (2 * total)) / scale;
  const half = (z / scale) * Math.sqrt((share * (1 - share)) / total + z ** 2 / (4 * total ** 2));
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}
/** Why a coach knows that a client is silent. */
export const KNOWN_REASONS = ['ill', 'traveling', 'talked', 'other'] as const;
export type KnownReason = (typeof KNOWN_REASONS)[number];
/** [K] Days that one reason covers at most, and how far back it may start. Longer absences are a pause. */
export const KNOWN_REASON_DAYS = 92;

/** Why a coaching ended, as its coach sees it. */
export const LEAVING_REASONS = [
  'goal_reached',
  'price',
  'time',
  'results',
  'health',
  'moved',
  'other_coach',
  'lost_touch',
  'payment',
  'other',
] as const;
export type LeavingReason = (typeof LEAVING_REASONS)[number];
export const LEAVING_NOTE = 500;
/** Months of leaving that a coach sees, the current one included. */
export const DEPARTURE_MONTHS = 12;
/** Weeks of levels that a coach sees. */
export const LEVEL_WEEKS = 12;
/** Days for which a taken action stands beside the client. */
export const ACTION_SHOWN_DAYS = 14;
