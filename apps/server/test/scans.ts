import type pg from 'pg';
import type { Statement } from './statements.ts';
import { CLASSES } from './table-classes.ts';

type PlanNode = { 'Node Type': string; 'Relation Name'?: string; Alias?: string; Plans?: PlanNode[] } & Record<
  string,
  unknown
>;

const TENANT = new Set<string>(CLASSES.tenant);
const CONDITIONS = ['Index Cond', 'Recheck Cond', 'Filter'];
const BOUND = /\bcoach_id = '[\da-f-]{36}'::uuid|'[\da-f-]{36}'::uuid = (?:\w+\.)?coach_id\b/;

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
const isBound = (node: PlanNode) => CONDITIONS.some((name) => BOUND.test(String(node[name] ?? '')));

/** Whether a statement directly reads or writes a tenant table. */
export const concernsTenants = ({ text }: Statement): boolean =>
  /^\s*(?:\(|select|insert|update|delete|with)/i.test(text) && text.split(/\W+/).some((word) => TENANT.has(word));

/**
 * Scans of tenant tables in the plan of a statement that no constant limits to one coach, as `table alias`. A key from
 * an outer row or a setting does not count, because a cluster would query all machines.
 * @param owner a connection that bypasses the policies, so that the statement must have the limit
 */
export async function unboundScans(owner: pg.Client, { text, values }: Statement): Promise<string[]> {
  const { rows } = await owner.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(`explain (format json) ${text}`, values);
  return rows
    .flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan))
    .filter((node) => node['Node Type'].endsWith('Scan') && TENANT.has(node['Relation Name'] ?? '') && !isBound(node))
    .map((node) => `${node['Relation Name']} ${node.Alias}`);
}

/** Functions of the product that may read tables. */
export async function listReadingFunctions(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(`select proname as name from pg_proc
    where pronamespace = 'public'::regnamespace and provolatile <> 'i' and prorettype <> 'trigger'::regtype`);
  return rows.map(({ name }) => name);
}

/**
 * Functions that a statement over tenant tables calls for its rows. A cluster runs such a statement on the machine of
 * the tenant, and only the coordinator can run a function that reads tables.
 * @param reading `listReadingFunctions`
 */
export const nestedFunctions = ({ text }: Pick<Statement, 'text'>, reading: readonly string[]): string[] =>
  concernsTenants({ text, values: [] }) ? reading.filter((name) => new RegExp(`\\b${name}\\(`).test(text)) : [];

/**
 * Whether a statement fills a tenant table from a function and no table. A cluster cannot tell the machine of such rows,
 * and refuses to copy them under row-level security.
 */
export async function insertsFromFunction(owner: pg.Client, { text, values }: Statement): Promise<boolean> {
  if (!/^\s*insert\b/i.test(text)) return false;
  const { rows } = await owner.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(`explain (format json) ${text}`, values);
  const nodes = rows.flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan));
  const fills = nodes.some((node) => node.Operation === 'Insert' && TENANT.has(node['Relation Name'] ?? ''));
  const scans = nodes.filter((node) => node['Node Type'].endsWith('Scan'));
  const isOnlyFunction = scans.some((node) => node['Node Type'] === 'Function Scan') && !scans.some(isBound);
  return fills && isOnlyFunction;
}

/**
 * Subqueries without a FROM clause. A cluster refuses them in a statement over several tenants if they contain more than
 * pure functions, and most casts between texts and times are not pure.
 */
export function subqueriesWithoutTable({ text }: Pick<Statement, 'text'>): string[] {
  const found: string[] = [];
  for (const { index } of text.matchAll(/\((?=\s*select\b)/gi)) {
    const start = index + 1;
    const end = endOfBrackets(text, start);
    const ownLevel = withoutBrackets(text.slice(start, end));
    if (!/\bfrom\b/i.test(ownLevel)) found.push(text.slice(start, end).trim());
  }
  return found;
}

/** Where the bracket closes that is open at `start`. */
function endOfBrackets(text: string, start: number): number {
  let depth = 1;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (depth === 0) return at;
  }
  return text.length;
}

function withoutBrackets(text: string): string {
  const rest = text.replaceAll(/\([^()]*\)/g, ' ');
  return rest === text ? text : withoutBrackets(rest);
}

/** Whether a statement sets the coach of rows in a tenant table, even to the same one, which could move them. */
export function changesCoach({ text }: Statement): boolean {
  const [, table = ''] = /^\s*(?:insert into|update) "?(\w+)"?/i.exec(text) ?? [];
  const [, changes = ''] = /\bset\b(.*?)(?:\bwhere\b|\bfrom\b|\breturning\b|$)/is.exec(text) ?? [];
  return TENANT.has(table) && /(?<![.\w])"?coach_id"? =/.test(changes);
}
