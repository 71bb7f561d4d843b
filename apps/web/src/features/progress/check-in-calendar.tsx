import { Group, Text, VisuallyHidden } from '@mantine/core';
import type { WeekState } from '@stridewell/contract/checkins/checkins.calendar.rules';
import { FIGURES } from '@stridewell/contract/clients/clients.figures.rules';
import type { ClientProgress } from '@stridewell/contract/progress/progress';
import {
  IconCheck,
  IconCircle,
  IconCircleDashed,
  IconCircleHalf2,
  IconMinus,
  IconPlayerPause,
  IconX,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { countLabel, dayText } from '../../lib/format.ts';
import { planFollowedText } from '../../shared/figure-text.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import { StatTile } from '../../ui/stat-tile.tsx';
import classes from './check-in-calendar.module.css';

type CheckInCalendarProps = Pick<ClientProgress, 'weeks' | 'adherence'> & {
  /** The text before anything was due. */
  empty: string;
};

type StateStyle = { Icon: ComponentType<{ size: number; stroke: number; 'aria-hidden': boolean }>; words: string };

/** Each state has its own shape and words; colour only repeats them. */
const STATES: Record<WeekState, StateStyle> = {
  done: { Icon: IconCheck, words: 'Sent' },
  partly: { Icon: IconCircleHalf2, words: 'Partly sent' },
  missed: { Icon: IconX, words: 'Missed' },
  due: { Icon: IconCircle, words: 'Due now' },
  upcoming: { Icon: IconCircleDashed, words: 'Coming up' },
  paused: { Icon: IconPlayerPause, words: 'Paused' },
  none: { Icon: IconMinus, words: 'Nothing due' },
};

const dateOf = (monday: string, month: 'short' | 'long') => dayText(monday, { month, day: 'numeric' });

/** Twelve weeks of check-ins at a glance, and how much of the plan the client reported following. */
export function CheckInCalendar({ weeks, adherence: { done, expected }, empty }: CheckInCalendarProps) {
  const reported = weeks.flatMap(({ adherence }) => (adherence === null ? [] : [adherence]));
  const states = new Set(weeks.map(({ state }) => state));
  if (expected === 0 && states.size === 1 && states.has('none')) {
    return (
      <SectionCard title="Check-ins">
        <Text c="dimmed">{empty}</Text>
      </SectionCard>
    );
  }
  return (
    <SectionCard title="Check-ins">
      <Group gap="lg" align="flex-start" mb="md">
        <StatTile
          small
          label="Sent"
          value={expected === 0 ? 'None due yet' : `${done} of ${expected}`}
          note={
            expected > 0
              ? `${expected === 1 ? 'check-in' : 'check-ins'} that ${expected === 1 ? 'was' : 'were'} due`
              : undefined
          }
        />
        {reported.length > 0 && (
          <StatTile
            small
            label={`Average ${FIGURES.planFollowed.toLowerCase()}`}
            value={`${Math.round(reported.reduce((total, value) => total + value, 0) / reported.length)}%`}
            note={`Over ${countLabel(reported.length, 'week')}`}
          />
        )}
      </Group>
      <ol className={classes.weeks} aria-label="Check-ins of the last twelve weeks">
        {weeks.map(({ monday, state, due, done: sent, adherence }, index) => {
          const { Icon, words } = STATES[state];
          const isNow = index === weeks.length - 1;
          const facts = [
            due > 1 ? `${words.toLowerCase()}, ${sent} of ${due}` : words.toLowerCase(),
            adherence !== null && planFollowedText(adherence),
          ].filter(Boolean);
          return (
            <li key={monday} aria-current={isNow ? 'date' : undefined}>
              <VisuallyHidden>
                {isNow ? 'This week' : `Week of ${dateOf(monday, 'long')}`}: {facts.join(', ')}
              </VisuallyHidden>
              <span className={classes.date} aria-hidden>
                {isNow ? 'Now' : dateOf(monday, 'short')}
              </span>
              <span className={classes.cell} data-state={state} aria-hidden>
                <Icon size={20} stroke={2} aria-hidden />
                {due > 1 && (
                  <small>
                    {sent}/{due}
                  </small>
                )}
              </span>
              <span className={classes.share} aria-hidden>
                {adherence === null ? '' : `${adherence}%`}
              </span>
            </li>
          );
        })}
      </ol>
      <Group component="ul" gap="4px 16px" mt="sm" fz="xs" c="dimmed" aria-hidden>
        {Object.entries(STATES)
          .filter(([state]) => states.has(state as WeekState))
          .map(([state, { Icon, words }]) => (
            <Group key={state} component="li" gap={4}>
              <Icon size={14} stroke={2} aria-hidden />
              {words}
            </Group>
          ))}
        {reported.length > 0 && <li>%: {FIGURES.planFollowed}</li>}
      </Group>
    </SectionCard>
  );
}
