import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Muted } from '../../ui/muted.tsx';
import type { RowsSearch } from './metrics.search.ts';

/** The rows behind a figure. */
export const rowsPath = (coachId: string, { client, ...search }: RowsSearch): string =>
  `/coach/${coachId}/business-metrics/rows?${new URLSearchParams({ ...search, ...(client && { client }) })}`;

type FigureLinkProps = { label: string; value: string; note: string; to: string; small?: boolean };

/** A figure that leads to the rows behind it. Looks like a `StatTile`, and is one link with all of its text. */
export const FigureLink = ({ label, value, note, to, small = false }: FigureLinkProps) => (
  <Anchor component={Link} to={to} c="inherit" underline="never">
    <Muted>{label}</Muted>
    <Text ff="heading" fz={small ? 20 : 28} fw={650} lh={1.15} my={2}>
      {value}
    </Text>
    <Text size="xs" c="dimmed">
      {note}
    </Text>
  </Anchor>
);
