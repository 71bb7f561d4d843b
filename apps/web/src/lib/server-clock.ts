let offsetMs = 0;

/** Learns the time from the date header of an answer. Ignores answers without one. */
export function setServerTime(date: string | null): void {
  const at = Date.parse(date ?? '');
  if (!Number.isNaN(at)) offsetMs = at - Date.now();
}

/** The server's time in milliseconds. The clock of a phone may be wrong by years. */
export const serverNow = (): number => Date.now() + offsetMs;
