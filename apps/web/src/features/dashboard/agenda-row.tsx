import { Anchor, Box, Group, Text } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Muted } from '../../ui/muted.tsx';
import classes from './agenda-card.module.css';

type AgendaRowProps = {
  coachId: string;
  /** Null for a row without a client of the coach. */
  clientId: string | null;
  name: string;
  detail: ReactNode;
  /** Shows all of the detail, such as a reason to decide by. */
  isWhole?: boolean;
  /** The place where the work is done; `label` is the verb, `to` with its search parameters. */
  open: { label: string; to: string; search?: LinkProps['search'] };
  /** Before the name, like a time. */
  before?: ReactNode;
  /** A separate button at the end of the row. */
  action?: ReactNode;
  done?: boolean;
};

/** One piece of work in a line. The row opens its place, the name opens the client. */
export function AgendaRow({
  coachId,
  clientId,
  name,
  detail,
  isWhole = false,
  open,
  before,
  action,
  done = false,
}: AgendaRowProps) {
  const { label, to, search } = open;
  const look = { fw: 600, truncate: true, td: done ? 'line-through' : 'none' } as const;
  return (
    <Group component="li" gap="xs" wrap="nowrap" className={classes.row} data-timed={before ? true : undefined}>
      {before}
      <Box className={classes.text} data-whole={isWhole || undefined}>
        {clientId ? (
          <Anchor
            component={Link}
            to={`/coach/${coachId}/client/${clientId}`}
            className={classes.name}
            c="inherit"
            {...look}
          >
            {name}
          </Anchor>
        ) : (
          <Text component="span" {...look}>
            {name}
          </Text>
        )}
        <Muted component="span" truncate={!isWhole} className={classes.detail}>
          {detail}
        </Muted>
      </Box>
      {action && <span className={classes.action}>{action}</span>}
      <Anchor
        className={classes.open}
        aria-label={`${label}: ${name}`}
        size="sm"
        renderRoot={(props) => <Link {...props} to={to} {...(search && { search })} />}
      >
        <span className={classes.verb}>{label}</span>
        <IconChevronRight size={16} stroke={1.75} aria-hidden />
      </Anchor>
    </Group>
  );
}
