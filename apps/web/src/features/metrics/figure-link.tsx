import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { StatTile } from '../../components/stat-tile.tsx';
import type { RowsSearch } from './metrics.search.ts';

/** The rows behind a figure. */
export const rowsPath = (coachId: string, { client, ...search }: RowsSearch): string =>
  `/coach/${coachId}/business-metrics/rows?${new URLSearchParams({ ...search, ...(client && { client }) })}`;

type FigureLinkProps = { label: string; value: string; note: string; to: string };

/** A figure that leads to the rows behind it. */
export const FigureLink = ({ label, value, note, to }: FigureLinkProps) => (
  <Anchor component={Link} to={to} c="inherit" underline="never" aria-label={`${label}: ${value}, ${note}`}>
    <StatTile label={label} value={value} note={note} />
  </Anchor>
);
