let ahead = 0;

/** Takes the time of an answer; nothing for one without. */
export function noteServerTime(date: string | null): void {
  const at = Date.parse(date ?? '');
  if (!Number.isNaN(at)) ahead = at - Date.now();
}

/** The time as the server last told it, because the clock of a phone may be wrong by years. In milliseconds. */
export const serverNow = (): number => Date.now() + ahead;
