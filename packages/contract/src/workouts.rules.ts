import type { LoggedSet, PainFlag, WorkoutHead, WorkoutLog } from './workouts.ts';

/** Limits of a logged workout. Times are in seconds; `sets` are those of the whole workout. */
export const WORKOUT_BOUNDS = {
  exercises: 60,
  sets: 400,
  note: 1000,
  setNote: 300,
  comment: 1000,
  pains: 20,
  weightKg: 1000,
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

/**
 * Id of the workout of one day of a program on one date. Two devices that start the same workout without a connection
 * write to the same log.
 */
export const workoutId = (clientProgramId: string, dayKey: string, day: string): string =>
  `${clientProgramId}.${dayKey}.${day}`;

/** Id of a planned set: the same on every device. Sets that the client adds have ids of their own. */
export const plannedSetId = (exerciseKey: string, index: number): string => `${exerciseKey}.${index}`;

/** The parts of the id of a planned workout; undefined for one without a program. */
export function plannedOf(logId: string): { clientProgramId: string; dayKey: string; day: string } | undefined {
  const [clientProgramId, dayKey, day] = logId.split('.');
  return clientProgramId && dayKey && day ? { clientProgramId, dayKey, day } : undefined;
}

/** Whether a head belongs to the program and day that the id of its log names, or to none as the id does. */
export function isPlannedAs(logId: string, head: Pick<WorkoutHead, 'clientProgramId' | 'dayKey'>): boolean {
  const planned = plannedOf(logId);
  return head.clientProgramId === (planned?.clientProgramId ?? null) && head.dayKey === (planned?.dayKey ?? null);
}

/** Text with the properties in the order of their names, because the database stores them in an order of its own. */
const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

/** The later change wins; equal times are decided by content, so that every device decides the same. */
function later<Part extends { changedAt: string }>(one: Part, other: Part): Part {
  const difference = Date.parse(one.changedAt) - Date.parse(other.changedAt);
  if (difference !== 0) return difference > 0 ? one : other;
  return inOrder(one) >= inOrder(other) ? one : other;
}

/** Parts of two devices by their ids, in the order of ids. */
function mergeParts<Part extends { id: string; changedAt: string }>(one: readonly Part[], other: readonly Part[]) {
  const parts = new Map<string, Part>();
  for (const part of [...one, ...other]) {
    const known = parts.get(part.id);
    parts.set(part.id, known ? later(known, part) : part);
  }
  return [...parts.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/**
 * One workout as two devices have it. Each set, each pain flag and the rest of the head are taken from the device that
 * changed them last, so the result does not depend on the order or on repetition. Sets are in the order of their ids.
 */
export function mergeWorkouts(one: WorkoutLog, other: WorkoutLog): WorkoutLog {
  const { pains, ...head } = one.head;
  const { pains: otherPains, ...otherHead } = other.head;
  return {
    id: one.id,
    head: {
      ...later<Omit<WorkoutHead, 'pains'>>(head, otherHead),
      pains: mergeParts<PainFlag>(pains, otherPains),
    },
    sets: mergeParts<LoggedSet>(one.sets, other.sets),
  };
}

/**
 * The workout deleted with everything in it. `at`: ISO 8601 in UTC. A part that another device changed later by its own
 * clock is deleted just after that, so that the deletion wins.
 */
export function deleteWorkout({ id, head, sets }: WorkoutLog, at: string): WorkoutLog {
  const remove = <Part extends { changedAt: string; deleted: boolean }>(part: Part): Part => {
    const changedAt = new Date(Math.max(Date.parse(at), Date.parse(part.changedAt) + 1)).toISOString();
    return { ...part, deleted: true, changedAt };
  };
  return { id, head: { ...remove(head), pains: head.pains.map(remove) }, sets: sets.map(remove) };
}
