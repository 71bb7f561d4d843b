import { createHash } from 'node:crypto';
import type pg from 'pg';
import { APP_ROLE } from '../src/platform/db/roles.ts';

/**
 * Owners of rows: each has one row in every table that can have it. Coach A has an active client (`a`), a paused one
 * (`p`), a former one (`f`) and an invited one (`i`). Coach B has an active client (`b`).
 */
const PEOPLE = ['A', 'B', 'a', 'p', 'f', 'i', 'b'] as const;
type Person = (typeof PEOPLE)[number];
type Client = Exclude<Person, 'A' | 'B'>;
/** A row of the platform, which belongs to no person. */
const PLATFORM = 'x' as const;
/** A row that names coach A and the client of coach B, which the keys rule out. */
const CROSSED = '!' as const;
type Subject = Person | typeof PLATFORM | typeof CROSSED;

const STATUS: Record<Client, string> = { a: 'active', p: 'paused', f: 'ended', i: 'invited', b: 'active' };
const isClient = (subject: Subject): subject is Client => subject in STATUS;

/** The id of a person, and a different one as a client. */
export const idOf = (name: string): string =>
  createHash('sha256')
    .update(name)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
export const clientIdOf = (client: Client): string => idOf(`client ${client}`);
const coachOf = (subject: Subject): string => idOf(subject === 'b' || subject === 'B' ? 'B' : 'A');

type Column = { name: string; type: string; required: boolean; generated: boolean };
type Table = { name: string; columns: Column[] };
type Row = Record<string, string | null>;

/** Columns with the side that wrote a row. A scope inserts in its own name. */
const SIDES = ['sender', 'side', 'source', 'answered_by', 'given_by', 'updated_by', 'actor', 'booked_by'];
/** Values that policies or constraints require. */
const VALUES: Record<string, Row> = {
  adjustments: { status: 'applied' },
  departures: { reason: 'other' },
  client_invoices: { issued_on: '2026-01-05' },
  events: { type: 'message.sent' },
  flow_runs: { state: 'done' },
  flows: { kind: 'reengagement', quiet_from: '21', quiet_until: '8', hold_out: '0' },
  files: { attached_at: 'now', status: 'ready' },
  ledger_months: { month: '2026-01-01' },
  known_reasons: { reason: 'ill' },
  nutrition_targets: { source: 'calculated', kcal: '1800', created_by: 'coach' },
  risk_actions: { action: 'call', level: 'High Risk' },
  pooled_effects: { comparison: 'timing', state: 'few_clients' },
  risk_notices: { level: 'High Risk' },
  session_types: { bookable: 'true' },
  suggested_times: { action: 'call', wait_hours: '24' },
  target_reviews: { kind: 'keep', status: 'none' },
  user_roles: { role: 'Client' },
  webhook_deliveries: { type: 'message.sent', status: 'delivered' },
  webhook_endpoints: { is_on: 'true' },
  crm_connections: { status: 'off' },
  crm_links: { kind: 'lead' },
  crm_erasures: { contact_id: '1' },
};
const OF_TYPE: Record<string, string> = {
  jsonb: '{}',
  bool: 'false',
  int2: '1',
  int4: '1',
  int8: '1',
  float8: '1',
  numeric: '1',
  timestamptz: '2026-01-05',
  date: '2026-01-05',
  _int4: '{}',
  _text: '{}',
  _uuid: '{}',
};

function rowOf({ name, columns }: Table, subject: Subject): Row {
  const client = subject === CROSSED ? clientIdOf('b') : isClient(subject) ? clientIdOf(subject) : null;
  const known: Row = {
    ...VALUES[name],
    coach_id: coachOf(subject),
    client_id: client,
    chain_id: coachOf(subject),
    ...(name === 'audit_entries' ? { seq: String([...PEOPLE, CROSSED, PLATFORM].indexOf(subject)) } : {}),
    user_id: idOf(subject),
    actor_id: idOf(subject),
    uploaded_by: idOf(subject),
    email: `${subject}@example.com`,
    ...(name === 'client_coach_relationships' && isClient(subject)
      ? { status: STATUS[subject], person_id: subject === 'i' ? null : idOf(subject) }
      : {}),
    ...(name === 'broadcast_recipients' || name === 'check_in_template_versions'
      ? { broadcast_id: coachOf(subject), template_id: coachOf(subject) }
      : {}),
    ...(name === 'flow_runs' ? { flow_id: coachOf(subject) } : {}),
    ...(name === 'webhook_deliveries' ? { endpoint_id: coachOf(subject) } : {}),
    ...(name === 'notifications' ? { metadata: JSON.stringify({ coach_id: coachOf(subject) }) } : {}),
  };
  const row: Row = {};
  for (const column of columns) {
    if (column.generated) continue;
    const value = known[column.name];
    if (value !== undefined) row[column.name] = value;
    else if (SIDES.includes(column.name)) row[column.name] = 'client';
    else if (column.required) {
      row[column.name] = column.type === 'uuid' ? idOf(subject) : (OF_TYPE[column.type] ?? subject);
    }
  }
  return row;
}

/** The owners with rows in a table. */
function subjectsOf({ name, columns }: Table): Subject[] {
  const has = (column: string) => columns.some((each) => each.name === column);
  const clients: Subject[] = ['a', 'p', 'f', 'i', 'b'];
  // The coach's own files and sessions belong to no client.
  if (has('client_id') && columns.some((each) => each.name === 'client_id' && !each.required)) {
    return ['A', 'B', ...clients];
  }
  if (has('client_id')) return clients;
  if (name === 'clients') return ['a', 'p', 'f', 'b'];
  if (name === 'coaches') return ['A', 'B'];
  if (has('user_id') || name === 'users') return ['A', 'B', 'a', 'p', 'f', 'b'];
  if (has('coach_id') || has('chain_id')) return ['A', 'B'];
  return [PLATFORM];
}

const literal = (value: string | null) => (value === null ? 'null' : `'${value.replaceAll("'", "''")}'`);
const insertInto = (table: string, row: Row) =>
  `insert into ${table} (${Object.keys(row).join(', ')}) values (${Object.values(row).map(literal).join(', ')})`;

/**
 * Runs a statement and rolls it back. Returns the number of rows, or PostgreSQL's error code. A duplicate key is
 * checked after the policies, so they allowed the row.
 */
const ATTEMPT = `create function attempt(statement text) returns text language plpgsql as $$
declare touched bigint;
begin
  execute statement;
  get diagnostics touched = row_count;
  raise exception using errcode = 'XX999', message = touched::text;
exception when others then
  return case when sqlstate = 'XX999' then sqlerrm when sqlstate = '23505' then '1' else sqlstate end;
end $$`;

export type Walked = {
  definition: Table;
  /** The position of each owner's row. */
  subjects: Map<string, Subject>;
  grants: Set<string>;
  /** A column that the application may update, and the database does not compute. */
  column: string | null;
};

/** Fills every table, and returns the position of each owner's row. */
export async function fillTables(owner: pg.Client, names: readonly string[]): Promise<Walked[]> {
  const { rows: columns } = await owner.query<Column & { table: string }>(`select table_name as table,
    column_name as name, udt_name as type, is_generated = 'ALWAYS' or is_identity = 'YES' as generated,
    is_nullable = 'NO' and column_default is null as required
    from information_schema.columns where table_schema = 'public' order by ordinal_position`);
  // By name, because on a cluster the parts of a table are tables too, and change with it.
  const { rows: checks } = await owner.query<{ sql: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as sql
      from pg_constraint where contype = 'c' and conrelid::regclass::text = any($1)`,
    [names],
  );
  // The walk checks policies and keys. CHECK constraints would require meaningful rows.
  for (const { sql } of checks) await owner.query(sql);
  await owner.query(ATTEMPT);
  await owner.query(`grant execute on function attempt(text) to ${APP_ROLE}`);
  await owner.query('set session_replication_role = replica');
  await owner.query('begin');
  // A cluster passes only the settings of a transaction on to the machines that check the keys of its tables.
  await owner.query(`set local citus.propagate_set_commands = 'local'`);
  await owner.query('set local session_replication_role = replica');
  const walked: Walked[] = [];
  for (const table of names) {
    const definition = { name: table, columns: columns.filter((column) => column.table === table) };
    const subjects = new Map<string, Subject>();
    for (const subject of subjectsOf(definition)) {
      const row = rowOf(definition, subject);
      const { rows } = await owner.query<{ at: string }>(`${insertInto(table, row)} returning ctid::text as at`);
      subjects.set(rows[0]?.at ?? '', subject);
    }
    const { rows } = await owner.query<{ grants: string[]; column: string | null }>(
      `select array(select action from unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE']) action where case
        when action = 'DELETE' then has_table_privilege($1, $2::text, action)
        else has_any_column_privilege($1, $2::text, action) end) as grants,
        (select attname from pg_attribute where attrelid = $2::regclass and attnum > 0 and not attisdropped
          and attgenerated = '' and has_column_privilege($1, $2::regclass, attnum, 'UPDATE')
          order by attnum limit 1) as column`,
      [APP_ROLE, table],
    );
    walked.push({ definition, subjects, grants: new Set(rows[0]?.grants), column: rows[0]?.column ?? null });
  }
  await owner.query('commit');
  return walked;
}

/** Settings of a scope under the names that policies read. */
export type Setting = Record<string, string>;

/** Runs these statements as the application role with these settings. */
async function attempts(owner: pg.Client, settings: Setting, statements: readonly string[]): Promise<string[]> {
  await owner.query('begin');
  try {
    for (const [name, value] of Object.entries(settings)) {
      await owner.query('select set_config($1, $2, true)', [`app.${name}`, value]);
    }
    await owner.query(`set local role ${APP_ROLE}`);
    const { rows } = await owner.query<{ answer: string }>(
      'select attempt(statement) as answer from unnest($1::text[]) with ordinality as s(statement, n) order by n',
      [statements],
    );
    return rows.map(({ answer }) => answer);
  } finally {
    await owner.query('rollback');
  }
}

type Attempt = { table: string; action: number; subject: Subject; statement: string };

/**
 * Access of a scope by table, as `read/update/delete/insert` with the owners of the rows. Inserts are tried with the
 * keys in force, everything else only with the policies. `kept` are rows that a policy allows and something else
 * refuses.
 */
export async function figuresOf(owner: pg.Client, world: readonly Walked[], settings: Setting) {
  const figures = new Map(world.map(({ definition }) => [definition.name, ['', '', '', '']]));
  const kept: string[] = [];
  const run = async (list: readonly Attempt[]) => {
    const answers = await attempts(
      owner,
      settings,
      list.map(({ statement }) => statement),
    );
    for (const [index, { table, action, subject }] of list.entries()) {
      const answer = answers[index];
      const figure = figures.get(table);
      if (answer === '1' && figure) figure[action] += subject;
      else if (answer !== '0' && answer !== REFUSED) kept.push(`${table} ${subject} ${answer}`);
    }
  };
  const side = settings.role === 'coach' ? 'coach' : 'client';
  await run(world.flatMap(existing));
  await owner.query('set session_replication_role = origin');
  await run(world.flatMap((each) => insertions(each, side, settings.user_id)));
  await owner.query('set session_replication_role = replica');
  const tables: Record<string, string> = {};
  for (const [table, actions] of figures) {
    const figure = actions.map((subjects) => subjects || '-').join('/');
    if (figure !== NOTHING) tables[figure] = tables[figure] ? `${tables[figure]} ${table}` : table;
  }
  return { tables, kept };
}

/** PostgreSQL's error code for a refusal by a policy or a missing grant. */
const REFUSED = '42501';
const NOTHING = '-/-/-/-';

/** Reading, updating and deleting each row. */
const existing = ({ definition: { name: table }, subjects, grants, column }: Walked): Attempt[] =>
  [...subjects].flatMap(([at, subject]) => {
    const here = `where ctid = '${at}'`;
    return [
      ...(grants.has('SELECT') ? [{ table, action: 0, subject, statement: `select from ${table} ${here}` }] : []),
      ...(grants.has('UPDATE') && column
        ? [{ table, action: 1, subject, statement: `update ${table} set ${column} = ${column} ${here}` }]
        : []),
      ...(grants.has('DELETE') ? [{ table, action: 2, subject, statement: `delete from ${table} ${here}` }] : []),
    ];
  });

/** Inserting a copy of each row in the name of the scope's side, and one row across tenants. */
function insertions({ definition, subjects, grants }: Walked, side: string, userId: string | undefined): Attempt[] {
  if (!grants.has('INSERT')) return [];
  const table = definition.name;
  const all = [...subjects.values()];
  return [...all, ...(all.includes('i') ? [CROSSED] : [])].map((subject): Attempt => {
    const row = rowOf(definition, subject);
    for (const name of SIDES) if (name in row) row[name] = side;
    if ('coach_id' in row && 'id' in row) row.id = idOf(`new ${subject}`);
    if (row.uploaded_by && userId) row.uploaded_by = userId;
    return { table, action: 3, subject, statement: insertInto(table, row) };
  });
}
