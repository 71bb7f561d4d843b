import { Anchor, Box, Button, Group, Title, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { usePhone } from '../../lib/use-phone.ts';
import { Muted } from '../../ui/muted.tsx';
import rows from '../../ui/rows.module.css';
import classes from './agenda-card.module.css';
import { FoldHead } from './fold.tsx';

/** Rows of a group before "Show all". */
const SHOWN = { phone: 3, wide: 5 };

type AgendaGroupProps = {
  title: string;
  /** All of the group, also those without a row. */
  total: number;
  /** The rows in their order, each with a key. */
  children: readonly ReactNode[];
  /** Shows all rows at once, where none may be overlooked. */
  whole?: boolean;
  /** Row that a short group starts with. */
  start?: number;
  /** Page with all of them, where not all have a row. */
  all?: { to: string; search?: Record<string, string> };
  /** On a phone only the count is shown until the group is tapped. */
  folds?: boolean;
};

/** Work of one kind under its title. A long group is short until "Show all". */
export function AgendaGroup({ title, total, children, folds = false, ...list }: AgendaGroupProps) {
  const canFold = usePhone() && folds;
  const [isOpen, setOpen] = useState(false);
  if (children.length === 0) return null;
  const count = (
    <>
      {total} <VisuallyHidden>{total === 1 ? 'task' : 'tasks'}</VisuallyHidden>
    </>
  );
  return (
    <Box
      component="section"
      aria-label={title}
      className={classes.group}
      data-folded={(canFold && !isOpen) || undefined}
    >
      {canFold ? (
        <FoldHead title={title} isOpen={isOpen} order={3} summary={count} onToggle={() => setOpen(!isOpen)} />
      ) : (
        <Group gap={8} mb={2}>
          <Title order={3} size="h6">
            {title}
          </Title>
          <Muted>{count}</Muted>
        </Group>
      )}
      {(!canFold || isOpen) && (
        <AgendaRows total={total} {...list}>
          {children}
        </AgendaRows>
      )}
    </Box>
  );
}

function AgendaRows({ total, children, whole = false, start = 0, all }: Omit<AgendaGroupProps, 'title' | 'folds'>) {
  const shown = usePhone() ? SHOWN.phone : SHOWN.wide;
  const [isWhole, setWhole] = useState(whole);
  const from = Math.max(0, Math.min(start, children.length - shown));
  const isLong = children.length > shown;
  return (
    <>
      <ul className={rows.divided}>{isWhole ? children : children.slice(from, from + shown)}</ul>
      {isLong && !isWhole && (
        <Button variant="subtle" size="compact-sm" ml={-8} mt={4} onClick={() => setWhole(true)}>
          Show all {Math.min(total, children.length)}
        </Button>
      )}
      {all && total > children.length && (isWhole || !isLong) && (
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
    </>
  );
}
