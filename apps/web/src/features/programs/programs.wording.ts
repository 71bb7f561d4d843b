import type { Exercise } from '@stridewell/contract/exercises';
import type { SetTarget } from '@stridewell/contract/programs';

/** Sets of an exercise that is added without any. */
export function usualSet({ measure, pattern }: Exercise): Partial<SetTarget> {
  if (measure === 'time')
    return { reps: pattern === 'conditioning' ? '10 min' : '30 sec', count: pattern === 'conditioning' ? 1 : 3 };
  if (measure === 'distance') return { reps: '40 m', count: 3 };
  return {};
}

export const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Training days that leave a rest day between them where a week has enough. 1 for Monday. */
const USUAL_WEEKDAYS: Record<number, number[]> = {
  1: [1],
  2: [1, 4],
  3: [1, 3, 5],
  4: [1, 2, 4, 5],
  5: [1, 2, 3, 5, 6],
  6: [1, 2, 3, 4, 5, 6],
  7: [1, 2, 3, 4, 5, 6, 7],
};
export const usualWeekdays = (frequency: number): number[] => USUAL_WEEKDAYS[frequency] ?? [1];
