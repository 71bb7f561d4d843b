import { Box, Text } from '@mantine/core';
import { ADJUSTMENT_TITLES } from '@stridewell/contract/adjustments/adjustments.wording.rules';
import type { TimelineEntry } from '@stridewell/contract/clients/clients.timeline';
import {
  MEASUREMENT_LABELS,
  measurementForDisplay,
  measurementUnit,
} from '@stridewell/contract/progress/progress.rules';
import { RECORD_LABELS } from '@stridewell/contract/records/records.rules';
import { dayInZone, relativeDayLabel } from '@stridewell/contract/time';
import type { UnitSystem } from '@stridewell/contract/units';
import { PAIN_PART_LABELS } from '@stridewell/contract/workouts/workouts.rules';
import { setCountText } from '@stridewell/contract/workouts/workouts.swaps.rules';
import {
  IconBandage,
  IconBarbell,
  IconCalendarCog,
  IconCalendarEvent,
  IconCamera,
  IconClipboardCheck,
  IconMessage,
  IconNote,
  IconPencil,
  IconRulerMeasure,
  IconSalad,
  IconTargetArrow,
  IconUserCheck,
  IconUserX,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { countLabel, dayInSentence, kcalText, timeOfDay, volumeText, weightLabel } from '../../lib/format.ts';
import { planFollowedText } from '../../shared/figure-text.ts';
import { Muted } from '../../ui/muted.tsx';
import classes from './client-timeline.module.css';
import type { ClientTab } from './clients.tabs.ts';
import { TabLink } from './tab-link.tsx';

const PROGRAM_TITLES = {
  assigned: 'Program assigned',
  changed: 'Program changed',
  ended: 'Program ended',
} as const;

type StatusEvent = Extract<TimelineEntry, { kind: 'status' }>['event'];
type TimelineItemProps = {
  entry: TimelineEntry;
  firstName: string;
  today: string;
  timeZone: string;
  units: UnitSystem;
};

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true };

export function TimelineItem({ entry, showDay, ...shown }: TimelineItemProps & { showDay: boolean }) {
  const { icon, title, text, tab } = displayOf(entry, shown);
  return (
    <li className={classes.entry}>
      <span className={classes.icon}>{icon}</span>
      <Box miw={0}>
        {tab ? (
          <TabLink tab={tab} c="inherit" fw={550}>
            {title}
          </TabLink>
        ) : (
          <Text fw={550}>{title}</Text>
        )}
        {text && (
          <Muted lineClamp={3} style={{ whiteSpace: 'pre-line' }}>
            {text}
          </Muted>
        )}
      </Box>
      <TimelineMoment at={entry.at} showDay={showDay} today={shown.today} timeZone={shown.timeZone} />
    </li>
  );
}

type TimelineMomentProps = { at: string; showDay: boolean; today: string; timeZone: string };

/** The day of an entry, or its time where the entry above has the same day. */
export function TimelineMoment({ at, showDay, today, timeZone }: TimelineMomentProps) {
  const day = relativeDayLabel(dayInZone(new Date(at), timeZone), today);
  const time = timeOfDay(at, timeZone);
  return (
    <Text
      component="time"
      dateTime={at}
      size="xs"
      c="dimmed"
      pt={3}
      title={`${day}, ${time}`}
      className={classes.moment}
    >
      {showDay ? day : time}
    </Text>
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
    const facts = [
      entry.weightKg !== null && weightLabel(entry.weightKg, units),
      entry.adherence !== null && planFollowedText(entry.adherence),
      entry.energy !== null && `energy ${entry.energy} of 5`,
    ]
      .filter(Boolean)
      .join(', ');
    return {
      icon: <IconClipboardCheck {...ICON} />,
      title: 'Check-in',
      text: [facts, entry.note].filter(Boolean).join('\n'),
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
  if (entry.kind === 'program') {
    return {
      icon: <IconBarbell {...ICON} />,
      title: `${PROGRAM_TITLES[entry.event]}: ${entry.name}`,
      ...(entry.startDay && { text: `From ${dayInSentence(entry.startDay, today)}` }),
    };
  }
  if (entry.kind === 'meal_plan') {
    return {
      icon: <IconSalad {...ICON} />,
      title: `Meal plan assigned: ${entry.name}`,
      text: `From ${dayInSentence(entry.startDay, today)}`,
    };
  }
  if (entry.kind === 'food_photos' || entry.kind === 'food_comment') {
    const day = dayInSentence(entry.day, today);
    return entry.kind === 'food_photos'
      ? {
          icon: <IconCamera {...ICON} />,
          title: `${firstName} photographed ${countLabel(entry.photos, 'meal')}`,
          text: `Food log from ${day}`,
          tab: 'nutrition',
        }
      : {
          icon: <IconSalad {...ICON} />,
          title: `You commented on the food log from ${day}`,
          text: [entry.meal, entry.text].filter(Boolean).join('\n'),
          tab: 'nutrition',
        };
  }
  if (entry.kind === 'adjustment') {
    const title = `${ADJUSTMENT_TITLES[entry.change]}${entry.automatic ? ', automatically' : ''}`;
    return {
      icon: <IconCalendarCog {...ICON} />,
      title: entry.event === 'undone' ? `Undone: ${ADJUSTMENT_TITLES[entry.change]}` : title,
      text: entry.reason,
      tab: 'training',
    };
  }
  if (entry.kind === 'workout') {
    const facts = [
      setCountText(entry),
      entry.volumeKg > 0 && volumeText(entry.volumeKg, units),
      entry.records > 0 && countLabel(entry.records, 'personal record'),
      entry.swaps > 0 && `${countLabel(entry.swaps, 'exercise')} swapped`,
    ];
    return {
      icon: <IconBarbell {...ICON} />,
      title: `Finished ${entry.name}`,
      text: facts.filter(Boolean).join(', '),
      tab: 'training',
    };
  }
  if (entry.kind === 'pain') {
    return {
      icon: <IconBandage {...ICON} />,
      title: `Pain during ${entry.name}`,
      text: `${PAIN_PART_LABELS[entry.part]}, ${entry.level}${entry.exercise ? `, during ${entry.exercise}` : ''}`,
      tab: 'training',
    };
  }
  if (entry.kind === 'target') {
    const isLater = entry.startsOn > dayInZone(new Date(entry.at), timeZone);
    const from = isLater ? ` from ${dayInSentence(entry.startsOn, today)}` : '';
    const changed = `Target ${entry.automatic ? 'adapted' : 'changed'} to ${kcalText(entry.kcal ?? 0)}${from}`;
    return {
      icon: <IconTargetArrow {...ICON} />,
      title: entry.kcal === null ? 'Target ended' : changed,
      text: entry.note,
      tab: 'nutrition',
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
    revoked: 'You withdrew the invitation',
    restored: `You restored ${firstName}`,
    ended: `${firstName} ended the coaching`,
    record_edited: 'Details updated',
    onboarding_completed: `${firstName} finished the onboarding`,
  };
  return words[event];
}
