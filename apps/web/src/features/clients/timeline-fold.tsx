import { Text, UnstyledButton } from '@mantine/core';
import type { TimelineEntry } from '@stridewell/contract/clients/clients.timeline';
import type { UnitSystem } from '@stridewell/contract/units';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { countLabel, listText } from '../../lib/format.ts';
import classes from './client-timeline.module.css';
import { TimelineItem, TimelineMoment } from './timeline-item.tsx';

type TimelineFoldProps = {
  entries: readonly TimelineEntry[];
  firstName: string;
  today: string;
  timeZone: string;
  units: UnitSystem;
};

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true };

/** Routine entries in one line, which opens. */
export function TimelineFold({ entries, ...shown }: TimelineFoldProps) {
  const [open, setOpen] = useState(false);
  const [first] = entries;
  if (!first) return null;
  return (
    <li>
      <UnstyledButton className={classes.entry} aria-expanded={open} onClick={() => setOpen(!open)}>
        <span className={classes.icon}>{open ? <IconChevronDown {...ICON} /> : <IconChevronRight {...ICON} />}</span>
        <Text span c="dimmed">
          {summaryOf(entries)}
        </Text>
        <TimelineMoment at={first.at} showDay today={shown.today} timeZone={shown.timeZone} />
      </UnstyledButton>
      {open && (
        <ol className={classes.folded}>
          {entries.map((entry) => (
            <TimelineItem key={entry.id} entry={entry} showDay {...shown} />
          ))}
        </ol>
      )}
    </li>
  );
}

function summaryOf(entries: readonly TimelineEntry[]): string {
  const messages = entries.reduce(
    (total, entry) => (entry.kind === 'message' ? total + entry.coach + entry.client : total),
    0,
  );
  const measurements = entries.filter(({ kind }) => kind === 'measurement').length;
  const edits = entries.filter(({ kind }) => kind === 'status').length;
  return listText([
    ...(messages > 0 ? [countLabel(messages, 'message')] : []),
    ...(measurements > 0 ? [countLabel(measurements, 'measurement')] : []),
    ...(edits > 0 ? [countLabel(edits, 'edit')] : []),
  ]);
}
