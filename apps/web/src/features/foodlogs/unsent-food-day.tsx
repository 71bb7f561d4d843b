import { Text } from '@mantine/core';
import type { FoodDay } from '@stridewell/contract/foodlogs/foodlogs';
import { mealsOf } from '@stridewell/contract/foodlogs/foodlogs.rules';
import { dayInZone, relativeDayLabel } from '@stridewell/contract/time';
import { dayText } from '../../lib/format.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { UnsentCard } from '../../shared/unsent-card.tsx';
import { eatenAt } from './foodlogs.editing.ts';
import type { UnsentFoodDay } from './foodlogs.unsent.ts';
import { entryText } from './foodlogs.wording.ts';

/** A day as text, for another place than this app. */
function foodDayText(log: FoodDay): string {
  const day = dayText(log.id, { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' });
  const meals = mealsOf(log.entries).flatMap((meal) => {
    const entries = eatenAt(log, meal);
    return entries.length > 0 ? [`${meal}: ${entries.map(entryText).join('; ')}`] : [];
  });
  return [day, ...meals, log.note.value].filter(Boolean).join('\n');
}

/** A day of a food log that only this device has, with everything in it. */
export function UnsentFoodDayCard({ day: { store, log, problem, canRetry } }: { day: UnsentFoodDay }) {
  const timeZone = useTimeZone();
  const text = foodDayText(log);
  return (
    <UnsentCard
      title="Food log"
      when={relativeDayLabel(log.id, dayInZone(new Date(serverNow()), timeZone))}
      reason={problem ?? 'It is sent automatically once you’re online.'}
      copied={text}
      onRetry={canRetry ? () => store.retry(log.id) : null}
      onDiscard={() => store.discard(log.id)}
    >
      <Text component="div" style={{ whiteSpace: 'pre-line' }}>
        {text}
      </Text>
    </UnsentCard>
  );
}
