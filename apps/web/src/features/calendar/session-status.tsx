import { ActionIcon, Badge, Group, Menu, UnstyledButton } from '@mantine/core';
import type { CoachSession } from '@stridewell/contract/calendar';
import { IconCalendarEvent, IconCalendarOff, IconChevronDown, IconUserOff } from '@tabler/icons-react';
import { STATUS_LABELS } from './calendar.wording.ts';
import classes from './session-status.module.css';

type Status = CoachSession['status'];
type SessionStatusProps = {
  session: Pick<CoachSession, 'clientName' | 'status'>;
  busy: boolean;
  onStatus: (status: Status) => void;
  onCancel: () => void;
};

const COLORS: Record<Status, string> = { scheduled: 'pine', completed: 'gray', no_show: 'red' };
const ICON = { size: 18, stroke: 1.75, 'aria-hidden': true };

/** The status of a session. Its badge completes the session or takes that back, its menu offers the rest. */
export function SessionStatus({ session: { clientName, status }, busy, onStatus, onCancel }: SessionStatusProps) {
  return (
    <Group gap={2} wrap="nowrap">
      <UnstyledButton
        className={classes.toggle}
        disabled={busy}
        aria-label={`${clientName}: ${STATUS_LABELS[status]}. Change status`}
        onClick={() => onStatus(status === 'completed' ? 'scheduled' : 'completed')}
      >
        <Badge color={COLORS[status]}>{busy ? '...' : STATUS_LABELS[status]}</Badge>
      </UnstyledButton>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            className={classes.more}
            disabled={busy}
            aria-label={`${clientName}: more statuses`}
          >
            <IconChevronDown size={16} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {status === 'no_show' ? (
            <Menu.Item leftSection={<IconCalendarEvent {...ICON} />} onClick={() => onStatus('scheduled')}>
              Scheduled
            </Menu.Item>
          ) : (
            <Menu.Item leftSection={<IconUserOff {...ICON} />} onClick={() => onStatus('no_show')}>
              No-show
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconCalendarOff {...ICON} />} onClick={onCancel}>
            Cancelled
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
