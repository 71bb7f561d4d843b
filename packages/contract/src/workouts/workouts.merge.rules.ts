import type { LoggedSet, PainFlag, WorkoutHead, WorkoutLog } from './workouts.ts';

/** JSON with sorted property names, because the database does not keep their order. */
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

type HeadChanges = NonNullable<WorkoutHead['changes']>;

/** When each part of a head was changed. Heads from before these times were kept have one time for all. */
const changesOf = ({ changes, changedAt }: WorkoutHead): HeadChanges =>
  changes ?? { finish: changedAt, note: changedAt, exercises: changedAt };

/** The parts of a head that merge each on their own; `rest` is everything else. */
export function splitHead(head: WorkoutHead) {
  const { pains, finishedAt, note, exercises, groups, changes: _, ...rest } = head;
  const changes = changesOf(head);
  return {
    rest,
    pains,
    finish: { finishedAt, changedAt: changes.finish },
    note: { note, changedAt: changes.note },
    exercises: { exercises, groups, changedAt: changes.exercises },
  };
}
export type HeadParts = ReturnType<typeof splitHead>;

/** The head of its parts. */
export const joinHead = ({ rest, pains, finish, note, exercises }: HeadParts): WorkoutHead => ({
  ...rest,
  exercises: exercises.exercises,
  groups: exercises.groups,
  finishedAt: finish.finishedAt,
  note: note.note,
  pains,
  changes: { finish: finish.changedAt, note: note.changedAt, exercises: exercises.changedAt },
});

function mergeHeads(one: WorkoutHead, other: WorkoutHead): WorkoutHead {
  const [a, b] = [splitHead(one), splitHead(other)];
  return joinHead({
    rest: later(a.rest, b.rest),
    pains: mergeParts<PainFlag>(a.pains, b.pains),
    finish: later(a.finish, b.finish),
    note: later(a.note, b.note),
    exercises: later(a.exercises, b.exercises),
  });
}

/**
 * One workout as two devices have it. Each set, each pain flag and each part of the head are taken from the device that
 * changed them last, so the result does not depend on the order or on repetition. Sets are in the order of their ids.
 */
export const mergeWorkouts = (one: WorkoutLog, other: WorkoutLog): WorkoutLog => ({
  id: one.id,
  head: mergeHeads(one.head, other.head),
  sets: mergeParts<LoggedSet>(one.sets, other.sets),
});

/** A time later than the last change, also when the clock of the device was set back. */
export const stampAfter = (changedAt: string, now: number): string =>
  new Date(Math.max(now, Date.parse(changedAt) + 1)).toISOString();

/** When anything in a head but the pain flags was last changed, in milliseconds since 1970. */
export const lastHeadChange = (head: WorkoutHead): number =>
  Math.max(...[head.changedAt, ...Object.values(changesOf(head))].map((at) => Date.parse(at)));

type HeadChange = Partial<Pick<WorkoutHead, 'finishedAt' | 'note' | 'exercises'>>;

/** Changes parts of a head. Only those get a new time, so that nothing else of another device is undone. */
export function changeHead(head: WorkoutHead, change: HeadChange, now: number): WorkoutHead {
  const changes = changesOf(head);
  const stamp = (part: keyof HeadChanges, isChanged: boolean): string =>
    isChanged ? stampAfter(changes[part], now) : changes[part];
  return {
    ...head,
    ...change,
    changes: {
      finish: stamp('finish', 'finishedAt' in change),
      note: stamp('note', 'note' in change),
      exercises: stamp('exercises', 'exercises' in change),
    },
  };
}

/** A pain flag that the client withdrew. It says nothing any more and keeps its id, so that no device brings it back. */
export const withdrawPain = (flag: PainFlag, now: number): PainFlag => ({
  ...flag,
  part: 'other',
  level: 'mild',
  exerciseKey: null,
  note: '',
  deleted: true,
  changedAt: stampAfter(flag.changedAt, now),
});

/**
 * The workout deleted with everything in it. `at`: ISO 8601 in UTC. A part that another device changed later by its own
 * clock is deleted just after that, so that the deletion wins.
 */
export function deleteWorkout({ id, head, sets }: WorkoutLog, at: string): WorkoutLog {
  const now = Date.parse(at);
  const remove = <Part extends { changedAt: string; deleted: boolean }>(part: Part): Part => ({
    ...part,
    deleted: true,
    changedAt: stampAfter(part.changedAt, now),
  });
  const { finishedAt, note, exercises } = head;
  const stamped = changeHead(remove(head), { finishedAt, note, exercises }, now);
  return { id, head: { ...stamped, pains: head.pains.map(remove) }, sets: sets.map(remove) };
}
