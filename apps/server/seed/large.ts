import pg from 'pg';

/**
 * Many coaches with the same load each, for benchmarks: set-based, repeatable, and in the same tables as everything
 * else. Coach number n has the id `00000000-0000-7000-8000-<n in twelve hex digits>`; their clients checked in weekly.
 */
export async function seedLarge(options: {
  ownerUrl: string;
  now: Date;
  coaches: number;
  clientsPerCoach: number;
  days: number;
}): Promise<void> {
  const owner = new pg.Client({ connectionString: options.ownerUrl });
  await owner.connect();
  try {
    await owner.query('BEGIN');
    for (const statement of statements(options)) await owner.query(statement);
    await owner.query('COMMIT');
    await owner.query('ANALYZE');
  } finally {
    await owner.end();
  }
}

export const largeCoachId = (number: number): string =>
  `00000000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;

function statements({
  now,
  coaches,
  clientsPerCoach,
  days,
}: {
  now: Date;
  coaches: number;
  clientsPerCoach: number;
  days: number;
}): string[] {
  for (const size of [coaches, clientsPerCoach, days]) {
    if (!Number.isInteger(size) || size < 0 || size > 1_000_000)
      throw new RangeError(`${size} is no size of a scenario`);
  }
  const today = `'${now.toISOString().slice(0, 10)}'::date`;
  const coachId = `('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
  const clientId = `('00000000-0001-7000-8000-' || lpad(to_hex(n * 1000 + k), 12, '0'))::uuid`;
  const everyCoach = `generate_series(1, ${coaches}) n`;
  const everyClient = `${everyCoach}, generate_series(1, ${clientsPerCoach}) k`;
  const weeks = Math.max(1, Math.floor(days / 7));
  return [
    `INSERT INTO users (id, email, email_verified, full_name, plan, included_clients)
      SELECT ${coachId}, 'coach' || n || '@large.example', true, 'Coach ' || n, 'pro', 10 FROM ${everyCoach}`,
    `INSERT INTO user_roles SELECT ${coachId}, 'Coach-Pro' FROM ${everyCoach}`,
    `INSERT INTO coaches (id, user_id, status, full_name) SELECT ${coachId}, ${coachId}, 'active', 'Coach ' || n FROM ${everyCoach}`,
    `INSERT INTO client_coach_relationships (coach_id, client_id, status, full_name, email, onboarding_completed, check_in_anchor, accepted_at)
      SELECT ${coachId}, ${clientId}, 'active', 'Client ' || k, 'client' || k || '@large.example', true,
        ${today} - ${weeks * 7}, now() FROM ${everyClient}`,
    `INSERT INTO check_ins (coach_id, id, client_id, day, weight_kg, adherence, energy, sleep_hours, submitted_at)
      SELECT ${coachId}, gen_random_uuid(), ${clientId}, ${today} - w * 7, 90 - w * 0.2, 70 + (n + k + w) % 30, 3, 7.5,
        (${today} - w * 7)::timestamptz + interval '17 hours' FROM ${everyClient}, generate_series(1, ${weeks}) w`,
    `INSERT INTO coach_sessions (coach_id, id, client_id, client_name, session_date, session_type)
      SELECT ${coachId}, gen_random_uuid(), ${clientId}, 'Client ' || k, (${today} + k % 7)::timestamptz + interval '18 hours',
        'Strength session' FROM ${everyClient}`,
    `INSERT INTO ledger_entries (coach_id, id, kind, amount_cents, currency, occurred_on, category)
      SELECT ${coachId}, gen_random_uuid(), CASE WHEN d % 5 = 0 THEN 'expense' ELSE 'revenue' END, 5000 + d * 10, 'USD',
        ${today} - d, 'Coaching' FROM ${everyCoach}, generate_series(0, ${days}) d`,
    `INSERT INTO leads (coach_id, id, name, email, source)
      SELECT ${coachId}, gen_random_uuid(), 'Lead ' || k, 'lead' || k || '@large.example', 'Google' FROM ${everyClient}`,
    `INSERT INTO notifications (user_id, id, type, title, message, metadata)
      SELECT ${coachId}, gen_random_uuid(), 'check_in_completed', 'New check-in', 'Client ' || k || ' sent a check-in.', '{}'
      FROM ${everyClient}`,
  ];
}
