/**
 * Habits compared between the clients who did most of their workouts and the others: share of check-ins sent in
 * percent, messages from the client a week, the coach's median time to a reply in hours, sessions that took place in
 * four weeks, workouts planned a week, and sleep in hours a night.
 */
export const COMPARED_HABITS = ['checkIns', 'messages', 'replyHours', 'sessions', 'planned', 'sleepHours'] as const;
export type ComparedHabit = (typeof COMPARED_HABITS)[number];

/** A difference that chance alone would hardly make. `top` and `others` are medians. */
export type HabitDifference = {
  habit: ComparedHabit;
  top: number;
  others: number;
  topClients: number;
  otherClients: number;
  /** Corrected for the number of habits. */
  p: number;
};

/** `alike`: no habit differs more than by chance, or too many clients share the highest percentage. */
export type TopQuarter =
  | { state: 'too_few'; missing: number }
  | { state: 'alike'; topClients: number; otherClients: number }
  | { state: 'different'; topClients: number; otherClients: number; differences: HabitDifference[] };
