/** Where this browser keeps what a person opened lately. */
export const recentKey = (userId: string): string => `stridewell.recent.${userId}`;

/** Nobody who comes after that person learns of it. */
export function forgetRecent(userId: string): void {
  window.localStorage.removeItem(recentKey(userId));
}
