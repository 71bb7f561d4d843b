/** Days of the longest report: a year, leap years included. */
export const REPORT_MAX_DAYS = 366;
/** Days of a report without a chosen period. It ends today. */
export const REPORT_DAYS = 30;

/** Counts and medians of a period, in the order in which every report shows them. Medians are in seconds. */
export const REPORT_FIGURES = [
  { key: 'messagesSent', label: 'Messages you sent' },
  { key: 'messagesReceived', label: 'Messages you received' },
  { key: 'coachReplySeconds', label: 'Your median reply time', seconds: true },
  { key: 'clientReplySeconds', label: "Client's median reply time", seconds: true },
  { key: 'checkInsSent', label: 'Check-ins sent' },
  { key: 'checkInsReviewed', label: 'Check-ins reviewed' },
  { key: 'reviewSeconds', label: 'Median time to review', seconds: true },
  { key: 'sessionsHeld', label: 'Sessions held' },
  { key: 'sessionsMissed', label: 'Sessions missed' },
  { key: 'sessionsCanceled', label: 'Sessions canceled' },
  { key: 'workoutsDone', label: 'Workouts done' },
  { key: 'workoutsPlanned', label: 'Workouts planned' },
  { key: 'activeDays', label: 'Days active' },
  { key: 'visitDays', label: 'Days with a visit' },
] as const satisfies readonly { key: string; label: string; seconds?: true }[];

export type ReportFigure = (typeof REPORT_FIGURES)[number]['key'];
