import { daysBetween } from '@stridewell/contract/time';
import { type Activity, laterOf, withoutKnown } from './retention.features.rules.ts';

/** Days since a client last did each; null for never. `activity` is a visit or any act, and counts from their start. */
export type Silence = {
  activity: number;
  visit: number | null;
  workout: number | null;
  checkIn: number | null;
  message: number | null;
};

/** The silence of a client at the end of a day. It starts again after a pause and after days whose reason is known. */
export function silenceOn(recorded: Activity, day: string): Silence {
  const { since, days, visit, workout, checkIn, message } = withoutKnown(recorded, day);
  const agoOf = (last: string | null) => (last === null ? null : daysBetween(laterOf(last, since), day));
  const visited = agoOf(visit);
  return {
    activity: Math.min(daysBetween(since, day), ...days, ...(visited === null ? [] : [visited])),
    visit: visited,
    workout: agoOf(workout),
    checkIn: agoOf(checkIn),
    message: agoOf(message),
  };
}
