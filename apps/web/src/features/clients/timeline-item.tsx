import { Anchor, Box, Text, ThemeIcon } from '@mantine/core';
import type { TimelineEntry } from '@stridewell/contract/clients.timeline.rules';
import { MEASUREMENT_LABELS, measurementForDisplay, measurementUnit } from '@stridewell/contract/progress.rules';
import { RECORD_LABELS } from '@stridewell/contract/records.rules';
import { dayInZone } from '@stridewell/contract/time';
import type { UnitSystem } from '@stridewell/contract/units';
import {
  IconCalendarEvent,
  IconClipboardCheck,
  IconMessage,
  IconNote,
  IconPencil,
  IconRulerMeasure,
  IconUserCheck,
  IconUserX,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Muted } from '../../components/muted.tsx';
import { dayInSentence, timeOfDay, weightLabel } from '../../lib/format.ts';
import classes from './client-timeline.module.css';
import type { ClientTab } from './clients.tabs.ts';

type StatusEvent = Extract<TimelineEntry, { kind: 'status' }>['event'];
type TimelineItemProps = {
  entry: TimelineEntry;
  firstName: string;
  today: string;
  timeZone: string;
  units: UnitSystem;
};

const ICON = { size: 18, stroke: 1.75, 'aria-hidden': true };

export function TimelineItem({ entry, timeZone, ...shown }: TimelineItemProps) {
  const { icon, title, text, tab } = displayOf(entry, { ...shown, timeZone });
  return (
    <li className={classes.entry}>
      <ThemeIcon
        size={32}
        radius="xl"
        variant="light"
        color={entry.kind === 'check_in' || entry.kind === 'measurement' ? 'pine' : 'gray'}
      >
        {icon}
      </ThemeIcon>
      <Box pt={5} miw={0}>
        {tab ? (
          <Anchor
            c="inherit"
            fw={550}
            renderRoot={(props) => (
              <Link
                from="/coach/$coachId/client/$clientId/"
                to="/coach/$coachId/client/$clientId"
                search={{ tab }}
                resetScroll={false}
                {...props}
              />
            )}
          >
            {title}
          </Anchor>
        ) : (
          <Text fw={550}>{title}</Text>
        )}
        {text && (
          <Muted mt={2} style={{ whiteSpace: 'pre-line' }}>
            {text}
          </Muted>
        )}
      </Box>
      <Text component="time" dateTime={entry.at} size="xs" c="dimmed" pt={6} style={{ whiteSpace: 'nowrap' }}>
        {timeOfDay(entry.at, timeZone)}
      </Text>
    </li>
  );
}

type TimelineDisplay = { icon: ReactNode; title: string; text?: string; tab?: ClientTab };

function displayOf(
  entry: TimelineEntry,
  { firstName, today, timeZone, units }: Omit<TimelineItemProps, 'entry'>,
): TimelineDisplay {
  if (entry.kind === 'status') {
    const edited = entry.event === 'record_edited';
    return {
      icon: edited ? (
        <IconPencil {...ICON} />
      ) : LEAVING.includes(entry.event) ? (
        <IconUserX {...ICON} />
      ) : (
        <IconUserCheck {...ICON} />
      ),
      title: statusText(entry.event, firstName),
      text: entry.fields.map((field) => RECORD_LABELS[field]).join(', '),
      ...(edited && { tab: 'details' }),
    };
  }
  if (entry.kind === 'check_in') {
    const weight = entry.weightKg === null ? [] : [weightLabel(entry.weightKg, units)];
    const facts = [...weight, `${entry.adherence}% of the plan`, `energy ${entry.energy} of 5`].join(', ');
    return {
      icon: <IconClipboardCheck {...ICON} />,
      title: 'Check-in',
      text: entry.note ? `${facts}\n${entry.note}` : facts,
      tab: 'check-ins',
    };
  }
  if (entry.kind === 'message') {
    const total = entry.coach + entry.client;
    const sides = [
      entry.client > 0 && `${entry.client} from ${firstName}`,
      entry.coach > 0 && `${entry.coach} from you`,
    ];
    return {
      icon: <IconMessage {...ICON} />,
      title: total === 1 ? '1 message' : `${total} messages`,
      text: sides.filter(Boolean).join(', '),
      tab: 'messages',
    };
  }
  if (entry.kind === 'session') {
    return {
      icon: <IconCalendarEvent {...ICON} />,
      title: entry.sessionType,
      text: entry.completed ? 'Completed' : entry.missed ? 'No-show' : 'Not marked as completed',
    };
  }
  if (entry.kind === 'note') {
    return {
      icon: <IconNote {...ICON} />,
      title: entry.pinned ? 'Pinned note' : 'Note',
      text: entry.text,
      tab: 'notes',
    };
  }
  const who = entry.by === 'client' ? `${firstName} measured` : 'You measured';
  const values = entry.values.map(
    ({ kind, value }) =>
      `${MEASUREMENT_LABELS[kind]} ${measurementForDisplay(kind, value, units).toFixed(1)} ${measurementUnit(kind, units)}`,
  );
  return {
    icon: <IconRulerMeasure {...ICON} />,
    // The entry stands at the day on which it was saved.
    title: entry.day === dayInZone(new Date(entry.at), timeZone) ? who : `${who}: ${dayInSentence(entry.day, today)}`,
    text: values.join(', '),
    tab: 'progress',
  };
}

const LEAVING: readonly StatusEvent[] = ['declined', 'revoked', 'archived', 'ended'];

function statusText(event: StatusEvent, firstName: string): string {
  const words: Record<StatusEvent, string> = {
    added: `You invited ${firstName}`,
    invited: 'You sent the invitation again',
    accepted: `${firstName} accepted your invitation`,
    declined: `${firstName} declined your invitation`,
    paused: `You paused ${firstName}`,
    resumed: `You resumed training with ${firstName}`,
    archived: `You archived ${firstName}`,
    revoked: 'You revoked the invitation',
    restored: `You restored ${firstName}`,
    ended: `${firstName} ended the coaching`,
    record_edited: 'Details updated',
    onboarding_completed: `${firstName} finished the onboarding`,
  };
  return words[event];
}
