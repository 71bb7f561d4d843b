import { BILLABLE_SEAT_STATUSES, PLANS, type Plan, seatsLeft } from '@stridewell/contract/billing/billing.rules';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { countRelationships, lockSeats } from './billing.data.ts';

export type Seats = { used: number; cap: number };

export async function countSeats(tx: Tx<CoachScope>, plan: Plan): Promise<Seats> {
  return { used: await countRelationships(tx, BILLABLE_SEAT_STATUSES), cap: PLANS[plan].clientCap };
}

/** Counts the seats under a lock until the transaction ends, so that two requests cannot both take the last seat. */
export async function reserveSeat(tx: Tx<CoachScope>, plan: Plan): Promise<{ free: boolean; seats: Seats }> {
  await lockSeats(tx);
  const seats = await countSeats(tx, plan);
  return { free: seatsLeft(plan, seats.used) > 0, seats };
}
