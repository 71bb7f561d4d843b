import { Anchor, Box, Group, Menu, Text } from '@mantine/core';
import type { Lead } from '@stridewell/contract/pipeline';
import { isOpenLead, LEAD_STATUS_LABELS, LEAD_STATUSES, type LeadStatus } from '@stridewell/contract/pipeline.rules';
import { IconArrowRight, IconDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { KeyboardEvent } from 'react';
import { useDragged } from '../../components/drag-context.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { Muted } from '../../components/muted.tsx';
import { money, onDayInSentence } from '../../lib/format.ts';
import classes from './pipeline-board.module.css';

/** Steps to another column for the keys that move a lead. */
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

type LeadCardProps = { coachId: string; lead: Lead; today: string; onMove: (lead: Lead, to: LeadStatus) => void };

/** A lead on the board. It moves by dragging, with its menu, and with Alt and the arrow keys. */
export function LeadCard({ coachId, lead, today, onMove }: LeadCardProps) {
  const { id, name, source, valueCents, currency, followUpOn, status } = lead;
  const drag = useDragged(id);
  const press = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const to = event.altKey && step !== undefined && LEAD_STATUSES[LEAD_STATUSES.indexOf(status) + step];
    if (!to) return;
    event.preventDefault();
    onMove(lead, to);
  };
  const facts = [source, valueCents !== null && money(valueCents, currency)].filter(Boolean).join(', ');
  return (
    <li className={classes.card} data-lead={id} {...drag}>
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap={4}>
        <Box miw={0}>
          <Anchor
            component={Link}
            to={`/coach/${coachId}/pipeline/${id}`}
            c="inherit"
            fw={600}
            className={classes.name}
            draggable={false}
            aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight"
            onKeyDown={press}
          >
            {name}
          </Anchor>
          {facts && <Muted>{facts}</Muted>}
          {followUpOn && isOpenLead(status) && (
            <Text size="sm" c="dimmed" className={followUpOn < today ? classes.late : undefined}>
              Follow up {onDayInSentence(followUpOn, today)}
            </Text>
          )}
        </Box>
        <MoveMenu lead={lead} onMove={onMove} />
      </Group>
    </li>
  );
}

type MoveMenuProps = Pick<LeadCardProps, 'lead' | 'onMove'>;

/** The other columns that a lead can move to. */
const MoveMenu = ({ lead, onMove }: MoveMenuProps) => (
  <Menu position="bottom-end" portalProps={{ target: '#main' }}>
    <Menu.Target>
      <IconButton label={`Move ${lead.name}`} icon={IconDots} size={32} />
    </Menu.Target>
    <Menu.Dropdown>
      {LEAD_STATUSES.filter((status) => status !== lead.status).map((status) => (
        <Menu.Item
          key={status}
          leftSection={<IconArrowRight size={16} stroke={1.75} aria-hidden />}
          onClick={() => onMove(lead, status)}
        >
          Move to {LEAD_STATUS_LABELS[status]}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
);
