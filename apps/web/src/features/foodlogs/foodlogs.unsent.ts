import type { FoodDay } from '@stridewell/contract/foodlogs/foodlogs';
import { useMemo } from 'react';
import { type UnsentLog, useUnsentLogs } from '../../device/unsent-logs.ts';
import { type FoodLogStore, foodLogStoresOf } from './foodlogs.store.ts';

/** A day of a food log that the server does not have as this device does. */
export type UnsentFoodDay = UnsentLog<FoodDay, FoodLogStore>;

const ENDED = 'The coaching for this food log has ended, so it cannot be sent.';

/** The days of a person that wait or cannot be sent. `openCoachIds`: of coachings that have not ended. */
export function useUnsentFoodDays(userId: string, openCoachIds: readonly string[]): UnsentFoodDay[] {
  const open = openCoachIds.join(' ');
  const stores = useMemo(() => foodLogStoresOf(userId, open === '' ? [] : open.split(' ')), [userId, open]);
  return useUnsentLogs<FoodDay, FoodLogStore>(stores, open, ENDED);
}
