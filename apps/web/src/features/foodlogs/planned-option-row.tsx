import { Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Muted } from '../../ui/muted.tsx';
import type { PlannedOption } from './foodlogs.editing.ts';

type PlannedOptionRowProps = {
  planned: PlannedOption;
  /** Null where the meal cannot be logged, as on days to come. */
  onEaten: (() => void) | null;
};

/** A meal of the plan that is not eaten yet, logged with one tap. */
export function PlannedOptionRow({ planned, onEaten }: PlannedOptionRowProps) {
  const { meal, name, time, option, foods } = planned;
  return (
    <Group justify="space-between" gap="sm" wrap="nowrap" role="group" aria-label={`Planned: ${name}`}>
      <Stack gap={0} miw={0}>
        {foods.map(({ key, text, warning }) => (
          <Text key={key} size="sm" style={{ overflowWrap: 'anywhere' }}>
            {text}
            {warning && (
              <Text span inherit c="var(--warning-text)" display="block">
                <IconAlertTriangle size={14} aria-hidden /> {warning}
              </Text>
            )}
          </Text>
        ))}
        <Muted>{[time ? `Planned for ${time}` : 'Planned', option].filter(Boolean).join(', ')}</Muted>
      </Stack>
      {onEaten && (
        <Button variant="light" mih={44} flex="none" aria-label={`Eaten: ${meal}, ${name}`} onClick={onEaten}>
          Eaten
        </Button>
      )}
    </Group>
  );
}
