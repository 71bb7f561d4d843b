import { Text } from '@mantine/core';
import type { Exercise } from '@stridewell/contract/exercises/exercises';
import { ENTRY_EXAMPLE } from '@stridewell/contract/programs/programs.entry.rules';
import { IconAlertTriangle } from '@tabler/icons-react';
import classes from './program-grid.module.css';
import { useBuilder } from './programs.context.ts';
import { checksOf, previewOf, type Reading } from './programs.entry.ts';

type EntryPreviewProps = {
  id: string;
  reading: Reading;
  /** The exercise that will be added. */
  chosen: Exercise | undefined;
  /** The coach wanted to add what cannot be read. */
  urgent: boolean;
};

/** Preview of a typed line: the result, what to check, or why it cannot be read. */
export function EntryPreview({ id, reading, chosen, urgent }: EntryPreviewProps) {
  const { units } = useBuilder();
  if ('problem' in reading) {
    return (
      <div id={id}>
        <Text size="xs" c={urgent ? 'red' : 'dimmed'} role={urgent ? 'alert' : undefined}>
          {reading.problem}
        </Text>
        <Syntax />
      </div>
    );
  }
  const checks = checksOf(reading);
  return (
    <div id={id}>
      {previewOf(reading, chosen, units).map((line) => (
        <Text key={line} size="xs" c="dimmed" className={classes.preview}>
          {line}
        </Text>
      ))}
      {checks.map((check) => (
        <Text key={check} size="xs" c="var(--warning-text)" className={classes.checks}>
          <IconAlertTriangle size={14} aria-hidden />
          {check}
        </Text>
      ))}
      {checks.length > 0 && <Syntax />}
    </div>
  );
}

const Syntax = () => (
  <Text size="xs" c="dimmed" mt={4}>
    Syntax: {ENTRY_EXAMPLE}
  </Text>
);
