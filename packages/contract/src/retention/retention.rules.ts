/** Highest risk first. */
export const RISK_LEVELS = ['High Risk', 'Moderate Risk', 'On Track'] as const;
export type RiskLevel = (typeof RISK_LEVELS)[number];

/** Why a client has no level. */
export const NOT_SCORED = ['objected', 'paused', 'invited', 'not_covered', 'new'] as const;
export type NotScored = (typeof NOT_SCORED)[number];

/** Facts that raise the risk of a client. */
export const RISK_REASONS = ['silentDays', 'fall', 'firstQuarter', 'checkInShare', 'contacts28'] as const;
export type RiskReason = (typeof RISK_REASONS)[number];

/** Actions of a coach: about silence, the least first, and about a failed payment, which no nudge mends. */
export const RISK_ACTIONS = ['nudge', 'message', 'call', 'payment'] as const;
export type RiskAction = (typeof RISK_ACTIONS)[number];

/** [K] Days from acceptance until a client has a level: before, there is nothing to compare silence with. */
export const NEW_CLIENT_DAYS = 7;

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
