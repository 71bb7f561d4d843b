import { Text } from '@mantine/core';
import { useEffect } from 'react';
import { UnsentCard } from '../../shared/unsent-card.tsx';
import { type UnsentOwnFood, useUnsentOwnFoods } from './foodlogs.unsent-foods.ts';

type UnsentOwnFoodsProps = {
  userId: string;
  /** Of coachings that have not ended. */
  coachIds: readonly string[];
  onCount: (count: number) => void;
};

/** Foods of the client's own that only this device has as they are. */
export function UnsentOwnFoods({ userId, coachIds, onCount }: UnsentOwnFoodsProps) {
  const foods = useUnsentOwnFoods(userId, coachIds);
  useEffect(() => onCount(foods.length), [foods.length, onCount]);
  return foods.map((food) => <UnsentOwnFoodCard key={food.log.id} food={food} />);
}

function UnsentOwnFoodCard({ food: { store, log, problem, canRetry } }: { food: UnsentOwnFood }) {
  const { name, brand } = log.food;
  const text = [name, brand].filter(Boolean).join(', ');
  return (
    <UnsentCard
      title={log.deleted ? 'Deleted food' : 'Your food'}
      when={null}
      reason={problem ?? 'It is sent automatically once you’re online.'}
      copied={text}
      onRetry={canRetry ? () => store.retry(log.id) : null}
      onDiscard={() => store.discard(log.id)}
    >
      <Text>{text}</Text>
    </UnsentCard>
  );
}
