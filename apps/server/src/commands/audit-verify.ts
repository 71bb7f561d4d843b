import { parseArgs } from 'node:util';
import { drizzle } from 'drizzle-orm/node-postgres';
import { createAuditKeys } from '../features/audit/audit.check.service.ts';
import { writeHead } from '../features/audit/audit.seal.rules.ts';
import { findSealedCheck } from '../features/audit/audit.verify.data.ts';
import { countProblems, type LogProblem, verifyAudit } from '../features/audit/audit.verify.service.ts';
import { withConnection } from '../platform/db/pool.ts';
import { runCommand } from '../run-command.ts';

const OTHER_KEY = 'Set AUTH_SECRET to the secret of this installation, or add the former one to AUDIT_FORMER_SECRETS.';

const SENTENCES: Record<LogProblem, string> = {
  check_missing: 'The last check is missing from the database.',
  check_changed: 'The last check was changed after it was sealed.',
  check_other_key: `The last check was sealed with another secret. ${OTHER_KEY}`,
  marks_changed: 'Chains were removed, or what the last check noted about them was changed.',
  head_unreadable: 'The value of --head is not the head of a check.',
  head_forged: 'The value of --head was changed.',
  head_other_key: `The value of --head was sealed with another secret. ${OTHER_KEY}`,
  head_missing: 'The check that --head names is missing from the database.',
  fewer_entries: 'There are fewer entries or chains than --head names.',
};

const PROBLEMS = { changed: 'changed', missing: 'missing', other_key: `sealed with another secret. ${OTHER_KEY}` };

/**
 * Checks that no entry of the audit log was changed, added or removed. Ends with 1 when one was. With `--head`, compares
 * the log with the head of an earlier check as well.
 */
await runCommand(
  async ({ env, database: { ownerUrl, secret } }) => {
    const { values } = parseArgs({ options: { head: { type: 'string' } } });
    const keys = createAuditKeys([secret, ...env.AUDIT_FORMER_SECRETS]);
    const print = (line: string) => void process.stdout.write(`${line}\n`);
    const { report, check } = await withConnection(ownerUrl, (owner) =>
      drizzle(owner).transaction(
        async (tx) => ({ report: await verifyAudit(tx, keys, values.head), check: await findSealedCheck(tx) }),
        { isolationLevel: 'repeatable read', accessMode: 'read only' },
      ),
    );
    for (const { chainId, seq, problem } of report.problems) print(`${chainId} entry ${seq}: ${PROBLEMS[problem]}`);
    for (const problem of report.log) print(SENTENCES[problem]);
    if (check) print(`last check: ${writeHead(check, check.seal)}`);
    if (check && check.carried > 0) print(`${check.carried} entries are from before the log had a key.`);
    print(`${report.entries} entries in ${report.chains} chains, ${countProblems(report)} problems`);
    if (countProblems(report) > 0) process.exitCode = 1;
  },
  { migrate: false },
);
