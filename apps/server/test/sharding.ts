import type pg from 'pg';
import { REFERENCE_TABLES } from '../src/core/tenancy/placement.ts';
import { CLASSES } from './table-classes.ts';

/** The tables distributed by `coach_id`, and those copied to every machine. */
export type Placement = { tenant: readonly string[]; reference: readonly string[] };
export const PLACEMENT: Placement = { tenant: CLASSES.tenant, reference: REFERENCE_TABLES };

type Rule = { name: string; sql: string };

/**
 * Objects that Citus refuses, or that would read another machine. Each rule returns the names of violations. `$1` are
 * the tenant tables, and `$2` the reference tables.
 */
const RULES: readonly Rule[] = [
  {
    name: 'unique without the coach first',
    sql: `select i.indexrelid::regclass::text as what from pg_index i
      left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
      where i.indisunique and i.indrelid::regclass::text = any($1) and a.attname is distinct from 'coach_id'`,
  },
  {
    name: 'no primary key',
    sql: `select t as what from unnest($1::text[]) t
      where not exists (select from pg_index i where i.indisprimary and i.indrelid = t::regclass)`,
  },
  {
    name: 'reference out of the tenant',
    sql: `select c.conrelid::regclass || '.' || c.conname as what from pg_constraint c
      where c.contype = 'f' and c.conrelid::regclass::text = any($1) and c.confrelid::regclass::text <> all($2)
      and not (c.confrelid::regclass::text = any($1) and exists (
        select from unnest(c.conkey, c.confkey) as k(here, there)
        join pg_attribute h on h.attrelid = c.conrelid and h.attnum = k.here and h.attname = 'coach_id'
        join pg_attribute t on t.attrelid = c.confrelid and t.attnum = k.there and t.attname = 'coach_id'))`,
  },
  {
    name: 'reference into a tenant',
    sql: `select c.conrelid::regclass || '.' || c.conname as what from pg_constraint c where c.contype = 'f'
      and c.conrelid::regclass::text <> all($1) and c.confrelid::regclass::text = any($1)`,
  },
  {
    // For all tables: copied and personal tables must not query tenant tables either.
    name: 'policy with a subquery',
    sql: `select polrelid::regclass || '.' || polname as what from pg_policy
      where coalesce(polqual::text, '') || coalesce(polwithcheck::text, '') like '%{SUBLINK %'`,
  },
  {
    name: 'policy that calls our function',
    sql: `select p.polrelid::regclass || '.' || p.polname as what from pg_policy p join pg_depend d
      on d.classid = 'pg_policy'::regclass and d.objid = p.oid and d.refclassid = 'pg_proc'::regclass`,
  },
  {
    name: 'trigger',
    sql: `select tgrelid::regclass || '.' || tgname as what from pg_trigger
      where not tgisinternal and tgrelid::regclass::text = any($1)`,
  },
  {
    name: 'function in SQL over a tenant table',
    sql: `select p.proname as what from pg_proc p join pg_language l on l.oid = p.prolang
      where l.lanname = 'sql' and p.pronamespace = 'public'::regnamespace
      and pg_get_functiondef(p.oid) ~ ('\\m(' || array_to_string($1::text[], '|') || ')\\M')`,
  },
  {
    // Bodies are compared statement by statement. Functions that are not immutable may read tables.
    name: 'function called for the rows of a tenant table',
    sql: `select p.proname || ' > ' || called.proname as what from pg_proc p
      cross join lateral regexp_split_to_table(p.prosrc, ';|\\mloop\\M|\\mthen\\M', 'i') as part(text)
      join pg_proc called on called.pronamespace = 'public'::regnamespace and called.provolatile <> 'i'
        and part.text ~ ('\\m' || called.proname || '\\(')
      where p.pronamespace = 'public'::regnamespace
      and part.text ~* ('\\m(from|join|using|update)\\s+(' || array_to_string($1::text[], '|') || ')\\M')`,
  },
];

/** All obstacles to distributing the tables, as `rule: name`, in order. */
export async function obstaclesTo(owner: pg.Client, { tenant, reference }: Placement): Promise<string[]> {
  const found: string[] = [];
  for (const { name, sql } of RULES) {
    // Every rule names both lists, so that PostgreSQL knows the types of both parameters.
    const { rows } = await owner.query<{ what: string }>(
      `select what from (${sql}) found where $1::text[] is not null and $2::text[] is not null`,
      [tenant, reference],
    );
    for (const { what } of rows) found.push(`${name}: ${what}`);
  }
  return found.sort();
}
