import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkStructure } from './check-structure.mjs';
import { createFixture } from './fixture.ts';
import { run } from './run-command.mjs';
import { listImports } from './structure-imports.mjs';
import { findPlaceProblem } from './structure-places.mjs';

const SERVER = 'apps/server/src/features';
const CORE = 'apps/server/src/core';
const WEB = 'apps/web/src/features';

function check(files: Record<string, string>) {
  const { root, remove } = createFixture(files);
  try {
    return checkStructure(root);
  } finally {
    remove();
  }
}

test('a tree that follows every rule passes, and the command says so', async () => {
  const { root, remove } = createFixture();
  try {
    expect(checkStructure(root)).toEqual([]);
    expect(await run('node', ['scripts/check-structure.mjs', root])).toEqual({ code: 0, output: '' });
  } finally {
    remove();
  }
});

test('the command prints the place and the reason, and fails', async () => {
  const { root, remove } = createFixture({ [`${SERVER}/checkins/helpers.ts`]: 'export const a = 1;\n' });
  try {
    const { code, output } = await run('node', ['scripts/check-structure.mjs', root]);
    expect(code).toBe(1);
    expect(output).toMatch(/^apps\/server\/src\/features\/checkins\/helpers\.ts {2}A server feature has/);
  } finally {
    remove();
  }
});

test('a second schema of the migrations is refused', () => {
  const meta = 'apps/server/migrations/meta';
  const second = [`${meta}/0080_snapshot.json`, 'apps/server/migrations/snapshot.json'];
  const files = Object.fromEntries([`${meta}/_journal.json`, ...second].map((file) => [file, '{}']));
  const message = expect.stringContaining('in meta/_journal.json');
  expect(check(files)).toEqual(expect.arrayContaining(second.map((file) => ({ file, line: 0, message }))));
  expect(check(files)).toHaveLength(second.length);
});

test('a migration makes no function and no trigger after the last one that did', () => {
  const file = (name: string) => `apps/server/migrations/${name}.sql`;
  const making =
    'ALTER TABLE a ADD b int;\n-- as before\nCREATE OR REPLACE FUNCTION f() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$;\n';
  const message = 'Functions and their triggers are files of apps/server/functions; a migration only drops them.';
  const files = {
    [file('0077_before')]: making,
    [file('0078_function')]: making,
    [file('0079_trigger')]: 'create\n  trigger t after insert on a for each row execute function f();\n',
    [file('0080_altered')]: 'ALTER FUNCTION f() SET search_path = public;\n',
    [file('0081_dropped')]:
      '-- CREATE FUNCTION f() is in its file.\nDROP FUNCTION f();\nALTER TABLE a ENABLE TRIGGER t;\n',
  };
  expect(check(files)).toEqual([
    { file: file('0078_function'), line: 3, message },
    { file: file('0079_trigger'), line: 1, message },
    { file: file('0080_altered'), line: 1, message },
  ]);
});

test('a function of the database is one file', () => {
  const folder = 'apps/server/functions';
  const files = { [`${folder}/README.md`]: '#', [`${folder}/busy_times.sql`]: '', [`${folder}/Busy-times.sql`]: '' };
  const message = 'A function of the database is one file, <name of the function>.sql.';
  expect(check(files)).toEqual([{ file: `${folder}/Busy-times.sql`, line: 0, message }]);
});

describe('imports in the contract', () => {
  const src = 'packages/contract/src';
  const importing = (source: string) => `import type { X } from '${source}';\n\nexport type Y = X;\n`;

  test.each([
    [
      'a later feature',
      'checkins/checkins.rules.ts',
      '../clients/clients.ts',
      "'clients' does not stand before 'checkins'",
    ],
    ['a feature by a shared file', 'fields.ts', './clients/clients.rules.ts', 'Files that all features share'],
    ['a feature by the types of access', 'access.ts', './clients/clients.rules.ts', 'Files that all features share'],
    ['the catalogue by a feature', 'clients/clients.ts', '../events.ts', 'It names other features'],
    ['the list of features by one of them', 'clients/clients.ts', '../features.ts', 'It names other features'],
    [
      'a file by the name of the package',
      'checkins/checkins.ts',
      '@stridewell/contract/clients/clients',
      'by its relative path',
    ],
  ])('%s is refused', (_, file, source, reason) => {
    expect(check({ [`${src}/${file}`]: importing(source) })).toEqual([
      { file: `${src}/${file}`, line: 1, message: expect.stringContaining(reason) },
    ]);
  });

  test.each([
    ['an earlier feature', 'clients/clients.ts', '../checkins/checkins.ts'],
    ['a shared file', 'clients/clients.ts', '../fields.ts'],
    ['a later feature in a test', 'checkins/checkins.rules.test.ts', '../clients/clients.ts'],
    ['a feature in the catalogue of events', 'events.ts', './clients/clients.rules.ts'],
  ])('%s is allowed', (_, file, source) => {
    expect(check({ [`${src}/${file}`]: importing(source) })).toEqual([]);
  });

  test('files of one feature that import each other are named', () => {
    const findings = check({
      [`${src}/clients/clients.ts`]: importing('./clients.rules.ts'),
      [`${src}/clients/clients.rules.ts`]: importing('./clients.ts'),
    });
    expect(findings).toMatchObject([
      { message: expect.stringMatching(/clients(\.rules)?\.ts > clients(\.rules)?\.ts/) },
    ]);
  });
});

describe('file vocabulary', () => {
  test.each([
    [`${SERVER}/checkins/checkins.utils.ts`, 'A server feature has'],
    [`${SERVER}/checkins/clients.service.ts`, 'A server feature has'],
    [`${SERVER}/checkins/checkins.Reminders.service.ts`, 'A server feature has'],
    [`${SERVER}/checkins/checkins.reminders.scopes.ts`, 'A server feature has'],
    [`${SERVER}/checkins/rules/checkins.service.ts`, 'A server feature has'],
    [`${SERVER}/check-ins/check-ins.service.ts`, 'Name it after its feature'],
    [`${SERVER}/shared.ts`, 'Name it after its feature'],
    [`${WEB}/checkins/CheckInForm.tsx`, 'A web feature has'],
    [`${WEB}/checkins/format.ts`, 'A web feature has'],
    [`${WEB}/checkins/styles.css`, 'A web feature has'],
    [`${WEB}/checkins/components/form.tsx`, 'A web feature has'],
    [`${WEB}/forms/form.tsx`, 'Name it after its feature'],
    ['packages/contract/src/utils.ts', 'The contract has'],
    ['packages/contract/src/checkins.rules.ts', 'The contract has'],
    ['packages/contract/src/checkins/checkins.helpers.ts', 'says nothing'],
    ['packages/contract/src/checkins/clients.rules.ts', 'The contract has'],
    ['packages/contract/src/check-ins/check-ins.ts', 'The contract has'],
    ['e2e/landing.spec.ts', 'A spec is'],
    ['apps/server/src/services/checkins.ts', 'The server has the folders'],
    ['apps/web/src/hooks/use-check-ins.ts', 'The web app has the folders'],
    ['apps/web/src/components/data-table.tsx', 'The web app has the folders'],
    ['apps/web/src/ui/DataTable.tsx', 'kebab-case'],
    ['apps/site/src/components/card.tsx', 'The site has the folders'],
    ['apps/site/src/islands/ContactForm.tsx', 'kebab-case'],
    ['apps/web/src/lib/utils.ts', 'says nothing'],
    ['apps/server/src/platform/db/index.ts', 'says nothing'],
  ])('%s is refused', (file, reason) => {
    expect(findPlaceProblem(file)).toContain(reason);
  });

  test.each([
    ...[
      'feature',
      'procedures',
      'service',
      'data',
      'rules',
      'table',
      'scopes',
      'jobs',
      'mails',
      'http',
      'copy',
      'test',
    ].map((kind) => `${SERVER}/checkins/checkins.${kind}.ts`),
    `${SERVER}/checkins/checkins.reminders.service.ts`,
    `${SERVER}/checkins/checkins.reminders.data.ts`,
    `${SERVER}/checkins/checkins.streaks.rules.ts`,
    `${SERVER}/checkins/checkins.report.csv.ts`,
    `${SERVER}/checkins/checkins.wrong-tenant.test.ts`,
    `${SERVER}/checkins/checkins.mail.tsx`,
    `${WEB}/checkins/checkins.queries.ts`,
    `${WEB}/checkins/checkins.drafts.ts`,
    `${WEB}/checkins/check-in-form.tsx`,
    `${WEB}/checkins/check-in-form.test.tsx`,
    `${WEB}/checkins/check-in-form.module.css`,
    'packages/contract/src/checkins/checkins.ts',
    'packages/contract/src/checkins/checkins.forms.ts',
    'packages/contract/src/checkins/checkins.rules.ts',
    'packages/contract/src/checkins/checkins.streaks.rules.ts',
    'packages/contract/src/checkins/checkins.rules.test.ts',
    'packages/contract/src/people.rules.ts',
    'packages/contract/src/units.ts',
    'packages/contract/src/events.ts',
    'e2e/checkins.spec.ts',
    'e2e/checkins.phone.spec.ts',
    'e2e/app.accessibility.spec.ts',
    'apps/server/src/main.ts',
    'apps/server/src/platform/db/database.ts',
    'apps/server/src/commands/migrate.ts',
    'apps/web/src/routes/coach.$coachId.tsx',
    'apps/web/src/ui/data-table.tsx',
    'apps/site/src/islands/contact-form.tsx',
    'apps/site/src/pages/booking/[token].astro',
    'apps/web/src/device/outbox.ts',
    'apps/web/src/shared/client-avatar.tsx',
    'scripts/check.mjs',
  ])('%s is right', (file) => {
    expect(findPlaceProblem(file)).toBeUndefined();
  });
});

describe('the kit', () => {
  const file = 'apps/web/src/ui/choice.tsx';

  test.each([
    ['an import of the contract', "import { PLANS } from '@stridewell/contract/billing/billing.rules';"],
    ['an import of a type', "import type { Muscle } from '@stridewell/contract/exercises/exercises.rules';"],
    ['a later import', "export const later = () => import('@stridewell/contract/time');"],
    ['a word of coaching', "export const LABEL = 'Every check-in of this client';"],
  ])('%s is refused', (_, line) => {
    expect(check({ [file]: `\n${line}\n` })).toEqual([
      { file, line: 2, message: expect.stringContaining('move the part into shared') },
    ]);
  });

  test('what the kit refuses is right in shared, and the tests of the kit may say the words of the product', () => {
    const importing = "import { PLANS } from '@stridewell/contract/billing/billing.rules';\n\nexport { PLANS };\n";
    expect(check({ 'apps/web/src/shared/choice.tsx': importing })).toEqual([]);
    expect(check({ 'apps/web/src/ui/choice.test.tsx': "export const TITLE = 'Check-in forms';\n" })).toEqual([]);
  });
});

test('a page imports the router of the contract as a type alone', () => {
  const file = 'apps/web/src/lib/rpc.ts';
  const importing = (what: string) => `${what} '@stridewell/contract/router';\n\nexport const used = 1;\n`;
  const message = expect.stringContaining('import the type alone');
  expect(check({ [file]: importing('import type { contract } from') })).toEqual([]);
  for (const what of ['import { contract } from', 'import {\n  contract,\n} from', 'export * from']) {
    expect(check({ [file]: importing(what) })).toEqual([{ file, line: 1, message }]);
  }
  const late = "export const load = () => import('@stridewell/contract/features');\n";
  expect(check({ [file]: late })).toEqual([{ file, line: 1, message }]);
});

describe('imports between features', () => {
  const importing = (specifier: string, what = '{ x }') =>
    `import ${what} from '${specifier}';\n\nexport const used = x;\n`;

  test.each([
    ['service -> data of another feature', `${SERVER}/clients/clients.service.ts`, '../checkins/checkins.data.ts'],
    ['data -> data of another feature', `${SERVER}/clients/clients.data.ts`, '../checkins/checkins.seats.data.ts'],
    ['rules -> data', `${SERVER}/clients/clients.labels.rules.ts`, './clients.data.ts'],
    ['service -> mint', `${SERVER}/clients/clients.service.ts`, '../../platform/db/mint.ts'],
    ['procedures -> mint', `${SERVER}/clients/clients.procedures.ts`, '../../platform/db/mint.ts'],
    ['service -> mint of core', `${SERVER}/clients/clients.service.ts`, '../../core/tenancy/mint.ts'],
    ['table -> table of another feature', `${SERVER}/clients/clients.table.ts`, '../checkins/checkins.table.ts'],
    ['service -> jobs of another feature', `${SERVER}/clients/clients.service.ts`, '../checkins/checkins.jobs.ts'],
    [
      'service -> service of a later feature',
      `${SERVER}/checkins/checkins.service.ts`,
      '../clients/clients.service.ts',
    ],
    ['feature -> http', `${SERVER}/clients/clients.service.ts`, '../../http/app.ts'],
    ['feature -> wiring', `${SERVER}/clients/clients.service.ts`, '../../services.ts'],
    ['core -> feature', `${CORE}/limits.ts`, '../features/checkins/checkins.service.ts'],
    ['core -> wiring', `${CORE}/limits.ts`, '../features.ts'],
    ['platform -> core', 'apps/server/src/platform/mail/mail.ts', '../../core/limits.ts'],
    ['platform -> feature', 'apps/server/src/platform/mail/mail.ts', '../../features/checkins/checkins.service.ts'],
    ['platform -> environment', 'apps/server/src/platform/mail/mail.ts', '../../env.ts'],
    ['platform -> contract', 'apps/server/src/platform/mail/mail.ts', '@stridewell/contract/checkins/checkins'],
    ['component -> component of another feature', `${WEB}/clients/card.tsx`, '../checkins/check-in-form.tsx'],
    ['queries -> component of another feature', `${WEB}/clients/clients.queries.ts`, '../checkins/check-in-form.tsx'],
  ])('%s is refused', (_, file, specifier) => {
    expect(check({ [file]: importing(specifier) })).toEqual([{ file, line: 1, message: expect.any(String) }]);
  });

  test('a dynamic import counts too', () => {
    const file = `${WEB}/clients/card.tsx`;
    const text = "\nexport const later = () =>\n  import('../checkins/check-in-form.tsx');\n";
    expect(check({ [file]: text })).toEqual([{ file, line: 3, message: expect.stringContaining('the route') }]);
  });

  test.each([
    [
      'service -> service of an earlier feature',
      `${SERVER}/clients/clients.service.ts`,
      '../checkins/checkins.service.ts',
      '{ x }',
    ],
    [
      'service -> service of a topic',
      `${SERVER}/clients/clients.service.ts`,
      '../checkins/checkins.plan.service.ts',
      '{ x }',
    ],
    ['feature -> core', `${SERVER}/clients/clients.service.ts`, '../../core/refusals.ts', '{ x }'],
    ['core -> platform', `${CORE}/limits.ts`, '../platform/db/database.ts', '{ x }'],
    ['core -> environment', `${CORE}/limits.ts`, '../env.ts', 'type { x }'],
    ['http -> feature', 'apps/server/src/http/app.ts', '../features/checkins/checkins.http.ts', '{ x }'],
    ['test -> data of another feature', `${SERVER}/clients/clients.test.ts`, '../checkins/checkins.data.ts', '{ x }'],
    ['own data', `${SERVER}/clients/clients.service.ts`, './clients.data.ts', '{ x }'],
    ['scopes -> mint', `${SERVER}/clients/clients.scopes.ts`, '../../platform/db/mint.ts', '{ x }'],
    ['test -> mint', `${SERVER}/clients/clients.test.ts`, '../../platform/db/mint.ts', '{ x }'],
    ['seed -> mint', 'apps/server/seed/demo.ts', '../src/platform/db/mint.ts', '{ x }'],
    ['queries of another feature', `${WEB}/clients/card.tsx`, '../checkins/checkins.queries.ts', '{ x }'],
    ['types of another feature', `${WEB}/clients/card.tsx`, '../checkins/check-in-form.tsx', 'type { x }'],
    ['route -> both', 'apps/web/src/routes/index.tsx', '../features/checkins/check-in-form.tsx', '{ x }'],
  ])('%s is allowed', (_, file, specifier, what) => {
    expect(check({ [file]: importing(specifier, what) })).toEqual([]);
  });

  test('however an import is written, it is found with its line', () => {
    const forms = [
      (s: string) => `import { a } from '${s}';`,
      (s: string) => `import {\n  a,\n  b as c,\n} from '${s}';`,
      (s: string) => `import a, { b } from '${s}';`,
      (s: string) => `import * as a from '${s}';`,
      (s: string) => `import '${s}';`,
      (s: string) => `export { a } from '${s}';`,
      (s: string) => `export * from '${s}';`,
      (s: string) => `export * as a from '${s}';`,
      (s: string) => `const a = await import('${s}');`,
      (s: string) => `const a = lazy(() => import(\n  '${s}'\n));`,
    ];
    const statement = fc.record({ form: fc.constantFrom(...forms), name: fc.stringMatching(/^[a-z]{1,8}$/) });
    fc.assert(
      fc.property(fc.array(statement, { maxLength: 6 }), (statements) => {
        const text = statements.map(({ form, name }) => `${form(`./${name}.ts`)}\n`).join('const filler = 1;\n');
        const found = listImports('lib/here.ts', text);
        const expected = statements.map(({ name }) => `lib/${name}.ts`);
        expect(found.map(({ target }) => target).sort()).toEqual(expected.sort());
        for (const { line, source } of found) expect(text.split('\n')[line - 1]).toContain(source);
      }),
    );
  });
});

describe('features of the server', () => {
  test('a folder that the list does not name is refused', () => {
    const file = `${SERVER}/programs/programs.service.ts`;
    expect(check({ [file]: 'export const a = 1;\n' })).toEqual([
      { file: `${SERVER}/programs`, line: 0, message: expect.stringContaining('features.ts') },
    ]);
  });

  test.each([
    'select id from check_ins',
    'select id from "check_ins"',
    'select id from public.check_ins',
    'select id from clients c, check_ins i',
    'update check_ins set day = null',
    'update only check_ins set day = null',
    'delete from clients using check_ins c',
    'exists (select 1 from check_ins c)',
  ])('the query "%s" is refused outside of its feature', (query) => {
    const table = `${SERVER}/checkins/checkins.table.ts`;
    const text = "export const checkIns = pgTable('check_ins');\n";
    const content = `export const query = '${query}';\n`;
    expect(check({ [table]: text, [`${SERVER}/checkins/checkins.counts.data.ts`]: content })).toEqual([]);
    const elsewhere = ['features/clients/clients.counts.data.ts', 'core/limits.ts', 'http/app.ts', 'services.ts'];
    for (const file of elsewhere.map((one) => `apps/server/src/${one}`)) {
      const message = "The table check_ins is private to 'checkins': call checkins.service.ts.";
      expect(check({ [table]: text, [file]: content })).toEqual([{ file, line: 1, message }]);
    }
  });

  test('a query that imports a table of another feature is sent to its service', () => {
    const file = `${SERVER}/clients/clients.counts.data.ts`;
    const text = "import { checkIns } from '../checkins/checkins.table.ts';\n\nexport const counted = checkIns;\n";
    expect(check({ [file]: text })).toEqual([
      { file, line: 1, message: expect.stringContaining("export what 'clients' needs from checkins.service.ts") },
    ]);
  });

  test('a procedure reads its data directly and writes through the service', () => {
    const file = `${SERVER}/clients/clients.procedures.ts`;
    const calling = (name: string) => `import { ${name} } from './clients.data.ts';\n\nexport const used = ${name};\n`;
    expect(check({ [file]: calling('selectNotes') })).toEqual([]);
    expect(check({ [file]: calling('insertNote') })).toEqual([
      { file, line: 1, message: expect.stringContaining("'insertNote'") },
    ]);
  });
});

describe('loops over tenants', () => {
  const file = `${SERVER}/clients/clients.reminders.service.ts`;

  test.each([
    ['coaches that a query found', ['  for (const coachId of await selectCoaches(tx)) await remind(coachId);']],
    [
      'rows with their coach',
      ['  for (const { coachId, id } of await selectDue(tx)) {', '    await remind(coachId, id);', '  }'],
    ],
    ['a stream of coaches', ['  for await (const { coachId } of coaches) await remind(coachId);']],
    [
      'a scope for each row',
      ['  for (const row of rows) {', '    await db.write(reminderScopeOf(row.id), remind);', '  }'],
    ],
    [
      'batches of tenants',
      [
        '  do {',
        '    rows = await read(rows.at(-1));',
        '    await db.write(seatsScope(rows[0].id), remind);',
        '  } while (rows.length > 0);',
      ],
    ],
    [
      'a queue of tenants',
      [
        '  while (left.length > 0) {',
        '    const id = left.shift();',
        '    await db.write(scopeOf({ id }), remind);',
        '  }',
      ],
    ],
    ['all tenants at once', ['  await Promise.all(ids.map((id) => db.write(reminderScopeOf(id), remind)));']],
    [
      'a callback for each tenant',
      ['  rows.forEach(async ({ id }) => {', '    await db.write(reminderScopeOf(id), remind);', '  });'],
    ],
  ])('%s are refused in a service and allowed in a test', (_, lines) => {
    const text = ['async function remindAll() {', ...lines, '}', ''].join('\n');
    const message = expect.stringContaining('use eachDue of platform/queue/each-due.ts');
    expect(check({ [file]: text })).toEqual([{ file, line: 2, message }]);
    expect(check({ [file.replace('.service.ts', '.test.ts')]: text })).toEqual([]);
  });

  test('a sweep with eachDue passes, as does a loop within the transaction of one tenant', () => {
    const text = [
      'async function remindAll() {',
      '  await eachDue({ read, size, place, work: (coachId) => db.write(reminderScopeOf(coachId), remind) });',
      '  for (const client of await selectClients(tx)) await remindClient(tx, client);',
      '  const scope = reminderScopeOf(coachId);',
      '  do {',
      '    count = await db.write(scope, remindSome);',
      '  } while (count > 0);',
      '  const scopes = coachings.map((coaching) => ({ coaching, scope: scopeOf(coaching) }));',
      '  return reminderScopeOf(coachId);',
      '}',
      '',
    ].join('\n');
    expect(check({ [file]: text })).toEqual([]);
  });
});

describe('short files', () => {
  const file = (kind: string) => `${SERVER}/checkins/checkins.${kind}.ts`;
  const text = 'export const part = 1;\n';
  const importing = (kind: string) => `import { part } from './checkins.${kind}.ts';\n\nexport const used = part;\n`;
  const manifest = (kind: string) => importing(kind).replace('const used', 'const checkins');

  test.each(['copy', 'jobs', 'mails'])('of what only the manifest registers are refused (%s)', (kind) => {
    const files = { [file(kind)]: text, [file('feature')]: manifest(kind) };
    expect(check(files)).toEqual([
      { file: file(kind), line: 0, message: expect.stringContaining('write them into checkins.feature.ts') },
    ]);
    expect(check({ ...files, [file(kind)]: text.repeat(26) })).toEqual([]);
  });

  test('take procedures up to 25 lines into the manifest', () => {
    const manifestOf = (lines: number) =>
      `import { recent } from './checkins.service.ts';\n\nconst checkinsProcedures = {\n${'  a: 1,\n'.repeat(lines - 2)}};\n\nexport const checkins = { run: recent };\n`;
    expect(check({ [file('feature')]: manifestOf(25) })).toEqual([]);
    expect(check({ [file('feature')]: manifestOf(26) })).toEqual([
      { file: file('feature'), line: 3, message: expect.stringContaining('write them into checkins.procedures.ts') },
    ]);
  });

  test('that only pass on what others hold are refused', () => {
    const forwarding = [
      "import { list } from './checkins.data.ts';",
      "import type { Row } from './checkins.data.ts';",
      '',
      '/** For other features. */',
      'export { list };',
      'export type { Row };',
      '',
    ].join('\n');
    const message = expect.stringContaining('It only forwards');
    expect(check({ [file('days.service')]: forwarding })).toEqual([{ file: file('days.service'), line: 0, message }]);
    expect(check({ [file('days.service')]: `${forwarding}export const DAYS = 7;\n` })).toEqual([]);
  });

  test('of jobs that one service sends are refused, and those of two services pass', () => {
    const files = {
      [file('jobs')]: text,
      [file('feature')]: manifest('jobs'),
      [file('due.service')]: importing('jobs'),
    };
    expect(check(files)).toEqual([
      { file: file('jobs'), line: 0, message: expect.stringContaining('Only checkins.due.service.ts uses') },
    ]);
    expect(check({ ...files, [file('late.service')]: importing('jobs') })).toEqual([]);
  });
});

describe('access', () => {
  const reviewed = 'apps/server/test/procedure-access.json';

  test.each([
    [`${SERVER}/checkins/checkins.test.ts`, "export const cases = [{ callers: ['coach'] }];\n"],
    ['apps/server/test/security-cases-checkins.ts', "export const cases = [{ allowed: ['coach'] }];\n"],
  ])('that %s names again is refused', (file, text) => {
    expect(check({ [file]: text })).toEqual([{ file, line: 1, message: expect.stringContaining(reviewed) }]);
  });

  test('that the reviewed list has twice is refused', () => {
    const entry = '  "checkins.listCheckIns": { "allow": "coach" }';
    expect(check({ [reviewed]: `{\n${entry},\n${entry}\n}\n` })).toEqual([
      { file: reviewed, line: 3, message: expect.stringContaining('checkins.listCheckIns is listed twice') },
    ]);
  });

  test('that a procedure does not state is refused', () => {
    const file = 'packages/contract/src/checkins/checkins.ts';
    const text = "import { oc } from '@orpc/contract';\n\nexport const MISSED_AFTER_DAYS = oc;\n";
    expect(check({ [file]: text })).toEqual([
      { file, line: 1, message: expect.stringContaining('procedure({ allow }) of errors.ts') },
    ]);
  });

  test.each(['procedure()', 'procedure({})', "procedure({ plan: 'ai' })"])('that %s leaves out is refused', (start) => {
    const file = 'packages/contract/src/checkins/checkins.ts';
    const text = `export const MISSED_AFTER_DAYS = {\n  a: ${start}.output(b),\n};\n`;
    expect(check({ [file]: text })).toEqual([
      { file, line: 2, message: expect.stringContaining('procedure({ allow }) of errors.ts') },
    ]);
  });

  test.each(["procedure({ allow: 'coach' })", 'procedure(ofPlan)', 'procedure({ ...ofPlan, whileViewing: true })'])(
    'that %s states passes',
    (start) => {
      const text = `export const MISSED_AFTER_DAYS = {\n  a: ${start}.output(b),\n};\n`;
      expect(check({ 'packages/contract/src/checkins/checkins.ts': text })).toEqual([]);
    },
  );

  test('a procedure without a summary is refused', () => {
    const file = 'packages/contract/src/checkins/checkins.ts';
    const described =
      "  a: procedure({ allow: 'coach' }).route({ path: '/a', summary: 'List check-ins' }).output(b),\n";
    const silent = "  b: procedure({ allow: 'coach' }).route({ path: '/b' }).output(b),\n";
    const text = `export const MISSED_AFTER_DAYS = {\n${described}${silent}${described}};\n`;
    expect(check({ [file]: text })).toEqual([{ file, line: 3, message: expect.stringContaining('summary') }]);
  });
});

describe('procedures', () => {
  const file = 'apps/server/src/features/checkins/checkins.procedures.ts';
  const handler = (start: string) => `export const checkinsProcedures = {\n  get: ${start}.get.handler(() => 1),\n};\n`;

  test.each([
    ['the whole contract', handler('os.checkins')],
    ['a name that is no builder', `const checkins = implement(contract).checkins;\n${handler('checkins')}`],
    ['another name', `const { checkins } = coachProcedure;\n${handler('notes')}`],
  ])('a handler on %s is refused', (_, text) => {
    const line = text.split('\n').findIndex((one) => one.includes('.handler(')) + 1;
    expect(check({ [file]: text })).toEqual([{ file, line, message: expect.stringContaining('core/procedures.ts') }]);
  });

  test.each([
    ['a builder', handler('personProcedure.checkins')],
    ['a feature of a builder', `const { checkins, notes } = coachProcedure;\n${handler('checkins')}`],
    ['a feature under another name', `const ofClient = clientProcedure.checkins;\n${handler('ofClient')}`],
  ])('a handler on %s passes', (_, text) => {
    expect(check({ [file]: text })).toEqual([]);
  });

  test('a manifest has no handler that starts elsewhere', () => {
    const text =
      'const checkinsProcedures = {\n  get: os.checkins.get.handler(() => 1),\n};\n\nexport const checkins = checkinsProcedures;\n';
    expect(check({ [file.replace('.procedures.ts', '.feature.ts')]: text })).toMatchObject([
      { line: 2, message: expect.stringContaining('core/procedures.ts') },
    ]);
  });

  test.each([
    ['a service', file.replace('.procedures.ts', '.service.ts')],
    ['core', `${CORE}/limits.ts`],
  ])('%s imports nothing that a handler could start from without its callers', (_, place) => {
    const text = "import { implement } from '@orpc/server';\n\nexport const start = implement;\n";
    const message = expect.stringContaining('core/procedures.ts');
    expect(check({ [place]: text })).toEqual([{ file: place, line: 1, message }]);
    expect(check({ [`${CORE}/procedures.ts`]: text })).toEqual([]);
  });

  test('code outside of procedures may have handlers', () => {
    expect(check({ [file.replace('.procedures.ts', '.service.ts')]: handler('os.checkins') })).toEqual([]);
  });
});

describe('contents', () => {
  const file = 'apps/web/src/lib/example.ts';

  test('400 lines pass, 401 do not; tests and generated files may be longer', () => {
    const lines = (count: number) => 'export {};\n'.repeat(count);
    expect(check({ [file]: lines(400), 'apps/web/src/routeTree.gen.ts': lines(900) })).toEqual([]);
    expect(check({ [file]: lines(401) })).toEqual([{ file, line: 0, message: expect.stringContaining('401 lines') }]);
    const spec = file.replace('.ts', '.test.ts');
    expect(check({ [spec]: lines(800) })).toEqual([]);
    expect(check({ [spec]: lines(801) })).toEqual([{ file: spec, line: 0, message: expect.stringContaining('801') }]);
  });

  test.each([
    ['a path of the machine', `export const a = '${['', 'work', 'main'].join('/')}';`],
    ['a path of the tools', `export const a = '${['', 'opt', 'n24', 'bin'].join('/')}';`],
    ['a registry', `export const a = 'https://${['registry', 'npmjs', 'org'].join('.')}';`],
    ['a promise in a comment', `// ${'TO'}${'DO'}: finish`],
    ['filler', `export const a = '${['Lorem', 'ipsum'].join(' ')}';`],
    ['a focused test', `test.${'only'}('a', run);`],
    ['a skipped test', `describe.${'skip'}('a', run);`],
    ['a time that an upsert computes', `${'set'}Where: sql\`last < excluded.last_at - interval\``],
    ['a spread that packs an object', `export const a = { ${'..'}.{ b: 1, c: 2 } };`],
    ['a spread that packs a list', `export const a = [${'..'}.['b', 'c'], 'd'];`],
    ['a forced type', `export const a = b ${['as', 'unknown', 'as'].join(' ')} string;`],
  ])('%s is refused', (_, line) => {
    expect(check({ [file]: `\n${line}\n` })).toEqual([{ file, line: 2, message: expect.any(String) }]);
  });

  test.each([
    ['a date in the zone of the machine', 'export const a = new Date().toLocaleDateString();'],
    ['a formatter beside the shared ones', "export const a = new Intl.DateTimeFormat('en-US', { timeZone });"],
    ['the weekday of the machine', 'export const a = new Date().getDay();'],
    ['the zone of the browser', 'export const a = browserTimeZone();'],
  ])('%s is refused on screens and in mails', (_, line) => {
    const found = { line: 2, message: expect.any(String) };
    const mail = 'apps/server/src/platform/mail/example.mail.ts';
    expect(check({ [file]: `\n${line}\n` })).toEqual([{ file, ...found }]);
    expect(check({ [mail]: `\n${line}\n` })).toEqual([{ file: mail, ...found }]);
    expect(check({ 'apps/web/src/lib/example.test.ts': `\n${line}\n` })).toEqual([]);
  });

  test.each([
    ['the storage of the device', "window.localStorage.setItem('a', '1');"],
    ['the storage of a tab', "export const a = sessionStorage.getItem('a');"],
    ['the database of the browser', "export const a = window.indexedDB.open('a');"],
    ['the storage hook of the library', "export const a = useLocalStorage({ key: 'a' });"],
  ])('%s is left to the device folder', (_, line) => {
    const found = { line: 2, message: expect.stringContaining('apps/web/src/device') };
    for (const place of ['lib/example.ts', 'device/example.ts', 'routes/client.example.tsx']) {
      const from = `apps/web/src/${place}`;
      expect(check({ [from]: `\n${line}\n` })).toEqual([{ file: from, ...found }]);
    }
    expect(check({ 'apps/web/src/device/storage.ts': `\n${line}\n` })).toEqual([]);
    expect(check({ 'apps/web/src/lib/example.test.ts': `\n${line}\n` })).toEqual([]);
  });

  test('words that only look like them pass', () => {
    const text = "export const a = ['/workouts/', '/workout-plans', 'registry of deeds', 'todo list'];\n";
    expect(check({ [file]: text })).toEqual([]);
  });

  test('what git ignores is not looked at', () => {
    expect(check({ 'apps/web/dist/assets/app.ts': 'export {};\n'.repeat(500) })).toEqual([]);
  });
});
