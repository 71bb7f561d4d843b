import { Text } from '@mantine/core';
import type { SaveStatus } from '../device/autosave.ts';

const TEXTS: Record<SaveStatus, string> = {
  saved: 'All changes saved',
  waiting: 'Saving…',
  saving: 'Saving…',
  failed: 'No connection. Your changes are on this device and will be saved.',
  refused: 'Not saved',
  conflict: 'Not saved: changed elsewhere',
};

/** Says whether the server has the latest change. */
export function SaveStatusText({ status, problem }: { status: SaveStatus; problem: string | null }) {
  const isProblem = status === 'refused' || status === 'conflict';
  return (
    <Text size="sm" role="status" c={isProblem ? 'red' : 'dimmed'}>
      {problem && isProblem ? `${TEXTS[status]}. ${problem}` : TEXTS[status]}
    </Text>
  );
}
