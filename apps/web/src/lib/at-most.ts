/** Waits for `work`, but no longer than `ms` milliseconds. It goes on after that. */
export const atMost = (ms: number, work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, ms))]);
