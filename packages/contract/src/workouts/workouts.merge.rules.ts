import { later, mergeParts, stampAfter } from '../merge.rules.ts';
import type { LoggedSet, PainFlag, WorkoutHead, WorkoutLog } from './workouts.ts';

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
