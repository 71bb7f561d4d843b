import { Stack, Text } from '@mantine/core';

/** One number with what it counts and, under it, its change or context. */
export function Figure({ label, value, note }: { label: string; value: string; note?: string | undefined }) {
  return (
    <Stack gap={2} role="group" aria-label={label}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text ff="heading" fz={28} fw={650} lh={1.15}>
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
