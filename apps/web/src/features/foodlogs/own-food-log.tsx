import { Button, Group, Stack, Text } from '@mantine/core';
import type { FoodDay } from '@stridewell/contract/foodlogs/foodlogs';
import { FOOD_LOG_BOUNDS, mealsOf, totalsOf } from '@stridewell/contract/foodlogs/foodlogs.rules';
import { addDays } from '@stridewell/contract/time';
import type { UnitSystem } from '@stridewell/contract/units';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense, type TouchEvent, useEffect, useRef, useState } from 'react';
import { kcalText } from '../../lib/format.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { useStore } from '../../lib/store.ts';
import { Notice } from '../../ui/notice.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { StatTile } from '../../ui/stat-tile.tsx';
import { DayHeader } from './day-header.tsx';
import { DayStatus } from './day-status.tsx';
import { FoodComments } from './food-comments.tsx';
import { copyEntries, dayIn, type EditDay, eatenAt, type PlannedOption } from './foodlogs.editing.ts';
import { ownFoodDayQuery, ownFoodLogQuery } from './foodlogs.queries.ts';
import { type FoodLogStore, foodLogStore } from './foodlogs.store.ts';
import { withUsedFoods } from './foodlogs.used.ts';
import { gramsText } from './foodlogs.wording.ts';
import { MealSection } from './meal-section.tsx';
import { WaterCard } from './water-card.tsx';

const FoodLogImport = lazy(() => import('./food-log-import.tsx'));

type DayTarget = Record<'kcal' | 'protein' | 'carbohydrate' | 'fat', number>;

type OwnFoodLogProps = {
  userId: string;
  coachId: string;
  clientId: string;
  units: UnitSystem;
  numbersOff: boolean;
  /** Meals are photographed rather than written down. */
  photosFirst: boolean;
  /** The coach's target for this day; null without one. */
  target: DayTarget | null;
  /** The meals that the coach planned for a day; null without any. */
  planned: { day: string; options: readonly PlannedOption[] } | null;
  /** The day that is shown; today without one. */
  day: string | undefined;
  onDay: (day: string) => void;
};

/** How far a finger moves for the next day, in pixels. */
const SWIPE = 60;

/** Turns a swipe to the side into the next or the last day. */
function useSwipe(move: (days: number) => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart({ touches }: TouchEvent) {
      const touch = touches[0];
      start.current = touch ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd({ changedTouches }: TouchEvent) {
      const touch = changedTouches[0];
      if (!touch || !start.current) return;
      const [x, y] = [touch.clientX - start.current.x, touch.clientY - start.current.y];
      if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) move(x < 0 ? 1 : -1);
    },
  };
}

/** A day of the client's food log: what was eaten at each meal, water, and how complete it is. */
export function OwnFoodLog({
  userId,
  coachId,
  clientId,
  units,
  numbersOff,
  photosFirst,
  target,
  planned,
  day: chosen,
  onDay,
}: OwnFoodLogProps) {
  const { data } = useSuspenseQuery(ownFoodLogQuery());
  const { today, readOnly } = data;
  const store = foodLogStore(userId, coachId, numbersOff);
  useEffect(() => store.absorb(data.days), [store, data.days]);
  const latest = addDays(today, FOOD_LOG_BOUNDS.ahead);
  const day = chosen === undefined || chosen > latest ? today : chosen;
  const isOlder = day < addDays(today, 1 - FOOD_LOG_BOUNDS.days);
  const older = useQuery({ ...ownFoodDayQuery(day), enabled: isOlder });
  useEffect(() => {
    if (older.data) store.absorb([older.data.day]);
  }, [store, older.data]);
  const { logs } = useStore(store);
  const log = dayIn(logs, day);
  // Read again with each change of the logs, because a food is kept when it is logged.
  const foods = withUsedFoods(data.foods);
  // On the latest state of the day, which may have changed since the screen was drawn.
  const edit: EditDay = (change, of = day) => store.change(change(dayIn(store.getSnapshot().logs, of)));
  const move = (days: number) => {
    const next = addDays(day, days);
    if (next <= latest) onDay(next);
  };
  const swipe = useSwipe(move);
  const page = useRef<HTMLDivElement>(null);
  const comments = (isOlder ? older.data?.comments : data.comments.filter((one) => one.day === day)) ?? [];
  const status = isOlder ? older.data?.status : data.statuses.find((one) => one.day === day);
  const yesterday = dayIn(logs, addDays(day, -1));
  const options = planned?.day === day ? planned.options : [];
  return (
    <Stack gap="lg" ref={page} tabIndex={-1} {...swipe}>
      {readOnly && (
        <Notice>Your coach’s plan does not cover this coaching at the moment, so food cannot be logged.</Notice>
      )}
      <DayHeader
        day={day}
        today={today}
        latest={latest}
        statusOf={(one) => logs.get(one)?.log.status.value ?? data.statuses.find((known) => known.day === one)?.status}
        onDay={onDay}
      />
      {older.isError && <ProblemAlert error={older.error} />}
      <SyncText store={store} day={day} />
      {!numbersOff && <Totals log={log} target={target} />}
      {!readOnly && eatenAt(log).length === 0 && eatenAt(yesterday).length > 0 && (
        <Group>
          <Button
            variant="default"
            mih={44}
            onClick={() => {
              edit((now) => copyEntries(now, eatenAt(yesterday), null, serverNow()));
              page.current?.focus();
            }}
          >
            {day === today ? 'Copy all of yesterday' : 'Copy the day before'}
          </Button>
        </Group>
      )}
      {[...new Set([...mealsOf(log.entries), ...options.map(({ meal }) => meal)])].map((meal) => (
        <MealSection
          key={meal}
          meal={meal}
          log={log}
          before={yesterday}
          today={day === today ? null : today}
          planned={options.filter((one) => one.meal === meal)}
          isAhead={day > today}
          foods={foods}
          place={{ userId, coachId, clientId }}
          units={units}
          numbersOff={numbersOff}
          photosFirst={photosFirst}
          readOnly={readOnly}
          onEdit={edit}
        />
      ))}
      <WaterCard log={log} units={units} readOnly={readOnly} onEdit={edit} />
      <DayStatus log={log} known={day < today ? status : undefined} readOnly={readOnly} onEdit={edit} />
      <FoodComments log={log} comments={comments} />
      <OtherApps today={today} numbersOff={numbersOff} readOnly={readOnly} />
    </Stack>
  );
}

type OtherAppsProps = { today: string; numbersOff: boolean; readOnly: boolean };

/** Takes the diary of another app in, and gives the log out in a form that other apps read. */
function OtherApps({ today, numbersOff, readOnly }: OtherAppsProps) {
  const [isImporting, setImporting] = useState(false);
  if (readOnly && numbersOff) return null;
  return (
    <Group gap={0}>
      {!readOnly && (
        <Button variant="subtle" mih={44} onClick={() => setImporting(true)}>
          Import from another app
        </Button>
      )}
      {!numbersOff && (
        <Button component="a" href="/exports/own/food-log.zip" download variant="subtle" mih={44}>
          Download food log
        </Button>
      )}
      <Suspense>
        {isImporting && <FoodLogImport target={null} today={today} onClose={() => setImporting(false)} />}
      </Suspense>
    </Group>
  );
}

/** The totals of the day, beside its target. */
function Totals({ log, target }: { log: FoodDay; target: DayTarget | null }) {
  const aim = (amount: string) => (target ? `Target ${amount}` : undefined);
  const { kcal, protein, carbohydrate, fat, uncounted } = totalsOf(log.entries);
  return (
    <Stack gap={4}>
      <Group gap="md">
        <StatTile small label="Energy" value={kcalText(kcal)} note={aim(kcalText(target?.kcal ?? 0))} />
        <StatTile small label="Protein" value={gramsText(protein)} note={aim(gramsText(target?.protein ?? 0))} />
        <StatTile
          small
          label="Carbs"
          value={gramsText(carbohydrate)}
          note={aim(gramsText(target?.carbohydrate ?? 0))}
        />
        <StatTile small label="Fat" value={gramsText(fat)} note={aim(gramsText(target?.fat ?? 0))} />
      </Group>
      {uncounted > 0 && (
        <Text size="sm" c="dimmed">
          {uncounted === 1
            ? 'One entry has no figures and is not counted.'
            : `${uncounted} entries have no figures and are not counted.`}
        </Text>
      )}
    </Stack>
  );
}

const TEXTS = {
  saved: 'Saved',
  sending: 'Saved on this device, sending…',
  offline: 'No connection. Everything is saved on this device and will be sent later.',
} as const;

/** Says where the entries are. */
function SyncText({ store, day }: { store: FoodLogStore; day: string }) {
  const { logs, status, full } = useStore(store);
  const entry = logs.get(day);
  if (full)
    return <ProblemAlert text="The storage of this device is full. Keep this page open until the day is sent." />;
  if (entry?.problem !== undefined) return <ProblemAlert text={`${entry.problem} It stays on this device.`} />;
  if (!entry?.pending) return null;
  return (
    <Text size="sm" c="dimmed" role="status">
      {TEXTS[status]}
    </Text>
  );
}
