import { Anchor, Group, Stack, Text } from '@mantine/core';
import { amountOfFood, nameOfPlanned } from '@stridewell/contract/meals/meals.naming.rules';
import { dayInZone, wallClockInZone } from '@stridewell/contract/time';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { dayIn, plannedEaten } from '../features/foodlogs/foodlogs.editing.ts';
import { ownFoodLogQuery } from '../features/foodlogs/foodlogs.queries.ts';
import { foodLogStore } from '../features/foodlogs/foodlogs.store.ts';
import { PlannedTick } from '../features/foodlogs/planned-tick.tsx';
import { ownMealPlanQuery } from '../features/meals/meals.queries.ts';
import { warningText } from '../features/meals/meals.wording.ts';
import { nextMealOf, type PlannedMeal } from '../features/nutrition/nutrition.next.ts';
import { clockText } from '../lib/format.ts';
import { serverNow } from '../lib/server-clock.ts';
import { useStore } from '../lib/store.ts';
import { useTimeZone } from '../lib/time-zone.ts';
import { Muted } from '../ui/muted.tsx';
import { SectionCard } from '../ui/section-card.tsx';

type NextMealProps = { userId: string; coachId: string; numbersOff: boolean };

/** The next meal of today's plan, logged with one tap. Nothing without a plan, or once all meals are ticked. */
export function NextMeal({ userId, coachId, numbersOff }: NextMealProps) {
  const { data: food } = useQuery(ownFoodLogQuery());
  const { data: planned } = useQuery(ownMealPlanQuery(undefined));
  const store = foodLogStore(userId, coachId, numbersOff);
  useEffect(() => {
    if (food) store.absorb(food.days);
  }, [store, food]);
  const { logs } = useStore(store);
  const timeZone = useTimeZone();
  // A meal that is ticked here stays, so that a second tap takes it out again.
  const [shown, setShown] = useState<readonly string[]>([]);
  const now = new Date(serverNow());
  const today = dayInZone(now, timeZone);
  const meals = planned?.date === today ? (planned.plan?.meals ?? []) : [];
  const ticked = plannedEaten(dayIn(logs, today));
  const next = nextMealOf(meals, ticked, wallClockInZone(now, timeZone).minute);
  const nextKey = next?.key;
  useEffect(() => {
    if (nextKey) setShown((known) => (known.includes(nextKey) ? known : [...known, nextKey]));
  }, [nextKey]);
  const visible = meals.filter(({ key }) => key === nextKey || (shown.includes(key) && ticked.has(key)));
  const planId = planned?.plan?.id;
  if (!food || food.readOnly || !planId || visible.length === 0) return null;
  return (
    <SectionCard
      title={next ? 'Next meal' : 'Meals today'}
      aside={
        <Anchor component={Link} to="/client/nutrition/plan" size="sm">
          Meal plan
        </Anchor>
      }
    >
      <Stack gap="md">
        {visible.map((meal) => (
          <Meal key={meal.key} meal={meal}>
            {(option) => (
              <PlannedTick
                userId={userId}
                coachId={coachId}
                numbersOff={numbersOff}
                day={today}
                planned={{
                  planId,
                  key: `${meal.key}.${option.key}`,
                  meal: meal.name,
                  name: nameOfPlanned(option),
                  nutrients: option.totals,
                }}
              />
            )}
          </Meal>
        ))}
      </Stack>
    </SectionCard>
  );
}

type MealProps = { meal: PlannedMeal; children: (option: PlannedMeal['options'][number]) => ReactNode };

function Meal({ meal: { name, time, options }, children }: MealProps) {
  return (
    <div>
      <Text fw={600}>{[name, time && clockText(time)].filter(Boolean).join(', ')}</Text>
      {options.map((option, index) => (
        <Group key={option.key} justify="space-between" gap="sm" wrap="nowrap" align="center">
          <Stack gap={0} miw={0}>
            {options.length > 1 && <Text size="sm">{option.name || `Option ${index + 1}`}</Text>}
            {option.foods.map(({ key, text, name: food }) => (
              <Muted key={key}>{amountOfFood(text, food)}</Muted>
            ))}
            {option.foods
              .filter(({ warnings }) => warnings.length > 0)
              .map((food) => (
                <Text key={food.key} size="sm" c="var(--warning-text)">
                  <IconAlertTriangle size={14} aria-hidden /> {food.name}: {warningText(food.warnings, null)}
                </Text>
              ))}
          </Stack>
          {children(option)}
        </Group>
      ))}
    </div>
  );
}
