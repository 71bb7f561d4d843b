import type { RiskReason } from '@stridewell/contract/retention/retention.rules';

/** Reasons as the copy of a person's data names them. */
const REASON_WORDS: Readonly<Record<RiskReason, string>> = {
  silentDays: 'days without any activity',
  fall: 'fewer active days than usual',
  firstQuarter: 'the first three months of the coaching',
  checkInShare: 'check-ins that were due and not sent',
  contacts28: 'few contacts by the coach in four weeks',
  workoutDaysAgo: 'days without a workout',
  checkInDaysAgo: 'days without a check-in',
  messageDaysAgo: 'days without a message',
  activeDays7: 'few active days in the last week',
  activeDays28: 'few active days in four weeks',
  streakWeeks: 'few weeks in a row with activity',
  messages28: 'few messages in four weeks',
  replyDelay: 'slower replies than usual',
  firstMonth: 'the first month of the coaching',
  tenureDays: 'how long the coaching has lasted',
};

/** The reasons of a stored row in words. */
export const reasonWords = (reasons: unknown): unknown =>
  Array.isArray(reasons) ? reasons.map((reason: RiskReason) => REASON_WORDS[reason]) : reasons;
