import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outcomesOf } from '../../../test/api.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { startDnsServer } from '../../../test/dns-server.ts';
import { aCoach, type Coach } from '../../../test/people.ts';
import { checkDomains, tellMoved } from './domains.check.service.ts';

const TARGET = 'clients.product.example';
const DAY = 86_400_000;

let test: TestApp;
let dns: Awaited<ReturnType<typeof startDnsServer>>;
let coach: Coach;
let domain: string;
let names = 0;
beforeAll(async () => {
  dns = await startDnsServer();
  dns.set(TARGET, 'A', '192.0.2.10');
  dns.set(TARGET, 'AAAA', '2001:db8::10');
  // The jobs are called directly.
  test = await createTestApp({ APP_ROLE: 'web', DNS_SERVERS: dns.address, DOMAIN_ADDRESSES: '192.0.2.11' });
});
afterAll(async () => {
  await test.close();
  await dns.close();
});
beforeEach(async () => {
  test.setNow(null);
  dns.state.fails = false;
  await test.owner.execute(sql`delete from coach_domains`);
  coach = await aCoach(test);
  names += 1;
  domain = `portal${names}.example.org`;
});

const get = async (by = coach) => (await by.api.domains.getDomain({ coachId: by.id })).domain;
const claim = async (by = coach, name = domain) =>
  (await by.api.domains.claimDomain({ coachId: by.id, domain: name })).domain;
const check = async (by = coach) => (await by.api.domains.checkDomain({ coachId: by.id })).domain;
const remove = (by = coach) => by.api.domains.removeDomain({ coachId: by.id });
const holder = async (host = domain) => (await test.services.hosts.coachOfHost(host))?.coachId ?? null;
const sweep = () => checkDomains(test.services);
const later = (ms: number) => test.setNow(new Date(Date.now() + ms));
const noticesOf = async ({ id }: Coach) =>
  (
    await test.owner.execute<{ title: string }>(
      sql`select title from notification_outbox where coach_id = ${id} and type = 'domain_failing' order by created_at`,
    )
  ).rows.map(({ title }) => title);
const auditOf = async ({ id }: Coach) =>
  (
    await test.owner.execute<{ action: string }>(
      sql`select action from audit_entries where chain_id = ${id} and action like 'domain.%' order by seq`,
    )
  ).rows.map(({ action }) => action);

/** Sets the records as the page says. */
async function setRecords(by = coach) {
  const own = await get(by);
  if (!own) throw new Error('no domain');
  dns.set(own.address.name, 'CNAME', own.address.value);
  dns.set(own.ownership.name, 'TXT', 'v=spf1 -all', own.ownership.value);
}
async function aVerified(by = coach) {
  await claim(by);
  await setRecords(by);
  return check(by);
}

describe('a claim', () => {
  it('names the records to set, and repeating it changes nothing', async () => {
    const claimed = await claim(coach, ` HTTPS://${domain.toUpperCase()}./ `);
    expect(claimed).toEqual({
      domain,
      status: 'waiting',
      problem: null,
      address: { type: 'CNAME', name: domain, value: TARGET },
      addressesInstead: [{ type: 'A', name: domain, value: '192.0.2.11' }],
      ownership: {
        type: 'TXT',
        name: `_coach-domain.${domain}`,
        value: expect.stringMatching(/^coach-domain=[\w-]{32}$/),
      },
      mailDomain: 'example.org',
      checkedAt: null,
      verifiedAt: null,
      stopsAt: null,
    });
    expect(await claim()).toEqual(claimed);
    expect(await get()).toEqual(claimed);
    expect(await holder()).toBeNull();
    expect(await auditOf(coach)).toEqual(['domain.claimed']);
  });

  it('is one for each coach, also when two arrive at once', async () => {
    const outcomes = await outcomesOf([claim(coach, 'one.example.org'), claim(coach, 'two.example.org')]);
    expect(outcomes.sort()).toEqual(['DOMAIN_IN_USE', 'OK']);
  });

  it.each([TARGET, 'product.example', `x.${TARGET}`])('of %s is refused, because it is the product’s', async (name) => {
    await expect(claim(coach, name)).rejects.toMatchObject({ code: 'DOMAIN_REFUSED' });
  });

  it.each(['co.uk', ' https://GitHub.io./', 'anything.kawasaki.jp', '公司.cn'])(
    'of %j is refused, because people register names below it',
    async (name) => {
      const message = 'Please enter a domain that you own, like portal.example.com';
      await expect(claim(coach, name)).rejects.toMatchObject({ code: 'BAD_REQUEST', message });
      expect(await get()).toBeNull();
    },
  );

  it.each(['coach.co.uk', 'coach.github.io', 'city.kawasaki.jp', 'portal.example', 'x.test'])(
    'of %s counts',
    async (name) => {
      expect(await claim(coach, name)).toMatchObject({ domain: name });
    },
  );

  it.each(['127.0.0.1', 'localhost', 'a b.example.org', 'x'.repeat(400)])('of %s is no domain', async (name) => {
    await expect(claim(coach, name)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('needs the plan, and removing it does not', async () => {
    await aVerified();
    await test.owner.execute(sql`update users set plan = 'plus' where id = ${coach.id}`);
    for (const attempt of [() => get(), () => claim(), () => check()]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'FEATURE_REQUIRED', data: { feature: 'white_label' } });
    }
    await remove();
    expect(await holder()).toBeNull();
  });
});

describe('a check', () => {
  it('verifies a domain with both records, which is served from then on', async () => {
    expect(await aVerified()).toMatchObject({ status: 'verified', problem: null, verifiedAt: expect.any(String) });
    expect(await holder()).toBe(coach.id);
    expect(await holder(`${domain.toUpperCase()}.:3000`)).toBe(coach.id);
    expect(await auditOf(coach)).toEqual(['domain.claimed', 'domain.verified']);
  });

  it.each<[string, () => void, string | null]>([
    ['nothing', () => undefined, 'no_ownership'],
    ['another token', () => dns.set(`_coach-domain.${domain}`, 'TXT', 'coach-domain=abc'), 'other_ownership'],
    ['another text', () => dns.set(`_coach-domain.${domain}`, 'TXT', 'hello'), 'no_ownership'],
  ])('finds %s at the name of ownership', async (_kind, set, problem) => {
    await claim();
    set();
    expect(await check()).toMatchObject({ status: 'waiting', problem });
    expect(await holder()).toBeNull();
  });

  it.each<[string, () => void, string | null]>([
    ['no address', () => dns.set(domain, 'CNAME'), 'no_address'],
    ['another alias', () => dns.set(domain, 'CNAME', 'elsewhere.example.org'), 'other_address'],
    ['another address', () => dns.set(domain, 'A', '192.0.2.99'), 'other_address'],
    ['the address of the target', () => dns.set(domain, 'A', '192.0.2.10'), null],
    ['a fixed address', () => dns.set(domain, 'A', '192.0.2.11'), null],
    [
      'both kinds of addresses',
      () => {
        dns.set(domain, 'A', '192.0.2.10');
        dns.set(domain, 'AAAA', '2001:db8::10');
      },
      null,
    ],
    [
      'one address of two elsewhere',
      () => {
        dns.set(domain, 'A', '192.0.2.10');
        dns.set(domain, 'AAAA', '2001:db8::99');
      },
      'other_address',
    ],
  ])('finds %s', async (_kind, set, problem) => {
    await claim();
    await setRecords();
    dns.set(domain, 'CNAME');
    set();
    expect(await check()).toMatchObject({ problem, status: problem === null ? 'verified' : 'waiting' });
  });

  it('says so while DNS does not answer, and takes nothing away', async () => {
    await aVerified();
    dns.state.fails = true;
    expect(await check()).toMatchObject({ status: 'verified', problem: 'unreachable' });
    later(30 * DAY);
    await sweep();
    expect(await holder()).toBe(coach.id);
    expect(await noticesOf(coach)).toEqual([]);
  });

  it('is refused without a claim, and after too many', async () => {
    await expect(check()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await claim();
    const checks = await outcomesOf(Array.from({ length: 31 }, () => check()));
    expect(checks).toContain('RATE_LIMITED');
  });
});

describe('records that are gone', () => {
  it('stop the domain after some days, and the coach hears of both', async () => {
    await aVerified();
    dns.set(domain, 'CNAME');
    later(DAY + 60_000);
    await sweep();
    expect(await get()).toMatchObject({ status: 'failing', problem: 'no_address', stopsAt: expect.any(String) });
    expect(await holder()).toBe(coach.id);
    later(2 * DAY);
    await sweep();
    expect(await holder()).toBe(coach.id);
    later(4 * DAY + 120_000);
    await sweep();
    expect(await get()).toMatchObject({ status: 'waiting', problem: 'no_address', stopsAt: null });
    expect(await holder()).toBeNull();
    expect(await noticesOf(coach)).toEqual([`DNS records for ${domain} are missing`, `${domain} stopped working`]);
    expect(await auditOf(coach)).toEqual(['domain.claimed', 'domain.verified', 'domain.failing', 'domain.lost']);
  });

  it('that come back in time change nothing', async () => {
    await aVerified();
    dns.set(domain, 'CNAME');
    expect(await check()).toMatchObject({ status: 'failing' });
    dns.set(domain, 'CNAME', TARGET);
    expect(await check()).toMatchObject({ status: 'verified', problem: null, stopsAt: null });
  });
});

describe('the sweep', () => {
  it('verifies a fresh claim within the hour, and leaves one that was checked', async () => {
    await claim();
    await setRecords();
    await sweep();
    expect(await get()).toMatchObject({ status: 'verified' });
    const { asked } = dns.state;
    await sweep();
    expect(dns.state.asked).toBe(asked);
  });

  it('gives up a claim after a month', async () => {
    await claim();
    later(31 * DAY);
    await sweep();
    const { asked } = dns.state;
    later(60 * DAY);
    await sweep();
    expect(dns.state.asked).toBe(asked);
  });
});

describe('a domain that two coaches claim', () => {
  it('belongs to the one whose record is there', async () => {
    const other = await aCoach(test);
    await claim();
    await claim(other);
    await setRecords(other);
    expect(await check()).toMatchObject({ status: 'waiting', problem: 'other_ownership' });
    expect(await check(other)).toMatchObject({ status: 'verified' });
    expect(await holder()).toBe(other.id);
  });

  it('moves with the record, the former coach hears of it, and their old record takes nothing back', async () => {
    const other = await aCoach(test);
    await aVerified();
    const before = (await get())?.ownership.value ?? '';
    await claim(other);
    const both = [before, (await get(other))?.ownership.value ?? ''];
    dns.set(`_coach-domain.${domain}`, 'TXT', ...both);
    expect(await check(other)).toMatchObject({ status: 'verified' });
    expect(await holder()).toBe(other.id);
    expect(await get()).toMatchObject({ status: 'waiting', problem: 'moved' });
    expect(await check()).toMatchObject({ status: 'waiting', problem: 'other_ownership' });
    expect(await holder()).toBe(other.id);
    await tellMoved(test.services, { coachId: coach.id, domain });
    expect(await noticesOf(coach)).toEqual([`${domain} stopped working`]);
    expect(await auditOf(coach)).toEqual(['domain.claimed', 'domain.verified', 'domain.lost']);
    expect(await noticesOf(other)).toEqual([]);
  });

  it('has one holder when both verify it at once', async () => {
    const other = await aCoach(test);
    await claim();
    await claim(other);
    dns.set(domain, 'CNAME', TARGET);
    const tokens = [(await get())?.ownership.value ?? '', (await get(other))?.ownership.value ?? ''];
    dns.set(`_coach-domain.${domain}`, 'TXT', ...tokens);
    expect(await outcomesOf([check(), check(other)])).toEqual(['OK', 'OK']);
    const statuses = [(await get())?.status, (await get(other))?.status];
    expect(statuses.sort()).toEqual(['verified', 'waiting']);
  });

  it('stays when another coach removes their own', async () => {
    const other = await aCoach(test);
    await aVerified();
    await remove(other);
    expect(await holder()).toBe(coach.id);
  });
});

describe('a removed domain', () => {
  it('stops at once, and removing it again changes nothing', async () => {
    await aVerified();
    await remove();
    expect(await holder()).toBeNull();
    await remove();
    expect(await auditOf(coach)).toEqual(['domain.claimed', 'domain.verified', 'domain.removed']);
    expect((await claim()).ownership.value).toMatch(/^coach-domain=/);
  });
});

it('is not offered where the installation has no target', async () => {
  const without = await createTestApp({ DOMAIN_TARGET: '', MAIL_SPF_INCLUDE: '' });
  try {
    const by = await aCoach(without);
    expect(await by.api.domains.getDomain({ coachId: by.id })).toEqual({
      domain: null,
      isOffered: false,
      sender: null,
      isSenderOffered: false,
    });
    await expect(claim(by)).rejects.toMatchObject({ code: 'DOMAINS_NOT_OFFERED' });
  } finally {
    await without.close();
  }
});
