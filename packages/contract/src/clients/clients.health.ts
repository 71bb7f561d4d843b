import { z } from 'zod';
import { ENGAGEMENT_LABELS, ENGAGEMENT_PARTS } from './clients.labels.rules.ts';

export const engagement = z.object({ score: z.int(), label: z.enum(ENGAGEMENT_LABELS) });

/** A part of the engagement score: the share of what was due that was done, and its weight, in percent. */
export const engagementPart = z.object({ part: z.enum(ENGAGEMENT_PARTS), share: z.int(), weight: z.int() });

/** An item of the Client Health Score. */
const healthItem = z.object({
  part: z.enum(ENGAGEMENT_PARTS),
  /** Percent of what was due that was done, the latest counting most; null while nothing is due. */
  share: z.int().nullable(),
  /** Points of the score, and the most that this item can give now. */
  points: z.int(),
  most: z.int(),
  /** Points more or fewer than a week ago; null without a score then. */
  change: z.int().nullable(),
});
export type HealthItem = z.infer<typeof healthItem>;

/** The engagement score of a client, item by item. The points of the items add up to it, and their changes to its change. */
export const clientHealth = engagement.extend({
  /** A week ago; null while nothing was due then. */
  scoreBefore: z.int().nullable(),
  items: z.array(healthItem),
});
export type ClientHealth = z.infer<typeof clientHealth>;
