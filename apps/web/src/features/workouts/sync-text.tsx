import { Text } from '@mantine/core';
import type { SyncStatus } from '../../device/merge.ts';
import { useStore } from '../../lib/store.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import type { WorkoutStore } from './workouts.store.ts';

const TEXTS: Record<SyncStatus, string> = {
  saved: 'Saved',
  sending: 'Saved on this device, sending…',
  offline: 'No connection. Every set is saved on this device and will be sent later.',
};

/** Says where the sets are. */
export function SyncText({ store, logId }: { store: WorkoutStore; logId: string }) {
  const { logs, status, full } = useStore(store);
  const entry = logs.get(logId);
  if (full) {
    return <ProblemAlert text="The storage of this device is full. Keep this page open until the sets are sent." />;
  }
  if (entry?.problem !== undefined) {
    return <ProblemAlert text={`${entry.problem} It stays on this device.`} />;
  }
  return (
    <Text size="sm" c="dimmed" role="status">
      {TEXTS[entry?.pending ? status : 'saved']}
    </Text>
  );
}
