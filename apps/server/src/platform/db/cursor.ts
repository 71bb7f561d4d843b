/** Last row of a page, in a list sorted by time and id. The next page begins after it. */
export type Cursor = { at: Date; id: string };

/** Milliseconds and an id. More digits would be a year that the database cannot read. */
const CURSOR = /^(\d{1,13})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Parses a cursor that `pageOf` wrote; undefined for any other text. */
export function readCursor(text: string): Cursor | undefined {
  const [, ms, id] = CURSOR.exec(text) ?? [];
  return id ? { at: new Date(Number(ms)), id } : undefined;
}

/** The first `size` of `rows` and the cursor of the next page. Callers read one row more than `size`. */
export function pageOf<Row extends Cursor>(rows: readonly Row[], size: number) {
  const page = rows.slice(0, size);
  const last = page.at(-1);
  return { page, nextCursor: last && rows.length > size ? `${last.at.getTime()}.${last.id}` : null };
}
