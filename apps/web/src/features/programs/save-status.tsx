import { Text } from '@mantine/core';
import { useEditor } from './programs.context.ts';
import type { SaveStatus } from './programs.editor.ts';

const TEXTS: Record<SaveStatus, string> = {
  saved: 'All changes saved',
  waiting: 'Saving…',
  saving: 'Saving…',
  failed: 'No connection. Your changes are on this device and will be saved.',
  refused: 'Not saved',
  conflict: 'Not saved: changed elsewhere',
};

/** Says whether the server has the latest change. */
export function SaveStatusText() {
  const status = useEditor((state) => state.status);
  const problem = useEditor((state) => state.problem);
  const isProblem = status === 'refused' || status === 'conflict';
  return (
    <Text size="sm" role="status" c={isProblem ? 'red' : 'dimmed'}>
      {problem && isProblem ? `${TEXTS[status]}. ${problem}` : TEXTS[status]}
    </Text>
  );
}
