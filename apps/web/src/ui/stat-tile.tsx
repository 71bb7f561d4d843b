import { Stack, Text } from '@mantine/core';
import { Muted } from './muted.tsx';

type StatTileProps = {
  label: string;
  value: string;
  /** The change, the period or the context of the value. */
  note?: string | undefined;
  /** For several figures above a chart. */
  small?: boolean;
};

/** One figure with its name and its context. */
export function StatTile({ label, value, note, small = false }: StatTileProps) {
  return (
    <Stack gap={2} role="group" aria-label={label}>
      <Muted>{label}</Muted>
      <Text ff="heading" fz={small ? 20 : 28} fw={650} lh={1.15}>
        {value}
      </Text>
      {note && (
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      )}
    </Stack>
  );
}
