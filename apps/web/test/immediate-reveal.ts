/**
 * Loads React so that what a page waits for appears at once. Outside of `act`, React keeps a fallback for 300 ms, so that
 * people do not see it flash. That was half of the time of all component tests.
 */
const LONGEST_PAUSE_MS = 300;

const { setTimeout } = globalThis;
// React keeps the function that it finds when it is loaded, and uses it for nothing else.
globalThis.setTimeout = ((run: () => void, ms = 0) =>
  setTimeout(run, ms <= LONGEST_PAUSE_MS ? 0 : ms)) as typeof setTimeout;
await import('react-dom/client');
globalThis.setTimeout = setTimeout;

export {};
