import { type SQL, sql } from 'drizzle-orm';
import { customType } from 'drizzle-orm/pg-core';

/** Text sorted by its bytes, so that a prefix is one range whatever the database's locale. */
export const byteText = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/** A name for search and sorting: without accents, in lower case, and short enough for an index. */
export const searchKey = (name: SQL): SQL =>
  sql`left(lower(regexp_replace(normalize(${name}, NFKD), '[\\u0300-\\u036f]', '', 'g')), 120)`;

/** The last word of a name, for search. */
export const lastNameSearchKey = (name: SQL): SQL => sql`regexp_replace(${searchKey(name)}, '^.*\\s', '')`;

/** Matches text that begins with `start`, as a range: under row-level security no index serves LIKE. */
export const beginsWith = (column: SQL, start: SQL): SQL =>
  sql`(${column} >= ${start} and ${column} < ${start} || ${'\u{10FFFF}'}::text)`;
