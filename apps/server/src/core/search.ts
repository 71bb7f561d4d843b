import { type SQL, sql } from 'drizzle-orm';
import { customType } from 'drizzle-orm/pg-core';

/** Text in the order of its bytes, so that what begins with some letters is one range whatever the database's locale. */
export const byteText = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/** A name as it is searched and sorted: without accents, in lower case, and short enough for an index. */
export const searchKey = (name: SQL): SQL =>
  sql`left(lower(regexp_replace(normalize(${name}, NFKD), '[\\u0300-\\u036f]', '', 'g')), 120)`;

/** The columns by which people are found: of the name, its last word and the business, computed by the database. */
export const searchColumns = () => ({
  nameKey: byteText('name_key').notNull().generatedAlwaysAs(searchKey(sql`name`)),
  lastNameKey: byteText('last_name_key')
    .notNull()
    .generatedAlwaysAs(sql`regexp_replace(${searchKey(sql`name`)}, '^.*\\s', '')`),
  businessKey: byteText('business_key').notNull().generatedAlwaysAs(searchKey(sql`business`)),
});

/** Text that begins with `start`, as a range: under row-level security no index serves LIKE. */
export const beginsWith = (column: SQL, start: SQL): SQL =>
  sql`(${column} >= ${start} and ${column} < ${start} || ${'\u{10FFFF}'}::text)`;

type Searched = Record<'nameKey' | 'lastNameKey' | 'businessKey' | 'email', unknown>;

/** Rows whose name, last name, business or address begins with `q`. */
export function matchesPerson({ nameKey, lastNameKey, businessKey, email }: Searched, q: string): SQL {
  const key = searchKey(sql`${q}::text`);
  const found = [nameKey, lastNameKey, businessKey].map((column) => beginsWith(sql`${column}`, key));
  return sql`(${sql.join([...found, beginsWith(sql`${email} collate "C"`, sql`lower(${q}::text)`)], sql` or `)})`;
}
