import { Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { FOOD_DAY_STATUS_LABELS, totalsOf } from '@stridewell/contract/foodlogs/foodlogs.rules';
import type { OwnNutritionWeek } from '@stridewell/contract/nutrition/nutrition';
import { useQuery } from '@tanstack/react-query';
import { foodLogStore } from '../features/foodlogs/foodlogs.store.ts';
import { ownNutritionWeekQuery } from '../features/nutrition/nutrition.queries.ts';
import { FoldButton } from '../features/targets/fold-button.tsx';
import { countLabel, dayParts, dayText, kcalText } from '../lib/format.ts';
import { useStore } from '../lib/store.ts';
import { usePhone } from '../lib/use-phone.ts';
import { Muted } from '../ui/muted.tsx';
import { SectionCard } from '../ui/section-card.tsx';
import classes from './nutrition.module.css';

type OwnWeekProps = {
  userId: string;
  coachId: string;
  /** A day of the week; today without one. */
  day: string | undefined;
};

type Day = OwnNutritionWeek['days'][number];

/** The energy of each day of a week beside its target, which a phone folds. Nothing for a week without a target. */
export function OwnWeek({ userId, coachId, day }: OwnWeekProps) {
  const { data } = useQuery(ownNutritionWeekQuery(day));
  const { logs } = useStore(foodLogStore(userId, coachId, false));
  const isPhone = usePhone();
  const [isUnfolded, { toggle }] = useDisclosure(false);
  if (!data?.days.some(({ band }) => band)) return null;
  // The log on this device is newer than the answer.
  const days = data.days.map((one): Day => {
    const log = logs.get(one.day)?.log;
    if (!log) return one;
    const totals = totalsOf(log.entries);
    const status = log.status.value ?? (one.status === 'unlogged' && totals.entries > 0 ? 'partial' : one.status);
    return { ...one, status, intakeKcal: totals.entries > 0 ? totals.kcal : one.intakeKcal };
  });
  return (
    <SectionCard title="Your week and your target">
      <Stack gap="sm">
        <Text size="sm">{weekText(days, data.today)}</Text>
        {isPhone && (
          <FoldButton isOpen={isUnfolded} onToggle={toggle}>
            {isUnfolded ? 'Hide days' : 'Show days'}
          </FoldButton>
        )}
        {(isUnfolded || !isPhone) && (
          <>
            <WeekPicture days={days} today={data.today} />
            <Muted size="sm">
              The band is 10% around each day’s target. A lighter bar is a day that is logged in part.
            </Muted>
          </>
        )}
      </Stack>
    </SectionCard>
  );
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The average of the days that are over and logged in full, beside the average of their targets. */
function weekText(days: readonly Day[], today: string): string {
  const whole = days.flatMap(({ day, status, intakeKcal, targetKcal }) =>
    day < today && status === 'complete' && intakeKcal !== null && targetKcal !== null
      ? [{ intakeKcal, targetKcal }]
      : [],
  );
  if (whole.length === 0) return 'No complete day in this week yet.';
  const [eaten, target] = [whole.map((one) => one.intakeKcal), whole.map((one) => one.targetKcal)];
  const average = `${kcalText(meanOf(eaten))} a day on average`;
  const which = whole.length === 1 ? 'this day' : 'these days';
  return `On ${countLabel(whole.length, 'complete day')}: ${average}. Target of ${which}: ${kcalText(meanOf(target))}.`;
}

/** One day in words. */
function dayLabel({ day, intakeKcal, targetKcal, status }: Day, today: string): string {
  const eaten = intakeKcal === null ? null : kcalText(intakeKcal);
  const logged = day >= today ? null : FOOD_DAY_STATUS_LABELS[status].toLowerCase();
  const target = targetKcal === null ? null : `target ${kcalText(targetKcal)}`;
  return `${dayParts(day).full}: ${[eaten, logged, target].filter(Boolean).join(', ')}`;
}

function WeekPicture({ days, today }: { days: readonly Day[]; today: string }) {
  const highest = Math.max(...days.flatMap(({ intakeKcal, band }) => [intakeKcal ?? 0, band?.highKcal ?? 0]));
  const share = (kcal: number) => `${(100 * kcal) / (1.05 * highest)}%`;
  return (
    <Group component="ul" gap={6} wrap="nowrap" align="stretch" className={classes.week}>
      {days.map((one) => {
        const { day, band, intakeKcal, status } = one;
        const isPart = day >= today || status === 'partial';
        return (
          <li key={day} aria-label={dayLabel(one, today)} className={classes.day}>
            <span className={classes.column} aria-hidden>
              {band && (
                <span
                  className={classes.band}
                  style={{ bottom: share(band.lowKcal), height: share(band.highKcal - band.lowKcal) }}
                />
              )}
              {intakeKcal !== null && (
                <span className={classes.bar} data-part={isPart} style={{ height: share(intakeKcal) }} />
              )}
            </span>
            <Text span size="xs" ta="center" {...(day === today ? { fw: 650 } : { c: 'dimmed' })}>
              {dayText(day, { weekday: 'short' })}
            </Text>
          </li>
        );
      })}
    </Group>
  );
}
