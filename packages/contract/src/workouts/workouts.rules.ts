/**
 * Limits of a logged workout. Times are in seconds; `sets` are those of the whole workout, and `substitutes` the exercises
 * that are offered instead of one.
 */
export const WORKOUT_BOUNDS = {
  exercises: 60,
  sets: 400,
  substitutes: 6,
  note: 1000,
  setNote: 300,
  comment: 1000,
  pains: 20,
  weightKg: 1500,
  reps: 999,
  seconds: 14_400,
  metres: 100_000,
  logs: 30,
} as const;

/** Where a client can say that it hurts, from the head down. */
export const PAIN_PARTS = [
  'neck',
  'shoulder',
  'chest',
  'upper_back',
  'elbow',
  'wrist',
  'low_back',
  'hip',
  'knee',
  'ankle',
  'other',
] as const;
export type PainPart = (typeof PAIN_PARTS)[number];
export const PAIN_PART_LABELS: Record<PainPart, string> = {
  neck: 'Neck',
  shoulder: 'Shoulder',
  chest: 'Chest',
  upper_back: 'Upper back',
  elbow: 'Elbow',
  wrist: 'Wrist or hand',
  low_back: 'Low back',
  hip: 'Hip or groin',
  knee: 'Knee',
  ankle: 'Ankle or foot',
  other: 'Somewhere else',
};

export const PAIN_LEVELS = ['mild', 'moderate', 'severe'] as const;
export type PainLevel = (typeof PAIN_LEVELS)[number];
export const PAIN_LEVEL_LABELS: Record<PainLevel, string> = {
  mild: 'Mild: I could continue',
  moderate: 'Moderate: I changed something',
  severe: 'Severe: I had to stop',
};

/** Apps whose workout histories can be imported. */
export const HISTORY_SOURCES = ['hevy', 'strong'] as const;
export type HistorySource = (typeof HISTORY_SOURCES)[number];
export const HISTORY_SOURCE_LABELS: Record<HistorySource, string> = { hevy: 'Hevy', strong: 'Strong' };

/**
 * Id of the workout of one day of a program on one date. Two devices that start the same workout without a connection
 * write to the same log.
 */
export const workoutId = (clientProgramId: string, dayKey: string, day: string): string =>
  `${clientProgramId}.${dayKey}.${day}`;

/** Id of a planned set: the same on every device. Sets that the client adds get random ids. */
export const plannedSetId = (exerciseKey: string, index: number): string => `${exerciseKey}.${index}`;

/** The parts of the id of a planned workout; undefined for one without a program. */
export function plannedOf(logId: string): { clientProgramId: string; dayKey: string; day: string } | undefined {
  const [clientProgramId, dayKey, day] = logId.split('.');
  return clientProgramId && dayKey && day ? { clientProgramId, dayKey, day } : undefined;
}

/** Whether a head belongs to the program and day that the id of its log names, or to none as the id does. */
export function isPlannedAs(logId: string, head: { clientProgramId: string | null; dayKey: string | null }): boolean {
  const planned = plannedOf(logId);
  return head.clientProgramId === (planned?.clientProgramId ?? null) && head.dayKey === (planned?.dayKey ?? null);
}
