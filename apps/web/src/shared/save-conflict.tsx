import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { ProblemAlert } from '../ui/problem-alert.tsx';

type SaveConflictProps<Latest> = {
  load: () => Promise<Latest>;
  /** Names the changed document, and says what happens to the other version when this one is kept. */
  text: string;
  onKeep: (latest: Latest) => void;
  onReplace: (latest: Latest) => void;
};

/** Shown when another tab or device saved first. Nothing is lost until the coach has chosen. */
export function SaveConflict<Latest>({ load, text, onKeep, onReplace }: SaveConflictProps<Latest>) {
  const [problem, setProblem] = useState<string | null>(null);
  const choose = (use: (latest: Latest) => void) => {
    setProblem(null);
    load().then(use, () => setProblem('The other version could not be loaded. Please try again.'));
  };
  return (
    <ProblemAlert text={problem ?? text}>
      <Group gap="sm" mt="sm">
        <Button size="xs" variant="default" onClick={() => choose(onKeep)}>
          Keep my version
        </Button>
        <Button size="xs" variant="default" onClick={() => choose(onReplace)}>
          Load the other version
        </Button>
      </Group>
    </ProblemAlert>
  );
}
