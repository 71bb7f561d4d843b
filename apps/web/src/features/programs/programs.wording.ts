import type { Exercise } from '@stridewell/contract/exercises/exercises';
import type { SetTarget } from '@stridewell/contract/programs/programs';

/** Sets of an exercise that is added without any. */
export function usualSet({ measure, pattern }: Exercise): Partial<SetTarget> {
  if (measure === 'time')
    return { reps: pattern === 'conditioning' ? '10 min' : '30 sec', count: pattern === 'conditioning' ? 1 : 3 };
  if (measure === 'distance') return { reps: '40 m', count: 3 };
  return {};
}

export const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
