import { type SQL, sql } from 'drizzle-orm';
import { beginsWith, byteText, lastNameSearchKey, searchKey } from '../platform/db/search.ts';

/** Generated columns for searching people: by name, last name and business. */
export const searchColumns = () => ({
  nameKey: byteText('name_key').notNull().generatedAlwaysAs(searchKey(sql`name`)),
  lastNameKey: byteText('last_name_key').notNull().generatedAlwaysAs(lastNameSearchKey(sql`name`)),
  businessKey: byteText('business_key').notNull().generatedAlwaysAs(searchKey(sql`business`)),
});

type Searched = Record<'nameKey' | 'lastNameKey' | 'businessKey' | 'email', unknown>;

/** Rows whose name, last name, business or address begins with `q`. */
export function matchesPerson({ nameKey, lastNameKey, businessKey, email }: Searched, q: string): SQL {
  const key = searchKey(sql`${q}::text`);
  const found = [nameKey, lastNameKey, businessKey].map((column) => beginsWith(sql`${column}`, key));
  return sql`(${sql.join([...found, beginsWith(sql`${email} collate "C"`, sql`lower(${q}::text)`)], sql` or `)})`;
}
