import type { Benchmark } from './bench.ts';
import { openSessions, run } from './database.ts';
import { ratioFigure } from './figures.ts';
import { compare, type Target } from './load.ts';

const [FEW, MANY] = [1000, 100_000];
/** Coaches alone, because no list of operators shows the work of a tenant. */
const COACHES = { clientsPerCoach: 0, days: 0 };
const OPERATOR_ID = '00000000-0003-7000-8000-000000000001';
const ENTRIES_OF_COACH = 5;

const LISTS = [
  ['approval-list', '/operator/coaches?status=pending'],
  ['contacts-list', '/operator/contacts'],
  ['accounts-list', '/operator/accounts'],
  ['accounts-search', '/operator/accounts?query=coach'],
  ['audit-list', '/operator/audit_entries'],
  ['audit-search', '/operator/audit_entries?action=plan.changed'],
] as const;
const nameOf = (list: string) => `${list}-at-${MANY}-coaches`;

/** Adds an operator and what the lists show: every fourth coach waits, and each sent a contact form and has a history. */
async function plantConsole(url: string): Promise<void> {
  const statements = [
    `INSERT INTO users (id, email, email_verified, full_name, two_factor_enabled)
      VALUES ('${OPERATOR_ID}', 'operator@large.example', true, 'Operator', true)`,
    `INSERT INTO user_roles (user_id, role, operator_role) VALUES ('${OPERATOR_ID}', 'Operator', 'admin')`,
    `INSERT INTO preferences (user_id) VALUES ('${OPERATOR_ID}')`,
    `UPDATE coaches SET created_at = now() - abs(hashtext(id::text)) % 1000000 * interval '1 minute',
      status = CASE WHEN hashtext(id::text) % 4 = 0 THEN 'pending' ELSE 'active' END`,
    `INSERT INTO contacts (id, kind, status, name, email, business, received_at)
      SELECT gen_random_uuid(), 'contact', CASE WHEN hashtext(id::text) % 4 = 0 THEN 'new' ELSE 'closed' END,
        full_name, 'visitor@large.example', 'Studio', created_at FROM coaches`,
    `INSERT INTO audit_entries (chain_id, seq, id, at, actor, actor_id, action, network, hash)
      SELECT id, n, gen_random_uuid(), created_at + n * interval '1 hour', 'coach', id,
        CASE WHEN n = 1 THEN 'plan.changed' ELSE 'role.changed' END, '203.0.113.0/24', repeat('0', 8) || '.' || repeat('0', 64)
      FROM coaches, generate_series(1, ${ENTRIES_OF_COACH}) n`,
    'VACUUM ANALYZE',
  ];
  for (const statement of statements) await run(url, statement);
}

/** The first pages of the operators' lists with 100,000 coaches against those with 1,000. */
export const operatorLists: Benchmark = {
  figures: LISTS.map(([name]) => nameOf(name)),
  onlyFull: true,
  async *measure(bench) {
    const [few, many] = [
      await bench.product('bench_console_few', { ...COACHES, coaches: FEW }),
      await bench.product('bench_console_many', { ...COACHES, coaches: MANY }),
    ];
    for (const { url } of [few, many]) await plantConsole(url);
    const [cookie = ''] = await openSessions(few.url, [OPERATOR_ID]);
    await openSessions(many.url, [OPERATOR_ID]);
    const target = ({ address }: typeof few, path: string): Target => ({ url: `${address}/rest/v1${path}`, cookie });
    for (const [name, path] of LISTS) {
      const ratio = await compare(bench.client, target(many, path), target(few, path), 'time');
      yield ratioFigure(nameOf(name), ratio, `x-${FEW}-coaches`, 1.3);
    }
  },
};
