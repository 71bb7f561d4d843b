import type { AuditSearchEntry } from '@stridewell/contract/audit/audit';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { mountPage } from '../../../test/mount.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { anOperator, CLIENT_ID, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { actionChoices, auditSearchOf, choiceOf, readAuditSearch, searchOfChoice } from './audit.search.ts';
import { AuditLog } from './audit-log.tsx';

const ENTRIES = 'GET /rest/v1/operator/audit_entries';
const LAST_CHECK = 'GET /rest/v1/operator/audit_chains/last_check';
const MAYA = { id: COACH_ID, name: 'Maya Okafor', email: 'maya@studio.example' };

const aRecord = (changes: Partial<AuditSearchEntry> = {}): AuditSearchEntry => ({
  id: CLIENT_ID,
  at: '2026-01-05T18:00:00.000Z',
  actor: 'coach',
  action: 'package.saved',
  before: { amountCents: 20_000 },
  after: { amountCents: 25_000 },
  network: '203.0.113.0/24',
  actorPerson: MAYA,
  chainId: COACH_ID,
  chainPerson: MAYA,
  seq: 12,
  subjectId: null,
  clientId: null,
  hash: 'abcdef0123456789'.repeat(4),
  ...changes,
});
beforeEach(() => server.on(LAST_CHECK, null));

/** Mounts the log with its filters in the address. */
const mountLog = (search = '') =>
  mountPage({
    at: `/operator/audit-log${search}`,
    read: readAuditSearch,
    page: (read, onSearch) => <AuditLog search={read} onSearch={onSearch} />,
  });

it('says who changed what in which log, and checks its chain', async () => {
  server.on(ENTRIES, {
    entries: [aRecord({ actor: 'operator', actorPerson: { id: CLIENT_ID, name: 'Otto', email: 'otto@example.com' } })],
    next: null,
  });
  server.on(`GET /rest/v1/operator/audit_chains/${COACH_ID}/check`, {
    entries: 12,
    problems: [{ chainId: COACH_ID, seq: 7, problem: 'changed' }],
  });
  await mountLog();
  const entry = within(
    (await screen.findAllByRole('listitem')).find(({ textContent }) => textContent?.includes('Saved a package')) ??
      document.body,
  );
  expect(entry.getByText('Amount: $250, before $200')).toBeDefined();
  expect(entry.getByText('Entry 12, hash abcdef012345')).toBeDefined();
  expect(entry.getByRole('link', { name: 'Otto' }).getAttribute('href')).toContain('by=otto%40example.com');
  expect(entry.getByRole('link', { name: 'Maya Okafor' }).getAttribute('href')).toContain(
    'about=maya%40studio.example',
  );
  fireEvent.click(entry.getByRole('button', { name: 'Verify this chain' }));
  expect(await entry.findByText('Entry 7 was changed after it was written.')).toBeDefined();
});

it('shows an alarm when the check found a change', async () => {
  server.on(ENTRIES, { entries: [aRecord()], next: null });
  server.on(LAST_CHECK, {
    finishedAt: new Date().toISOString(),
    chains: 3,
    entries: 1200,
    problems: 2,
    firstProblem: COACH_ID,
  });
  await mountLog();
  expect(await screen.findByText(/found 2 changed or missing entries/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Show the first chain' }).getAttribute('href')).toContain(COACH_ID);
});

it('reads only what an address may hold', () => {
  expect(readAuditSearch({ action: 'gone', by: ' kim@example.com\u0000', clientId: 'x', from: '2026-02-30' })).toEqual({
    by: 'kim@example.com',
  });
  expect(auditSearchOf({ from: '2026-01-05', to: '2026-01-05' }, 'America/New_York')).toEqual({
    from: '2026-01-05T05:00:00.000Z',
    before: '2026-01-06T05:00:00.000Z',
  });
});

it('offers every action once, and all actions of a subject', () => {
  const choices = actionChoices().flatMap(({ items }) => items.map(({ value }) => value));
  expect(new Set(choices).size).toBe(choices.length);
  expect(choices).toContain('plan.changed');
  expect(searchOfChoice('all:money')).toEqual({ action: undefined, subject: 'money' });
  for (const choice of choices) expect(choiceOf(readAuditSearch(searchOfChoice(choice)))).toBe(choice);
});

it('finds a person by name, and has the chosen one in the address', async () => {
  const asked: string[] = [];
  server.on(ENTRIES, (request) => {
    asked.push(new URL(request.url).search);
    return json({ entries: [], next: null });
  });
  const account = {
    userId: COACH_ID,
    fullName: 'Maya Okafor',
    email: 'maya@studio.example',
    emailVerified: true,
    role: 'Coach-Plus',
    plan: 'plus',
    coachStatus: 'active',
    graceUntil: null,
    joinedAt: '2026-01-05T12:00:00.000Z',
  };
  server.on('GET /rest/v1/operator/accounts', (request) => {
    expect(new URL(request.url).searchParams.get('query')).toBe('maya');
    return json({ accounts: [account], next: null });
  });
  const page = await mountLog('?subject=money');
  const field = await screen.findByPlaceholderText('Name or email');
  fireEvent.focus(field);
  fireEvent.change(field, { target: { value: 'maya' } });
  fireEvent.click(await screen.findByRole('option', { name: /Maya Okafor/, hidden: true }));
  await waitFor(() => expect(asked.at(-1)).toBe('?subject=money&by=maya%40studio.example'));
  // A name alone names no one, so it is not searched for.
  expect(asked).toEqual(['?subject=money', '?subject=money&by=maya%40studio.example']);
  expect(page.address()).toBe('/operator/audit-log?subject=money&by=maya%40studio.example');
});

it('asks for what the address says, and offers the same as a file', async () => {
  const asked: string[] = [];
  server.on(ENTRIES, (request) => {
    asked.push(new URL(request.url).search);
    return json({ entries: [], next: null });
  });
  server.on(LAST_CHECK, {
    finishedAt: new Date().toISOString(),
    chains: 3,
    entries: 1200,
    problems: 0,
    firstProblem: null,
  });
  await openApp('/operator/audit-log?action=plan.changed&by=kim%40example.com', anOperator());
  expect(await screen.findByText('No entries match these filters.')).toBeDefined();
  expect(screen.getByText('All 1,200 entries were checked just now. None was changed.')).toBeDefined();
  expect(asked).toEqual(['?action=plan.changed&by=kim%40example.com']);
  expect(screen.getByRole('link', { name: 'Download as CSV' }).getAttribute('href')).toBe(
    '/exports/operator/audit-log.csv?action=plan.changed&by=kim%40example.com',
  );
});
