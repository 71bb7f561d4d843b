import { Button, Group, Stack, Title, UnstyledButton } from '@mantine/core';
import { FOOD_DAY_STATUS_LABELS, type FoodDayStatus } from '@stridewell/contract/foodlogs/foodlogs.rules';
import { addDays, isoWeekday, relativeDayLabel } from '@stridewell/contract/time';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { dayParts, dayText } from '../../lib/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import classes from './food-log.module.css';

type DayHeaderProps = {
  day: string;
  today: string;
  /** The last day that can be logged. */
  latest: string;
  statusOf: (day: string) => FoodDayStatus | undefined;
  onDay: (day: string) => void;
};

/** The name of the day with the ways to others, and the days of its week. */
export function DayHeader({ day, today, latest, statusOf, onDay }: DayHeaderProps) {
  const monday = addDays(day, 1 - isoWeekday(day));
  return (
    <Stack gap="xs">
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <IconButton
          size={44}
          label="Show the day before"
          icon={IconChevronLeft}
          onClick={() => onDay(addDays(day, -1))}
        />
        <Stack gap={0} align="center" miw={0}>
          <Title order={2} aria-live="polite">
            {relativeDayLabel(day, today)}
          </Title>
          {day !== today && (
            <Button variant="subtle" size="compact-sm" onClick={() => onDay(today)}>
              Back to today
            </Button>
          )}
        </Stack>
        <IconButton
          size={44}
          label="Show the next day"
          icon={IconChevronRight}
          disabled={day >= latest}
          onClick={() => onDay(addDays(day, 1))}
        />
      </Group>
      <Group gap={4} wrap="nowrap" role="group" aria-label="Days of this week">
        {Array.from({ length: 7 }, (_, index) => addDays(monday, index)).map((one) => {
          const status = statusOf(one);
          return (
            <UnstyledButton
              key={one}
              className={classes.weekday}
              aria-label={
                status ? `${dayParts(one).full}, ${FOOD_DAY_STATUS_LABELS[status].toLowerCase()}` : dayParts(one).full
              }
              aria-current={one === day ? 'date' : undefined}
              disabled={one > latest}
              onClick={() => onDay(one)}
            >
              <span>{dayText(one, { weekday: 'narrow' })}</span>
              <span>{dayText(one, { day: 'numeric' })}</span>
              <span className={classes.dot} data-status={status} aria-hidden />
            </UnstyledButton>
          );
        })}
      </Group>
    </Stack>
  );
}
