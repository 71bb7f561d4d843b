import type { Pause } from '@stridewell/contract/people.rules';
import type { Tx } from '../platform/db/database.ts';
import { registryOf } from './registry.ts';
import type { CoachScope } from './tenancy/scope.ts';

type FollowingClient = { clientId: string; pauses: readonly Pause[] };

/** The part of a manifest that measures how much of their nutrition and habits clients follow. */
export type FollowedFeature = {
  /** `nutritionShare` by client. Clients without anything due are missing. */
  nutritionShares?: (
    tx: Tx<CoachScope>,
    clients: readonly FollowingClient[],
    today: string,
  ) => Promise<ReadonlyMap<string, number>>;
};

/** The share of nutrition and habits by client, for the engagement score, whose feature comes before nutrition. */
export const readNutritionShares: NonNullable<FollowedFeature['nutritionShares']> = async (tx, clients, today) =>
  (await registryOf(tx).nutritionShares?.(tx, clients, today)) ?? new Map();
