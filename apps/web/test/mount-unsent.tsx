import type { CurrentSession } from '@stridewell/contract/identity/identity';
import type { ComponentType } from 'react';
import UnsentHabits from '../src/app/unsent/habits.tsx';
import type { UnsentPartProps } from '../src/app/unsent/part.ts';
import UnsentWorkouts from '../src/app/unsent/workouts.tsx';
import { mountWithOutboxes } from './mount-with-outboxes.tsx';

const LISTS = { habits: UnsentHabits, workouts: UnsentWorkouts } satisfies Record<
  string,
  ComponentType<UnsentPartProps>
>;

/** Mounts the list of one kind of entries that wait on this person's device, which sends them. */
export function mountUnsent(kind: keyof typeof LISTS, session: CurrentSession) {
  const List = LISTS[kind];
  return mountWithOutboxes(session, <List session={session} onCount={() => undefined} />);
}
