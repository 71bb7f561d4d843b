import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { OwnSender } from '@stridewell/contract/domains/domains';
import {
  type DkimState,
  isSenderOf,
  readSenderAddress,
  type SpfState,
} from '@stridewell/contract/domains/domains.senders.rules';
import { refuse } from '../../core/refusals.ts';
import type { Infrastructure } from '../../core/services.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Env } from '../../env.ts';
import type { Tx } from '../../platform/db/database.ts';
import { isUnresolved, type Resolver } from '../../platform/dns/resolver.ts';
import type { OwnAddress } from '../../platform/mail/look.ts';
import type { Seal } from '../../platform/seal.ts';
import { audit } from '../audit/audit.service.ts';
import { notify } from '../notifications/notifications.service.ts';
import { lockDomain, updateDomain } from './domains.data.ts';
import { isOfProduct, isPublicSuffix } from './domains.names.rules.ts';
import { holderScopeOf } from './domains.scopes.ts';
import {
  deleteSender,
  findReadySender,
  findSender,
  replaceSender,
  type SenderRow,
  updateSender,
} from './domains.senders.data.ts';
import { dkimOf, dmarcNames, isDmarc, selectorName, spfOf, toOwnSender } from './domains.senders.rules.ts';

type CoachTx = Tx<CoachScope>;
type MailEnv = Pick<Env, 'MAIL_SPF_INCLUDE'>;
/** By the coach, or by the sweep. */
export type By = { bySystem?: true };
/** The records of a sender address; null where DNS did not answer. */
export type SenderRecords = { spf: SpfState | null; dkim: DkimState | null; hasDmarc: boolean | null };

const makeKeyPair = promisify(generateKeyPair);

export type SigningKey = { selector: string; publicKey: string; privateKey: string };

/** A new key of DKIM. Receivers need to support no more than 2048 bits. */
export async function newSigningKey(): Promise<SigningKey> {
  const { publicKey, privateKey } = await makeKeyPair('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const selector = `coach-${randomBytes(5).toString('hex')}`;
  return { selector, publicKey: publicKey.toString('base64'), privateKey };
}

type Refused = 'SENDERS_NOT_OFFERED' | 'DOMAIN_NOT_VERIFIED' | 'ADDRESS_REFUSED';
type SaveDeps = { env: MailEnv & Pick<Env, 'appUrl'>; seal: Seal; now: Date };

/**
 * Chooses the sender address. Another address at the same domain keeps the key. Idempotent.
 * @param key the key of another domain
 * @throws SENDERS_NOT_OFFERED, DOMAIN_NOT_VERIFIED, ADDRESS_REFUSED for a domain that is not the coach's
 */
export async function saveSender(
  tx: Tx<CoachScope, Refused>,
  { env, seal, now }: SaveDeps,
  text: string,
  { privateKey, ...key }: SigningKey,
): Promise<OwnSender> {
  if (env.MAIL_SPF_INCLUDE === undefined) throw refuse(tx, 'SENDERS_NOT_OFFERED');
  const read = readSenderAddress(text);
  if ('problem' in read) throw refuse('BAD_REQUEST');
  const own = await lockDomain(tx);
  if (!own?.verifiedAt) throw refuse(tx, 'DOMAIN_NOT_VERIFIED');
  const { address, domain } = read;
  const isOwnable = isSenderOf(domain, own.domain) && !isPublicSuffix(domain);
  if (!isOwnable || isOfProduct(domain, [new URL(env.appUrl).hostname])) throw refuse(tx, 'ADDRESS_REFUSED');
  const before = await findSender(tx);
  const saved = before?.domain === domain ? await updateSender(tx, { address }) : await addSender();
  if (before?.address !== address) audit(tx, { action: 'sender.added', after: { address } });
  const sender = toOwnSender(saved, own, env);
  if (!sender) throw new Error('a saved sender address is not offered');
  return sender;

  async function addSender(): Promise<SenderRow> {
    // The sweep looks for the records within the hour.
    await updateDomain(tx, { dueAt: now });
    return replaceSender(tx, { address, domain, ...key, sealedKey: seal.seal(privateKey), waitingSince: now });
  }
}

/** Removes the sender address and its key. Mails come from the product's address at once. Idempotent. */
export async function removeSender(tx: CoachTx): Promise<void> {
  await lockDomain(tx);
  const row = await deleteSender(tx);
  if (row) audit(tx, { action: 'sender.removed', before: { address: row.address } });
}

/** Finds the SPF record, also behind one redirect. */
async function askSpf(resolver: Resolver, domain: string, include: string): Promise<SpfState> {
  const { state, redirect } = spfOf(await resolver.texts(domain), include);
  if (state === 'found') return state;
  if (redirect !== null && spfOf(await resolver.texts(redirect), include).state === 'found') return 'found';
  return (await resolver.aliases(domain)).length > 0 ? 'alias' : state;
}

async function hasDmarcRecord(resolver: Resolver, domain: string): Promise<boolean> {
  const texts = await Promise.all(dmarcNames(domain).map((name) => resolver.texts(name)));
  return texts.flat().some(isDmarc);
}

/** @returns null when DNS did not answer */
async function orNull<Found>(asked: Promise<Found>): Promise<Found | null> {
  try {
    return await asked;
  } catch (error) {
    if (!isUnresolved(error)) throw error;
    return null;
  }
}

/** Asks DNS about a sender address. */
export async function askSender(
  { env, resolver }: Pick<Infrastructure, 'resolver'> & { env: MailEnv },
  sender: Pick<SenderRow, 'domain' | 'selector' | 'publicKey'>,
): Promise<SenderRecords | null> {
  const { MAIL_SPF_INCLUDE: include } = env;
  if (include === undefined) return null;
  const [spf, keys, hasDmarc] = await Promise.all([
    orNull(askSpf(resolver, sender.domain, include)),
    orNull(resolver.texts(selectorName(sender))),
    orNull(hasDmarcRecord(resolver, sender.domain)),
  ]);
  return { spf, dkim: keys && dkimOf(keys, sender.publicKey), hasDmarc };
}

/** Notifies the coach about their domain or their sender address. */
export const tellOfDomain = (tx: CoachTx, title: string, message: string) =>
  notify(tx, {
    userId: tx.scope.coachId,
    type: 'domain_failing',
    title,
    message,
    metadata: { coach_id: tx.scope.coachId },
  });

/**
 * Stores the records that were found. Without both, mails come from the product's address at once. Where DNS did not
 * answer, the earlier result stays.
 */
export async function settleSender(
  tx: CoachTx,
  row: SenderRow,
  records: SenderRecords,
  by: By,
  now: Date,
): Promise<SenderRow> {
  const { address, waitingSince } = row;
  const [spf, dkim] = [records.spf ?? row.spf, records.dkim ?? row.dkim];
  const isReady = spf === 'found' && dkim === 'found';
  if (isReady && waitingSince) {
    audit(tx, Object.assign({ action: 'sender.verified' as const, after: { address } }, by));
  }
  if (!isReady && !waitingSince) {
    audit(tx, { action: 'sender.lost', after: { address, spf, dkim }, bySystem: true });
    const message = 'Its DNS records are missing. Emails come from our address again until they are back.';
    await tellOfDomain(tx, `Your emails no longer come from ${address}`, message);
  }
  return updateSender(tx, {
    spf,
    dkim,
    hasDmarc: records.hasDmarc ?? row.hasDmarc,
    isUnreachable: records.spf === null || records.dkim === null,
    checkedAt: now,
    waitingSince: isReady ? null : (waitingSince ?? now),
  });
}

/** The address that mails of a coach come from, and what signs them; null for the product's. */
export async function ownAddressOf(
  { db, env, seal }: Pick<Infrastructure, 'db' | 'seal'> & { env: MailEnv },
  coachId: string,
): Promise<OwnAddress | null> {
  if (env.MAIL_SPF_INCLUDE === undefined) return null;
  const sender = await db.readAtOnce(holderScopeOf(coachId), findReadySender);
  if (!sender) return null;
  const { address, domain, selector, sealedKey } = sender;
  return { address, dkim: { domainName: domain, keySelector: selector, privateKey: seal.open(sealedKey) } };
}
