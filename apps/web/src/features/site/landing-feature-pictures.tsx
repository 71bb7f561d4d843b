import { Box, Button, Card, Group, Text } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import classes from './landing.module.css';
import { RiskBadge, type RiskLevel } from './risk-badge.tsx';
import { SamplePerson } from './sample-parts.tsx';

type SampleClient = {
  initials: string;
  name: string;
  goal: string;
  line: string;
  lost?: boolean;
  level: RiskLevel;
  state: string;
};

const CLIENTS: SampleClient[] = [
  {
    initials: 'MT',
    name: 'Maya Torres',
    goal: 'Lose 20 lb by June',
    line: 'M2 8 L18 12 L34 11 L50 16 L66 15 L94 15',
    lost: true,
    level: 'high',
    state: 'Quiet, 9 days',
  },
  {
    initials: 'DO',
    name: 'Derek Olsen',
    goal: 'Back under 200 lb',
    line: 'M2 5 L18 9 L34 8 L50 14 L66 13 L80 15 L94 14',
    level: 'moderate',
    state: 'Slowing',
  },
  {
    initials: 'PN',
    name: 'Priya Nair',
    goal: 'Lose 20 lb, then run a 10K',
    line: 'M2 4 L18 8 L34 11 L50 15 L66 19 L80 21 L94 25',
    level: 'low',
    state: 'On track',
  },
  {
    initials: 'SB',
    name: 'Sam Becker',
    goal: 'Three workouts every week',
    line: 'M2 20 L18 17 L34 18 L50 12 L66 10 L80 9 L94 5',
    level: 'low',
    state: 'On track',
  },
];

/** A piece of the client list, the quiet one first. */
export function ClientsPicture() {
  return (
    <ul className={classes.rows}>
      {CLIENTS.map(({ line, lost = false, level, state, ...person }) => (
        <Group key={person.name} component="li" wrap="nowrap" gap="sm" py="sm">
          <SamplePerson {...person} />
          <Box component="svg" viewBox="0 0 96 28" w={96} flex="none" visibleFrom="xs" aria-hidden="true">
            <path
              d={line}
              fill="none"
              stroke={lost ? 'var(--mark-muted)' : 'var(--pine-strong)'}
              strokeWidth={2}
              strokeDasharray={lost ? '3 5' : undefined}
            />
          </Box>
          <Box miw={{ xs: 116 }} ta="right">
            <RiskBadge level={level} label={state} />
          </Box>
        </Group>
      ))}
    </ul>
  );
}

type Slot = { rows: string; label: string; open?: boolean };

const DAYS: { name: string; today?: boolean; slots: Slot[] }[] = [
  { name: 'Mon', slots: [{ rows: '1 / 3', label: '7:00' }] },
  {
    name: 'Tue',
    slots: [
      { rows: '2 / 4', label: '8:30' },
      { rows: '6 / 8', label: '5:30' },
    ],
  },
  {
    name: 'Wed',
    today: true,
    slots: [
      { rows: '1 / 3', label: '7:00' },
      { rows: '4 / 6', label: '12:15', open: true },
    ],
  },
  { name: 'Thu', slots: [{ rows: '5 / 8', label: '4:00' }] },
  {
    name: 'Fri',
    slots: [
      { rows: '1 / 3', label: '7:00' },
      { rows: '4 / 6', label: '11:30' },
    ],
  },
];

/** Five days with their sessions; one still waits for an answer. */
export function WeekPicture() {
  return (
    <>
      <div className={classes.week}>
        {DAYS.map(({ name, today, slots }) => (
          <div key={name} data-today={today}>
            {name}
            <div className={classes.hours}>
              {slots.map(({ rows, label, open }) => (
                <span key={rows} className={classes.slot} data-open={open} style={{ gridRow: rows }}>
                  {label}
                </span>
              ))}
            </div>
          </div>
        ))}
      </div>
      <Group gap="xs" mt="md" fz="sm" c="dimmed" wrap="nowrap">
        <Box w={10} h={10} bdrs={3} bg="ember.5" flex="none" />
        Follow up with Derek after Wednesday’s session
      </Group>
    </>
  );
}

const NIGHTS = [
  { day: 'mon', hours: 7.2 },
  { day: 'tue', hours: 5.1 },
  { day: 'wed', hours: 5.6 },
  { day: 'thu', hours: 7.5 },
  { day: 'fri', hours: 4.8 },
  { day: 'sat', hours: 5.4 },
  { day: 'sun', hours: 7.9 },
];

/** A suggestion with its reason and the coach's two answers to it. */
export function SuggestionPicture() {
  return (
    <Card bd={0}>
      <Group gap="xs" c="var(--pine-text)" fz="sm" fw={600}>
        <IconSparkles size={18} stroke={1.75} />
        Suggestion for Derek
      </Group>
      <Text fz={18} fw={600} mt="xs" mb={20}>
        Swap Thursday’s intervals for an easy walk
      </Text>
      <Group gap="lg">
        <Group gap={5} h={64} align="flex-end" wrap="nowrap">
          {NIGHTS.map(({ day, hours }) => (
            <Box
              key={day}
              w={14}
              h={hours * 8}
              bdrs={3}
              bg={hours < 6 ? 'var(--pine-strong)' : 'light-dark(#c4e3d6, #2b6a53)'}
            />
          ))}
        </Group>
        <Text c="dimmed" maw={290}>
          Because he slept less than six hours on four of the last seven nights.
        </Text>
      </Group>
      <Group gap="xs" mt={20}>
        <Button component="span" size="sm">
          Use it
        </Button>
        <Button component="span" size="sm" variant="default">
          Change it first
        </Button>
      </Group>
    </Card>
  );
}
