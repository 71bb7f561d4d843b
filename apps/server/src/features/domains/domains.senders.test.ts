import { createPublicKey } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outcomesOf } from '../../../test/api.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { verifiedSignature } from '../../../test/dkim.ts';
import { startDnsServer } from '../../../test/dns-server.ts';
import { MailServer } from '../../../test/mail-server.ts';
import { aClient, aCoach, anOperator, type Coach } from '../../../test/people.ts';
import { coachDecisionMail } from '../operator/operator.mails.ts';
import { checkDomains, tellMoved } from './domains.check.service.ts';
import { holderScopeOf } from './domains.scopes.ts';
import { newSigningKey } from './domains.senders.service.ts';

const TARGET = 'clients.product.example';
const INCLUDE = '_spf.product.example';
const DAY = 86_400_000;
/** Where mails bounce: the address of the installation. */
const OURS = 'hello@example.com';

const server = new MailServer();
let test: TestApp;
let dns: Awaited<ReturnType<typeof startDnsServer>>;
let coach: Coach;
let zone: string;
let domain: string;
let address: string;
let brand: string;
let names = 0;
beforeAll(async () => {
  dns = await startDnsServer();
  test = await createTestApp({ DNS_SERVERS: dns.address, SMTP_URL: await server.start() });
});
afterAll(async () => {
  await test.close();
  await Promise.all([dns.close(), server.stop()]);
});
beforeEach(async () => {
  test.setNow(null);
  dns.state.fails = false;
  names += 1;
  zone = `coach${names}.example.org`;
  domain = `portal.${zone}`;
  address = `hello@${zone}`;
  brand = `Fit ${names}`;
  coach = await aCoach(test);
});

const getAll = (by = coach) => by.api.domains.getDomain({ coachId: by.id });
const getSender = async (by = coach) => (await getAll(by)).sender;
const save = async (typed = address, by = coach) =>
  (await by.api.domains.saveSender({ coachId: by.id, address: typed })).sender;
const check = async (by = coach) => (await by.api.domains.checkDomain({ coachId: by.id })).sender;
const removeSender = (by = coach) => by.api.domains.removeSender({ coachId: by.id });
const sweep = () => checkDomains(test.services);
const later = (ms: number) => test.setNow(new Date(Date.now() + ms));
const valuesOf = async (query: ReturnType<typeof sql>) =>
  (await test.owner.execute<{ value: string }>(query)).rows.map(({ value }) => value);
const noticesOf = ({ id }: Coach) =>
  valuesOf(sql`select title as value from notification_outbox where coach_id = ${id} and type = 'domain_failing'
    union all select title from notifications where user_id = ${id} and type = 'domain_failing'`);
const auditOf = ({ id }: Coach) =>
  valuesOf(
    sql`select action as value from audit_entries where chain_id = ${id} and action like 'sender.%' order by seq`,
  );

async function verifyDomain(by = coach, name = domain) {
  const claimed = (await by.api.domains.claimDomain({ coachId: by.id, domain: name })).domain;
  dns.set(name, 'CNAME', TARGET);
  dns.set(claimed.ownership.name, 'TXT', claimed.ownership.value);
  await by.api.domains.checkDomain({ coachId: by.id });
}
/** Sets the records as the page says. */
async function setRecords(by = coach) {
  const sender = await getSender(by);
  if (!sender) throw new Error('no sender address');
  for (const { record } of [sender.spf, sender.dkim]) dns.set(record.name, 'TXT', record.value);
}
async function aReadySender(by = coach) {
  await verifyDomain(by);
  await save(address, by);
  await setRecords(by);
  return check(by);
}
async function publishBrand(by = coach) {
  await by.api.branding.saveBrand({ coachId: by.id, name: brand, color: '#1a73e8', logoId: null, iconId: null });
  await by.api.branding.publishBrand({ coachId: by.id });
}
const publicKeyOf = async (by = coach) => /p=(.+)$/.exec((await getSender(by))?.dkim.record.value ?? '')?.[1] ?? '';

const headerOf = (mail: string, name: string) => new RegExp(`^${name}: (.+)$`, 'im').exec(mail)?.[1];
/** The mail to an address, once the server has it, with the address to which it bounces. */
async function arrived(to: string) {
  await expect.poll(() => server.recipients(), { interval: 20, timeout: 10_000 }).toContain(to);
  const at = server.recipients().indexOf(to);
  return { mail: server.taken[at] ?? '', bounces: server.bounces[at] };
}
/** Sends a mail on behalf of the coach. */
async function mailFrom(by = coach, options: { stopUrl?: string; fromProduct?: boolean } = {}) {
  const to = `lead-${names}-${server.taken.length}@example.com`;
  const props = { decision: 'approve', name: 'Kim', reason: '.\n..', url: 'https://example.com' };
  await test.services.mailer.send({ to, template: coachDecisionMail, props, sender: by.id, ...options });
  return arrived(to);
}
const fromOf = async (by = coach) => headerOf((await mailFrom(by)).mail, 'From');

describe('a sender address', () => {
  it('needs two records, whose key the product keeps sealed', async () => {
    await verifyDomain();
    const sender = await save(` Hello@${zone.toUpperCase()} `);
    expect(sender).toEqual({
      address,
      isReady: false,
      spf: {
        record: { type: 'TXT', name: zone, value: `v=spf1 include:${INCLUDE} ~all` },
        include: `include:${INCLUDE}`,
        state: 'unchecked',
      },
      dkim: {
        record: {
          type: 'TXT',
          name: expect.stringMatching(new RegExp(`^coach-[0-9a-f]{10}\\._domainkey\\.${zone}$`)),
          value: expect.stringMatching(/^v=DKIM1; k=rsa; p=[\w+/=]+$/),
        },
        state: 'unchecked',
      },
      hasDmarc: null,
      isUnreachable: false,
      checkedAt: null,
    });
    const key = createPublicKey({ key: Buffer.from(await publicKeyOf(), 'base64'), format: 'der', type: 'spki' });
    expect(key.asymmetricKeyDetails?.modulusLength).toBe(2048);
    const [sealed] = await valuesOf(sql`select sealed_key as value from coach_senders where coach_id = ${coach.id}`);
    expect(sealed).not.toContain('PRIVATE KEY');
    expect(test.services.seal.open(sealed ?? '')).toContain('PRIVATE KEY');
    expect(await save()).toEqual(sender);
    expect(await auditOf(coach)).toEqual(['sender.added']);
  });

  it('keeps its key with another mailbox, and gets another one with another domain', async () => {
    await aReadySender();
    const key = await publicKeyOf();
    expect(await save(`team@${zone}`)).toMatchObject({ address: `team@${zone}`, isReady: true });
    expect(await publicKeyOf()).toBe(key);
    expect(await save(`hello@mail.${domain}`)).toMatchObject({ isReady: false, dkim: { state: 'unchecked' } });
    expect(await publicKeyOf()).not.toBe(key);
  });

  it('is one for each coach, also when two arrive at once', async () => {
    await verifyDomain();
    expect(await outcomesOf([save(`a@${zone}`), save(`b@${domain}`), save(`a@${zone}`)])).toEqual(['OK', 'OK', 'OK']);
    expect(await valuesOf(sql`select address as value from coach_senders where coach_id = ${coach.id}`)).toHaveLength(
      1,
    );
  });

  it('needs a verified domain', async () => {
    await expect(save()).rejects.toMatchObject({ code: 'DOMAIN_NOT_VERIFIED' });
    await coach.api.domains.claimDomain({ coachId: coach.id, domain });
    await expect(save()).rejects.toMatchObject({ code: 'DOMAIN_NOT_VERIFIED' });
  });

  it('at a domain of others is refused', async () => {
    await verifyDomain();
    for (const typed of ['hello@gmail.com', 'hello@other.example.org', 'hello@product.example']) {
      await expect(save(typed), typed).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' });
    }
  });

  it('at a name below which people register others is refused', async () => {
    await verifyDomain(coach, `portal${names}.co.uk`);
    await expect(save('hello@co.uk')).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' });
    expect(await save(`hello@portal${names}.co.uk`)).toMatchObject({ address: `hello@portal${names}.co.uk` });
  });

  it('needs the plan, and removing it does not', async () => {
    await aReadySender();
    await test.owner.execute(sql`update users set plan = 'plus' where id = ${coach.id}`);
    await expect(save()).rejects.toMatchObject({ code: 'FEATURE_REQUIRED', data: { feature: 'white_label' } });
    await removeSender();
    await removeSender();
    expect(await auditOf(coach)).toEqual(['sender.added', 'sender.verified', 'sender.removed']);
  });

  it('is not chosen or removed when another coach does so for their own tenant', async () => {
    const other = await aCoach(test);
    await aReadySender();
    await expect(save(address, other)).rejects.toMatchObject({ code: 'DOMAIN_NOT_VERIFIED' });
    await removeSender(other);
    expect(await getSender()).toMatchObject({ isReady: true });
  });

  it('goes with its domain', async () => {
    await aReadySender();
    await coach.api.domains.removeDomain({ coachId: coach.id });
    expect(await getAll()).toMatchObject({ domain: null, sender: null, isSenderOffered: true });
  });

  it('cannot be changed without end', async () => {
    await verifyDomain();
    expect(await outcomesOf(Array.from({ length: 11 }, () => save()))).toContain('RATE_LIMITED');
  });
});

describe('a check', () => {
  it('finds both records, and says whether there is a DMARC record', async () => {
    expect(await aReadySender()).toMatchObject({
      isReady: true,
      spf: { state: 'found' },
      dkim: { state: 'found' },
      hasDmarc: false,
      checkedAt: expect.any(String),
    });
    dns.set(`_dmarc.${zone}`, 'TXT', 'v=DMARC1; p=none');
    expect(await check()).toMatchObject({ hasDmarc: true });
    expect(await auditOf(coach)).toEqual(['sender.added', 'sender.verified']);
  });

  it('finds each kind of SPF record', async () => {
    await aReadySender();
    const long = `v=spf1 ${'mx '.repeat(120)}include:${INCLUDE} -all`;
    dns.set(`_spf.${zone}`, 'TXT', `v=spf1 include:${INCLUDE} -all`);
    const records: Record<string, string[]> = {
      missing: [],
      several: [`v=spf1 include:${INCLUDE} ~all`, 'v=spf1 -all'],
      no_include: ['v=spf1 include:other.example ~all'],
      // In pieces.
      found: [long],
    };
    for (const [state, values] of Object.entries(records)) {
      dns.set(zone, 'TXT', ...values);
      expect(await check()).toMatchObject({ spf: { state }, dkim: { state: 'found' }, isReady: state === 'found' });
    }
    dns.set(zone, 'TXT', `v=spf1 redirect=_spf.${zone}`);
    expect(await check()).toMatchObject({ spf: { state: 'found' } });
    // In a circle.
    dns.set(zone, 'TXT', `v=spf1 redirect=${zone}`);
    expect(await check()).toMatchObject({ spf: { state: 'no_include' } });
  });

  it('says that a name with a CNAME record has no SPF record', async () => {
    await verifyDomain();
    await save(`hello@${domain}`);
    expect(await check()).toMatchObject({ spf: { state: 'alias' }, dkim: { state: 'missing' }, isReady: false });
  });

  it('finds each kind of DKIM record', async () => {
    const name = (await aReadySender())?.dkim.record.name ?? '';
    const records: Record<string, string[]> = {
      missing: [],
      other_key: ['v=DKIM1; k=rsa; p=MIIB'],
      revoked: ['v=DKIM1; p='],
      several: ['v=DKIM1; p=MIIB', 'v=DKIM1; p=MIIC'],
    };
    for (const [state, values] of Object.entries(records)) {
      dns.set(name, 'TXT', ...values);
      expect(await check()).toMatchObject({ dkim: { state }, spf: { state: 'found' }, isReady: false });
    }
  });

  it('without an answer of DNS changes nothing', async () => {
    await aReadySender();
    dns.state.fails = true;
    later(DAY + 60_000);
    await sweep();
    expect(await getSender()).toMatchObject({ isReady: true, isUnreachable: true, spf: { state: 'found' } });
    expect(await noticesOf(coach)).toEqual([]);
  });
});

describe('a mail in the coach’s brand', () => {
  it('comes from the address with a valid signature, and bounces to us', async () => {
    await aReadySender();
    await publishBrand();
    const { mail, bounces } = await mailFrom(coach, { stopUrl: 'https://example.com/unsubscribe/x' });
    expect(headerOf(mail, 'From')).toBe(`${brand} <${address}>`);
    expect(headerOf(mail, 'Reply-To')).toBe(coach.email);
    expect(bounces).toBe(OURS);
    const { domain: signer, selector, signed } = verifiedSignature(mail, await publicKeyOf());
    expect(`${selector}._domainkey.${signer}`).toBe((await getSender())?.dkim.record.name);
    expect(signer).toBe(zone);
    expect(signed).toEqual(
      expect.arrayContaining(['from', 'reply-to', 'subject', 'to', 'list-unsubscribe', 'list-unsubscribe-post']),
    );
    const { publicKey: other } = await newSigningKey();
    expect(() => verifiedSignature(mail, other)).toThrow('the signature is wrong');
    for (const changed of [mail.replace(brand, 'Fit X'), mail.replace('Kim', 'Tim'), mail.replace(/^To: /m, 'To: x')]) {
      const key = await publicKeyOf();
      expect(() => verifiedSignature(changed, key)).toThrow();
    }
  });

  it.each<[string, () => Promise<unknown>]>([
    ['the plan ends', () => test.owner.execute(sql`update users set plan = 'plus' where id = ${coach.id}`)],
    ['the brand is no longer published', () => coach.api.branding.unpublishBrand({ coachId: coach.id })],
    [
      'the brand is suspended',
      async () => {
        const operator = await anOperator(test);
        await operator.api.branding.suspendBrand({ userId: coach.id, reason: 'Looks like a bank.' });
      },
    ],
    ['the domain is removed', () => coach.api.domains.removeDomain({ coachId: coach.id })],
    ['the address is removed', () => removeSender()],
    [
      'the domain is lost',
      () => test.owner.execute(sql`update coach_domains set verified_at = null where coach_id = ${coach.id}`),
    ],
    [
      'the records are gone',
      async () => {
        dns.set(zone, 'TXT');
        await check();
      },
    ],
  ])('comes from our address at once when %s', async (_kind, end) => {
    await aReadySender();
    await publishBrand();
    await end();
    const { mail, bounces } = await mailFrom();
    expect(headerOf(mail, 'From')).toMatch(new RegExp(`^(?:Stridewell|${brand}) <${OURS}>$`));
    expect(mail).not.toMatch(/^dkim-signature:/im);
    expect(bounces).toBe(OURS);
  });

  it('that waits comes from the address that counts when it is sent', async () => {
    await aReadySender();
    await publishBrand();
    const to = `late-${names}@example.com`;
    const props = { decision: 'approve', name: 'Kim', reason: '', url: 'https://example.com' };
    await test.services.db.write(holderScopeOf(coach.id), async (tx) => {
      await test.services.mailer.send({ to, template: coachDecisionMail, props, sender: coach.id }, tx);
      dns.set(zone, 'TXT');
      await check();
    });
    expect(headerOf((await arrived(to)).mail, 'From')).toBe(`${brand} <${OURS}>`);
  });

  it('of another coach comes from our address', async () => {
    await aReadySender();
    await publishBrand();
    const other = await aCoach(test);
    brand = `${brand} Two`;
    await publishBrand(other);
    expect(await fromOf(other)).toBe(`${brand} <${OURS}>`);
  });

  it('about an account comes from our address, in the brand of the host that asked', async () => {
    await aReadySender();
    await publishBrand();
    const client = await aClient(test, { of: coach });
    const headers = { host: domain, origin: `http://${domain}:3000` };
    const url = '/auth/v1/request-password-reset';
    await test.app.inject({ method: 'POST', url, headers, payload: { email: client.email } });
    expect(headerOf((await arrived(client.email)).mail, 'From')).toBe(`${brand} <${OURS}>`);
  });
});

describe('records that are gone', () => {
  it('end the use of the address with one notice, and it returns with them', async () => {
    await aReadySender();
    await publishBrand();
    dns.set(zone, 'TXT', 'v=spf1 -all');
    later(DAY + 60_000);
    await sweep();
    expect(await getSender()).toMatchObject({ isReady: false, spf: { state: 'no_include' } });
    expect(await noticesOf(coach)).toEqual([`Your emails no longer come from ${address}`]);
    later(DAY + 4_000_000);
    await sweep();
    expect(await noticesOf(coach)).toHaveLength(1);
    await setRecords();
    later(DAY + 8_000_000);
    await sweep();
    expect(await getSender()).toMatchObject({ isReady: true });
    expect(await fromOf()).toBe(`${brand} <${address}>`);
    expect(await auditOf(coach)).toEqual(['sender.added', 'sender.verified', 'sender.lost', 'sender.verified']);
  });

  it('are asked for every hour at first, and daily once they were found', async () => {
    await verifyDomain();
    await save();
    await sweep();
    const asked = () => dns.state.asked;
    await setRecords();
    let before = asked();
    await sweep();
    expect(asked()).toBe(before);
    later(3_700_000);
    await sweep();
    expect(await getSender()).toMatchObject({ isReady: true });
    before = asked();
    later(7_500_000);
    await sweep();
    expect(asked()).toBe(before);
  });
});

it('a domain that moves to another coach takes the address with it', async () => {
  const other = await aCoach(test);
  await aReadySender();
  await publishBrand();
  await verifyDomain(other);
  expect(await getAll()).toMatchObject({ domain: { problem: 'moved' }, sender: null });
  expect(await fromOf()).toBe(`${brand} <${OURS}>`);
  await tellMoved(test.services, { coachId: coach.id, domain });
  expect(await noticesOf(coach)).toContain(`${domain} stopped working`);
  expect(await getSender(other)).toBeNull();
  // The former coach's records alone bring nothing back.
  await expect(save()).rejects.toMatchObject({ code: 'DOMAIN_NOT_VERIFIED' });
});

it('is not offered where the installation names no mail servers, and no address is used', async () => {
  const without = await createTestApp({ MAIL_SPF_INCLUDE: '', DNS_SERVERS: dns.address });
  try {
    const by = await aCoach(without);
    await verifyDomain(by);
    expect(await getAll(by)).toMatchObject({ domain: { status: 'verified' }, sender: null, isSenderOffered: false });
    await expect(save(address, by)).rejects.toMatchObject({ code: 'SENDERS_NOT_OFFERED' });
  } finally {
    await without.close();
  }
});
