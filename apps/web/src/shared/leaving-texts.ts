import type { LeavingReason } from '@stridewell/contract/retention/retention.rules';

/** Why clients leave, as their coach says it. */
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
