/** A part of a log that devices change on their own. `changedAt`: ISO 8601 in UTC, by the clock of the device. */
type Changed = { changedAt: string };

/** JSON with sorted property names, because the database does not keep their order. */
const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

/** The later change wins; equal times are decided by content, so that every device decides the same. */
export function later<Part extends Changed>(one: Part, other: Part): Part {
  const difference = Date.parse(one.changedAt) - Date.parse(other.changedAt);
  if (difference !== 0) return difference > 0 ? one : other;
  return inOrder(one) >= inOrder(other) ? one : other;
}

/** Parts of two devices by their ids, in the order of ids. */
export function mergeParts<Part extends Changed & { id: string }>(one: readonly Part[], other: readonly Part[]) {
  const parts = new Map<string, Part>();
  for (const part of [...one, ...other]) {
    const known = parts.get(part.id);
    parts.set(part.id, known ? later(known, part) : part);
  }
  return [...parts.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** A time later than the last change, also when the clock of the device was set back. */
export const stampAfter = (changedAt: string, now: number): string =>
  new Date(Math.max(now, Date.parse(changedAt) + 1)).toISOString();
