import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type CrmResult, DEFAULT_CRM_FIELDS } from '@stridewell/contract/crm/crm.rules';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { enqueue } from '../../core/background.ts';
import { refuse } from '../../core/refusals.ts';
import type { Infrastructure } from '../../core/services.ts';
import type { CoachScope, UserScope } from '../../core/tenancy/scope.ts';
import type { Env } from '../../env.ts';
import type { Tx } from '../../platform/db/database.ts';
import { deriveKey } from '../../platform/derived-key.ts';
import { audit } from '../audit/audit.service.ts';
import { type CoachTx, deleteLinks, insertConnection, lockConnection, updateConnection } from './crm.data.ts';
import { failErasures } from './crm.erase.service.ts';
import { findAccount, HubspotError, revokeToken, type Tokens, tokensOfCode } from './crm.hubspot.service.ts';
import { revokeJob, syncJob } from './crm.jobs.ts';
import { syncScopeOf } from './crm.scopes.ts';
import { openTokens, sealTokens, type TokenDeps } from './crm.tokens.service.ts';

const AUTHORIZE_URL = 'https://app.hubspot.com/oauth/authorize';
/** Where HubSpot sends the coach back. It has to be registered with our app there. */
export const CALLBACK_PATH = '/crm/hubspot/callback';
/** The least that contacts and deals need. */
const SCOPES = [
  'oauth',
  'crm.objects.contacts.read',
  'crm.objects.contacts.write',
  'crm.objects.deals.read',
  'crm.objects.deals.write',
];
const STATE_MINUTES = 15;

type ConnectDeps = TokenDeps & Pick<Infrastructure, 'secret'>;
/** The session in which the coach connects. */
type Visit = { coachId: string; sessionId: string };

const redirectUri = ({ appUrl }: Env): string => `${appUrl}${CALLBACK_PATH}`;

const signatureOf = (secret: string, { coachId, sessionId }: Visit, nonce: string): string =>
  createHmac('sha256', deriveKey(secret, 'hubspot state'))
    .update(`${coachId}.${sessionId}.${nonce}`)
    .digest('base64url');

const digestOf = (state: string): string => createHash('sha256').update(state).digest('base64url');

function isStateOf(secret: string, visit: Visit, state: string): boolean {
  const [nonce = '', signature = ''] = state.split('.');
  const [expected, given] = [Buffer.from(signatureOf(secret, visit, nonce)), Buffer.from(signature)];
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/** Adds the row of a connection that is off, with the usual fields. One that exists stays as it is. */
export const addConnection = (tx: CoachTx, now: Date): Promise<void> =>
  insertConnection(tx, {
    status: 'off',
    fields: DEFAULT_CRM_FIELDS,
    contactsReadUntil: now,
    dealsReadUntil: now,
    nextSyncAt: now,
    connectedAt: now,
  });

/**
 * Starts a visit to HubSpot. Only its latest state counts, once.
 * @returns the address at which the coach allows access
 * @throws CRM_UNAVAILABLE
 */
export async function startConnecting(
  tx: Tx<CoachScope, 'CRM_UNAVAILABLE'>,
  { env, secret, now }: Pick<ConnectDeps, 'env' | 'secret'> & { now: Date },
  sessionId: string,
): Promise<string> {
  if (!env.hubspot) throw refuse(tx, 'CRM_UNAVAILABLE');
  const nonce = randomBytes(18).toString('base64url');
  const state = `${nonce}.${signatureOf(secret, { coachId: tx.scope.coachId, sessionId }, nonce)}`;
  await addConnection(tx, now);
  const stateUntil = new Date(now.getTime() + STATE_MINUTES * 60_000);
  await updateConnection(tx, { stateDigest: digestOf(state), stateUntil });
  const url = new URL(AUTHORIZE_URL);
  url.search = new URLSearchParams({
    client_id: env.hubspot.clientId,
    redirect_uri: redirectUri(env),
    scope: SCOPES.join(' '),
    state,
  }).toString();
  return url.href;
}

/** Uses the state of a visit up. @returns false for another one, and for the same one again */
async function takeState(tx: CoachTx, state: string, now: Date): Promise<boolean> {
  const row = await lockConnection(tx);
  if (row?.stateDigest !== digestOf(state)) return false;
  await updateConnection(tx, { stateDigest: null, stateUntil: null });
  return row.stateUntil !== null && row.stateUntil > now;
}

/** Connects HubSpot after the coach has come back from there. */
export async function finishConnecting(
  deps: ConnectDeps,
  scope: CoachScope,
  { sessionId, state, code }: { sessionId: string; state: string; code: string | null },
): Promise<CrmResult> {
  const { db, env, secret, now, log } = deps;
  const settings = env.hubspot;
  const visit = { coachId: scope.coachId, sessionId };
  if (!settings || !isStateOf(secret, visit, state)) return 'expired';
  if (!(await db.write(scope, (tx) => takeState(tx, state, now())))) return 'expired';
  if (code === null) return 'denied';
  try {
    const tokens = await tokensOfCode(settings, code, redirectUri(env));
    const account = await findAccount(settings, tokens.accessToken);
    await db.write(scope, (tx) => connect(tx, deps, tokens, account));
    return 'connected';
  } catch (error) {
    if (!(error instanceof HubspotError)) throw error;
    log.info({ coachId: scope.coachId, err: error }, 'HubSpot was not connected');
    return ['refused', 'token', 'forbidden'].includes(error.failure) ? 'expired' : 'unreachable';
  }
}

/** Stores a new connection. The same account as before continues where it was. Another account starts empty. */
async function connect(
  tx: CoachTx,
  { seal, now: clock }: ConnectDeps,
  tokens: Tokens,
  account: { id: string; domain: string },
): Promise<void> {
  const now = clock();
  const before = await lockConnection(tx);
  if (!before) throw new Error('a started connection has no row');
  if (before.sealed) await endAccess(tx, seal, before.sealed);
  const isSame = before.hubId === account.id;
  if (!isSame) await deleteLinks(tx);
  await updateConnection(tx, {
    ...sealTokens(seal, tokens, now),
    status: 'on',
    hubId: account.id,
    hubDomain: account.domain,
    ...(!isSame && { deals: null, addsLeads: false, contactsReadUntil: now, dealsReadUntil: now, syncedAt: null }),
    failingSince: null,
    problem: null,
    problemDetail: '',
    nextSyncAt: now,
    connectedAt: now,
  });
  audit(tx, { action: 'crm.connected', subjectId: tx.scope.coachId, after: { account: account.id } });
  await enqueue(tx, syncJob, { coachId: tx.scope.coachId });
}

/** Ends our access in HubSpot after the transaction, with retries. */
const endAccess = (tx: CoachTx, seal: TokenDeps['seal'], sealed: string): Promise<void> =>
  enqueue(tx, revokeJob, revocationOf(seal, sealed));

/** For the deletion of an account. */
export { revokeJob };

/** Ends the access to the HubSpot account of a person who is a coach, before the person is deleted. */
export async function findRevocation(
  tx: Tx<UserScope>,
  { seal }: Pick<TokenDeps, 'seal'>,
): Promise<z.infer<typeof revokeJob.schema> | null> {
  const { userId } = tx.scope;
  const [rows] = await tx.sendAs(syncScopeOf(userId), [
    sql`select sealed from crm_connections where coach_id = ${userId} and sealed is not null`,
  ]);
  const [row] = z.array(z.object({ sealed: z.string() })).parse(rows);
  return row ? revocationOf(seal, row.sealed) : null;
}

/** The data of the job that ends an access. */
const revocationOf = (seal: TokenDeps['seal'], sealed: string): z.infer<typeof revokeJob.schema> => ({
  sealed: seal.seal(openTokens(seal, sealed).refreshToken),
});

/** Revokes a token whose connection has ended. @throws HubspotError */
export async function revokeAccess(
  { env, seal }: Pick<TokenDeps, 'env' | 'seal'>,
  job: { sealed: string },
): Promise<void> {
  if (env.hubspot) await revokeToken(env.hubspot, seal.open(job.sealed));
}

/** Disconnects HubSpot. Ids of contacts and deals stay, so that connecting the account again does not double them. */
export async function disconnect(tx: CoachTx, { seal, now }: { seal: TokenDeps['seal']; now: Date }): Promise<void> {
  const row = await lockConnection(tx);
  if (!row || row.status === 'off') return;
  if (row.sealed) await endAccess(tx, seal, row.sealed);
  await updateConnection(tx, {
    status: 'off',
    sealed: null,
    accessUntil: null,
    stateDigest: null,
    stateUntil: null,
    failingSince: null,
    problem: null,
    problemDetail: '',
  });
  await failErasures(tx, now);
  audit(tx, { action: 'crm.disconnected', subjectId: tx.scope.coachId, before: { account: row.hubId } });
}
