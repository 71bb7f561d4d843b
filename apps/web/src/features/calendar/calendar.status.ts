import type { CoachSession } from '@stridewell/contract/calendar';
import { IconCalendarEvent, IconCalendarOff, IconUserOff } from '@tabler/icons-react';
import type { StatusMenuProps } from '../../components/status-menu.tsx';
import { STATUS_LABELS } from './calendar.wording.ts';

export type SessionStatus = CoachSession['status'];

const COLORS: Record<SessionStatus, string> = { scheduled: 'pine', completed: 'gray', no_show: 'red' };

type Changes = { busy: boolean; onStatus: (status: SessionStatus) => void; onCancel: () => void };

/** The status of a session for `StatusMenu`: its badge completes or reopens it. */
export function statusMenuOf(
  { clientName, status }: Pick<CoachSession, 'clientName' | 'status'>,
  { busy, onStatus, onCancel }: Changes,
): StatusMenuProps {
  const missed =
    status === 'no_show'
      ? { label: 'Scheduled', icon: IconCalendarEvent, onClick: () => onStatus('scheduled') }
      : { label: 'No-show', icon: IconUserOff, onClick: () => onStatus('no_show') };
  return {
    label: clientName,
    status: STATUS_LABELS[status],
    color: COLORS[status],
    busy,
    onToggle: () => onStatus(status === 'completed' ? 'scheduled' : 'completed'),
    items: [missed, { label: 'Cancelled', icon: IconCalendarOff, onClick: onCancel }],
  };
}
