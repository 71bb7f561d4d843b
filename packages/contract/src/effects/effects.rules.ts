/** Comparisons at random: an automatic message with none, and a time suggested at once with a time a day or two later. */
export const COMPARISONS = ['automatic', 'timing'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** A pool needs so many clients and coaches, and no coach with a larger share of the clients. */
export const POOL_LEAST = { clients: 50, coaches: 10 } as const;
const POOL_MOST_SHARE = 0.2;

/** Why a pool has no interval yet; `counted` when it has one. */
export const POOL_STATES = ['few_clients', 'few_coaches', 'one_coach', 'counted'] as const;
export type PoolState = (typeof POOL_STATES)[number];

/**
 * Whether a pool is wide enough.
 * @param clients of each coach
 */
export function poolState(clients: readonly number[]): PoolState {
  const total = clients.reduce((sum, count) => sum + count, 0);
  if (total < POOL_LEAST.clients) return 'few_clients';
  if (clients.filter((count) => count > 0).length < POOL_LEAST.coaches) return 'few_coaches';
  return Math.max(...clients) > POOL_MOST_SHARE * total ? 'one_coach' : 'counted';
}

/** Whether an interval of a difference leaves out zero. */
export const isEvidence = ({ low, high }: { low: number; high: number }): boolean => low > 0 || high < 0;
