import { Chip } from '@mantine/core';
import { plannedEntryId } from '@stridewell/contract/foodlogs/foodlogs.ids.rules';
import { putEntry, removeEntry } from '@stridewell/contract/foodlogs/foodlogs.merge.rules';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { serverNow } from '../../lib/server-clock.ts';
import { useStore } from '../../lib/store.ts';
import { dayIn, type PlannedMeal, plannedEntry } from './foodlogs.editing.ts';
import { ownFoodLogQuery } from './foodlogs.queries.ts';
import { foodLogStore } from './foodlogs.store.ts';

type PlannedTickProps = {
  userId: string;
  coachId: string;
  numbersOff: boolean;
  day: string;
  planned: PlannedMeal;
};

/** One tap logs a planned meal, and another one takes it out of the log. Nothing for days to come. */
export function PlannedTick({ userId, coachId, numbersOff, day, planned }: PlannedTickProps) {
  const { data } = useQuery(ownFoodLogQuery());
  const store = foodLogStore(userId, coachId, numbersOff);
  useEffect(() => {
    if (data) store.absorb(data.days);
  }, [store, data]);
  const { logs } = useStore(store);
  if (!data || data.readOnly || day > data.today) return null;
  const id = plannedEntryId(planned, day);
  const isEaten = dayIn(logs, day).entries.some((entry) => entry.id === id && !entry.deleted);
  const change = () => {
    const log = dayIn(store.getSnapshot().logs, day);
    const now = serverNow();
    store.change(isEaten ? removeEntry(log, id, now) : putEntry(log, plannedEntry(planned, day, now), now));
  };
  return (
    <Chip size="md" mt={8} checked={isEaten} onChange={change} aria-label={`Eaten: ${planned.meal}, ${planned.name}`}>
      Eaten
    </Chip>
  );
}
