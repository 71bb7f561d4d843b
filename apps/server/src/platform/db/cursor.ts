/** A place in a list that is sorted by when, and then by id: the next page begins after it. */
export type Cursor = { at: Date; id: string };

/** Milliseconds and an id; more digits would be a year that the database does not read. */
const CURSOR = /^(\d{1,13})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The place that a cursor of ours names; undefined for anything else. */
export function readCursor(text: string): Cursor | undefined {
  const [, ms, id] = CURSOR.exec(text) ?? [];
  return id ? { at: new Date(Number(ms)), id } : undefined;
}

/**
 * The first `size` of `rows`, of which one more than that was asked for, and the cursor of what follows them.
 */
export function pageOf<Row extends Cursor>(rows: readonly Row[], size: number) {
  const page = rows.slice(0, size);
  const last = page.at(-1);
  return { page, nextCursor: last && rows.length > size ? `${last.at.getTime()}.${last.id}` : null };
}
