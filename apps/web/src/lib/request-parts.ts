/** Characters of rows in one request, below the server's limit of a megabyte in any language. */
const REQUEST_LENGTH = 250_000;

/** Rows of an import in parts that one request each can carry: at most `most` rows, and fewer long ones. */
export function requestParts<Row>(rows: readonly Row[], most: number): Row[][] {
  const parts: Row[][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    const size = JSON.stringify(row).length;
    const last = parts.at(-1);
    if (last && length + size <= REQUEST_LENGTH && last.length < most) {
      last.push(row);
      length += size;
    } else {
      parts.push([row]);
      length = size;
    }
  }
  return parts;
}
