import { Divider, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

type PriceLinesProps = {
  label?: string;
  /** Billed items with their amounts. */
  lines: readonly { label: string; amount: ReactNode }[];
  total: { label: string; amount: string };
};

/** Amounts below each other, with what they come to. */
export const PriceLines = ({ label, lines, total }: PriceLinesProps) => (
  <Stack component="ul" gap="xs" {...(label && { 'aria-label': label })}>
    {lines.map((line) => (
      <Group key={line.label} component="li" justify="space-between" align="baseline" wrap="nowrap">
        <span>{line.label}</span>
        <Text span ta="right" flex="none">
          {line.amount}
        </Text>
      </Group>
    ))}
    <li>
      <Divider mb="sm" />
      <Group justify="space-between" align="baseline" fw={650}>
        <span>{total.label}</span>
        <Text span ff="heading" size="xl" fw={650}>
          {total.amount}
        </Text>
      </Group>
    </li>
  </Stack>
);
