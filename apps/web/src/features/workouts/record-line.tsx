import { Group, Text } from '@mantine/core';
import { IconTrophy } from '@tabler/icons-react';

/** A personal record in words; nothing without one. */
export function RecordLine({ text }: { text: string }) {
  if (text === '') return null;
  return (
    <Group gap={6} wrap="nowrap" c="var(--risk-low-text)">
      <IconTrophy size={16} stroke={1.75} aria-hidden style={{ flex: 'none' }} />
      <Text size="sm" fw={600}>
        {text}
      </Text>
    </Group>
  );
}
