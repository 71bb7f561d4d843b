import { Text } from '@mantine/core';
import { ProblemAlert } from '../../components/problem-alert.tsx';
import { useStore } from '../../lib/store.ts';
import type { SyncStatus, WorkoutStore } from './workouts.store.ts';

const TEXTS: Record<Exclude<SyncStatus, 'refused'>, string> = {
  saved: 'Saved',
  sending: 'Saved on this phone, sending…',
  offline: 'No connection. Every set is saved on this phone and will be sent later.',
};

/** Says where the sets are. */
export function SyncText({ store }: { store: WorkoutStore }) {
  const { status, problem, full } = useStore(store);
  if (full) {
    return <ProblemAlert text="The storage of this phone is full. Keep this page open until the sets are sent." />;
  }
  if (status === 'refused') {
    return <ProblemAlert text={`${problem ?? 'This workout could not be saved.'} It stays on this phone.`} />;
  }
  return (
    <Text size="sm" c="dimmed" role="status">
      {TEXTS[status]}
    </Text>
  );
}
