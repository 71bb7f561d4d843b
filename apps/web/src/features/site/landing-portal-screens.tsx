import { Group, Progress, Stack, Text } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './landing.module.css';

const RING = 2 * Math.PI * 70;
const GOAL_SHARE = 0.73;

const ScreenTitle = ({ children }: { children: string }) => (
  <Text ff="heading" fz={22} fw={650} lh={1.25}>
    {children}
  </Text>
);

const Figure = ({ value, children }: { value: string; children: ReactNode }) => (
  <Stack gap={6} my="lg">
    <Text ff="heading" fz={52} fw={680} lh={1} c="var(--pine-text)">
      {value}
    </Text>
    <Text c="dimmed">{children}</Text>
  </Stack>
);

export function ProgressScreen() {
  return (
    <>
      <ScreenTitle>Good morning, Priya</ScreenTitle>
      <div className={classes.ring}>
        <svg viewBox="0 0 160 160" display="block" fill="none" strokeWidth={13} aria-hidden="true">
          <circle cx="80" cy="80" r="70" stroke="var(--track)" />
          <circle
            cx="80"
            cy="80"
            r="70"
            stroke="var(--pine-mark)"
            strokeLinecap="round"
            strokeDasharray={`${RING * GOAL_SHARE} ${RING}`}
            transform="rotate(-90 80 80)"
          />
        </svg>
        <Stack align="center" justify="center" gap={6}>
          <Text ff="heading" fz={52} fw={680} lh={1}>
            73%
          </Text>
          <Text c="dimmed" lh={1.3} maw="8em" ta="center">
            of your weight-loss goal
          </Text>
        </Stack>
      </div>
      <Text c="dimmed" ta="center" mb="sm">
        <Text span inherit fw={650} c="var(--mantine-color-text)">
          14.6 of 20 lb
        </Text>{' '}
        behind you since August
      </Text>
      <svg viewBox="0 0 280 64" display="block" overflow="visible" aria-hidden="true">
        <path fill="var(--pine-tint)" d="M0 8 L40 14 L80 13 L120 26 L160 31 L200 40 L240 44 L276 52 V64 H0 Z" />
        <path
          fill="none"
          stroke="var(--pine-strong)"
          strokeWidth={2.5}
          d="M4 8 L40 14 L80 13 L120 26 L160 31 L200 40 L240 44 L276 52"
        />
        <circle fill="var(--pine-strong)" cx="276" cy="52" r="4" />
      </svg>
    </>
  );
}

const WORKOUTS = [
  { name: 'Lower body', detail: '6 exercises, 45 min', done: true },
  { name: 'Easy run', detail: '3 miles, slow enough to talk', done: true },
  { name: 'Upper body', detail: '5 exercises, 40 min', done: false },
  { name: 'Long walk', detail: '60 min, anywhere green', done: false },
];

export function WorkoutsScreen() {
  return (
    <>
      <ScreenTitle>This week</ScreenTitle>
      <Figure value="92%">adherence to your program</Figure>
      <ul className={classes.rows}>
        {WORKOUTS.map(({ name, detail, done }) => (
          <Group key={name} component="li" gap={14} py="sm" wrap="nowrap">
            {done ? (
              <IconCircleCheckFilled size={24} color="var(--pine-mark)" role="img" aria-label="Done" />
            ) : (
              <IconCircle size={24} stroke={1.75} color="var(--mark-muted)" role="img" aria-label="To do" />
            )}
            <div>
              <Text fw={650}>{name}</Text>
              <Text size="sm" c="dimmed">
                {detail}
              </Text>
            </div>
          </Group>
        ))}
      </ul>
    </>
  );
}

const NUTRIENTS = [
  { name: 'Protein', grams: 118, target: 160 },
  { name: 'Carbs', grams: 196, target: 270 },
  { name: 'Fat', grams: 52, target: 75 },
];

export function NutritionScreen() {
  return (
    <>
      <ScreenTitle>Today’s food</ScreenTitle>
      <Figure value="2,400">calories is your target today</Figure>
      <Stack component="ul" gap="lg" mb="lg">
        {NUTRIENTS.map(({ name, grams, target }) => (
          <li key={name}>
            <Group justify="space-between" mb="xs">
              <Text fw={650}>{name}</Text>
              <Text c="dimmed">
                {grams} of {target} g
              </Text>
            </Group>
            <Progress value={(grams / target) * 100} color="var(--pine-mark)" aria-hidden />
          </li>
        ))}
      </Stack>
      <Text>Room left for dinner: about 640 calories, with 42 g of protein.</Text>
    </>
  );
}

const MESSAGES = [
  { own: false, text: 'Ten check-ins in a row. How did the long run feel?', sent: 'Elena, 8:12 am' },
  { own: true, text: 'Better than I feared. The last mile was hard, but I did not stop.', sent: 'You, 8:40 am' },
  {
    own: false,
    text: 'That is the whole point. Keep Thursday easy and we add half a mile on Sunday.',
    sent: 'Elena, 8:43 am',
  },
];

export function MessagesScreen() {
  return (
    <>
      <ScreenTitle>Coach Elena</ScreenTitle>
      <Stack component="ul" gap={14} mt={28}>
        {MESSAGES.map(({ own, text, sent }) => (
          <li key={sent} className={classes.bubble} data-own={own || undefined}>
            {text}
            <Text size="xs" mt={4}>
              {sent}
            </Text>
          </li>
        ))}
      </Stack>
    </>
  );
}
