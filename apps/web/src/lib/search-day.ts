const DAY = /^(?:19|20|21)\d{2}-\d{2}-\d{2}$/;

/** A day of a search parameter; undefined for anything else. */
export function readDay(value: unknown): string | undefined {
  if (typeof value !== 'string' || !DAY.test(value)) return undefined;
  const time = Date.parse(value);
  // Days such as February 30 are read as a day of March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value) ? value : undefined;
}
