import type pg from 'pg';
import { applyFunction, type FunctionFile } from '../src/platform/db/functions.ts';

/** A function as the database has it. `touched` by the running transaction. */
type Stored = { name: string; definition: string; rights: string; triggers: string[]; owner: string; touched: boolean };

/** Every function of the schema `public`, by name. */
export async function readStored(owner: pg.Client): Promise<Stored[]> {
  const { rows } = await owner.query<Stored>(`SELECT p.proname AS name, pg_get_functiondef(p.oid) AS definition,
      coalesce(p.proacl::text, '') AS rights, p.proowner::regrole::text AS owner,
      ARRAY(SELECT pg_get_triggerdef(t.oid) FROM pg_trigger t WHERE t.tgfoid = p.oid AND NOT t.tgisinternal
        ORDER BY t.tgrelid::regclass::text, t.tgname) AS triggers,
      p.xmin = pg_current_xact_id_if_assigned()::xid AS touched
    FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace ORDER BY p.proname, p.oid`);
  return rows;
}

const factsOf = ({ definition, rights, triggers, owner }: Stored) => ({ definition, rights, triggers, owner });

/**
 * Compares the functions of a database with their files. Applies each file and rolls back, so the formatting of a file
 * does not matter.
 * @returns the differences as `name: problem`
 */
export async function compareFunctions(owner: pg.Client, files: readonly FunctionFile[]): Promise<string[]> {
  const stored = Map.groupBy(await readStored(owner), ({ name }) => name);
  const problems: string[] = [];
  for (const [name, functions] of stored) {
    if (functions.length > 1) problems.push(`${name}: ${functions.length} functions have this name`);
    if (!files.some((file) => file.name === name)) problems.push(`${name}: has no file`);
  }
  for (const file of files) {
    const { name } = file;
    const before = stored.get(name)?.[0];
    if (!before) {
      problems.push(`${name}: is not in the database`);
      continue;
    }
    await owner.query('BEGIN');
    const applied = await applyFunction(owner, file).then(
      () => readStored(owner),
      (error: Error) => error,
    );
    await owner.query('ROLLBACK');
    if (applied instanceof Error) {
      problems.push(`${name}: ${applied.message}`);
      continue;
    }
    const touched = applied.filter((one) => one.touched);
    const [after] = touched;
    if (touched.length !== 1 || after?.name !== name) {
      problems.push(`${name}: its file is about ${touched.map((one) => one.name).join(', ') || 'no function'}`);
    } else if (JSON.stringify(factsOf(after)) !== JSON.stringify(factsOf(before))) {
      problems.push(`${name}: differs from its file`);
    }
  }
  return problems.sort();
}
