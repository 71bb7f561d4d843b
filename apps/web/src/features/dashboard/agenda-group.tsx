import { Anchor, Box, Button, Group, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Muted } from '../../components/muted.tsx';
import rows from '../../components/rows.module.css';
import { countLabel } from '../../lib/format.ts';
import classes from './agenda-card.module.css';

/** Rows of a group before "Show all". */
const SHOWN = 5;

type AgendaGroupProps = {
  title: string;
  /** All of the group, also those without a row. */
  total: number;
  /** The rows in their order, each with a key. */
  children: readonly ReactNode[];
  /** Whether a long group is short until "Show all". */
  folds?: boolean;
  /** Row that a short group starts with. */
  start?: number;
  /** Page with all of them, where not all have a row. */
  all?: { to: string; search?: Record<string, string> };
};

/** Work of one kind under its title. A long group is short until "Show all". */
export function AgendaGroup({ title, total, children, folds = true, start = 0, all }: AgendaGroupProps) {
  const [isOpen, setOpen] = useState(false);
  if (children.length === 0) return null;
  const from = Math.max(0, Math.min(start, children.length - SHOWN));
  const isLong = folds && children.length > SHOWN;
  return (
    <Box component="section" aria-label={title} className={classes.group}>
      <Group gap={8} mb={2}>
        <Title order={3} size="h6">
          {title}
        </Title>
        <Muted aria-label={countLabel(total, 'task')}>{total}</Muted>
      </Group>
      <ul className={rows.divided}>{isOpen || !isLong ? children : children.slice(from, from + SHOWN)}</ul>
      {isLong && !isOpen && (
        <Button variant="subtle" size="compact-sm" ml={-8} mt={4} onClick={() => setOpen(true)}>
          Show all {Math.min(total, children.length)}
        </Button>
      )}
      {all && total > children.length && (isOpen || !isLong) && (
        <Anchor
          size="sm"
          fw={600}
          display="inline-block"
          mt={4}
          py={4}
          renderRoot={(props) => <Link {...props} to={all.to} {...(all.search && { search: all.search })} />}
        >
          Show all {total}
        </Anchor>
      )}
    </Box>
  );
}
