/** Storage key of the clients that a person opened recently. */
export const recentKey = (userId: string): string => `stridewell.recent.${userId}`;

/** Clears the list, so that the next person on this device cannot see it. */
export function clearRecent(userId: string): void {
  window.localStorage.removeItem(recentKey(userId));
}
