import { expect } from 'vitest';
import { DOMAINS_CHANGED } from '../../src/features/domains/domains.hosts.service.ts';
import { domainsScope } from '../../src/features/domains/domains.scopes.ts';
import { coachDomains } from '../../src/features/domains/domains.table.ts';
import { announce } from '../../src/platform/realtime/live.ts';
import type { TestApp } from '../app.ts';

/** A verified domain of the coach `of`, which this process serves. */
export async function aDomain(test: TestApp, { of, domain }: { of: { id: string }; domain: string }): Promise<void> {
  const now = new Date();
  const row = { coachId: of.id, domain, token: 'x', claimedAt: now, verifiedAt: now, dueAt: now };
  await test.owner.insert(coachDomains).values(row);
  await announceDomains(test, domain, true);
}

/**
 * Tells all processes of a change, as the services do, and waits until this one knows it.
 * @param isServed whether the domain is served then; undefined where it is no domain of a coach any more
 */
export async function announceDomains(
  { services: { db, hosts } }: Pick<TestApp, 'services'>,
  domain: string,
  isServed: boolean | undefined,
): Promise<void> {
  await db.write(domainsScope, (tx) => announce(tx, DOMAINS_CHANGED));
  await expect.poll(async () => (await hosts.coachOfHost(domain))?.isServed).toBe(isServed);
}
