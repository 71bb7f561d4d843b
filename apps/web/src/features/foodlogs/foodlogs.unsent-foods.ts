import { useMemo } from 'react';
import { type UnsentLog, useUnsentLogs } from '../../device/unsent-logs.ts';
import { type OwnFoodStore, ownFoodStoresOf } from './foodlogs.own-foods.ts';
import type { OwnFoodChange } from './foodlogs.stored-foods.ts';

/** A food of the client's own that the server does not have as this device does. */
export type UnsentOwnFood = UnsentLog<OwnFoodChange, OwnFoodStore>;

const ENDED = 'The coaching for this food has ended, so it cannot be sent.';

/** The own foods of a person that wait or cannot be sent. `openCoachIds`: of coachings that have not ended. */
export function useUnsentOwnFoods(userId: string, openCoachIds: readonly string[]): UnsentOwnFood[] {
  const open = openCoachIds.join(' ');
  const stores = useMemo(() => ownFoodStoresOf(userId, open === '' ? [] : open.split(' ')), [userId, open]);
  return useUnsentLogs<OwnFoodChange, OwnFoodStore>(stores, open, ENDED);
}
