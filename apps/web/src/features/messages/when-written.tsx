import { Text } from '@mantine/core';
import { dayInZone, relativeDayLabel } from '@stridewell/contract/time';
import { timeOfDay } from '../../lib/format.ts';

/** The searched words, readable in light and dark. */
export const FOUND = { color: 'inherit', background: 'var(--pine-tint)', fontWeight: 650 };

/** The time of a message, short enough for the end of a line. */
export function WhenWritten({ createdAt, zone }: { createdAt: string; zone: string }) {
  const [day, today] = [dayInZone(new Date(createdAt), zone), dayInZone(new Date(), zone)];
  return (
    <Text component="time" size="xs" c="dimmed" dateTime={createdAt} flex="none">
      {day === today ? timeOfDay(createdAt, zone) : relativeDayLabel(day, today)}
    </Text>
  );
}
