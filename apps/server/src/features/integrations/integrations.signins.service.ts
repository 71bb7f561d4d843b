import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { CalendarConnection } from '@stridewell/contract/integrations/integrations.calendars';
import { type CalendarProvider, mostCalendars } from '@stridewell/contract/integrations/integrations.calendars.rules';
import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { enqueue } from '../../core/background.ts';
import { type Answering, refuse } from '../../core/refusals.ts';
import type { CoachScope, UserScope } from '../../core/tenancy/scope.ts';
import type { Env } from '../../env.ts';
import type { Tx } from '../../platform/db/database.ts';
import { deriveKey } from '../../platform/derived-key.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import { audit } from '../audit/audit.service.ts';
import { type CoachAccess, forgetBusy, sessionsChangedJob } from '../calendar/calendar.service.ts';
import { type Account, findAccount } from './integrations.accounts.service.ts';
import {
  countConnections,
  deleteCalendars,
  findConnection,
  insertCalendar,
  lockConnection,
  selectCalendars,
  updateCalendar,
  updateConnection,
} from './integrations.calendars.data.ts';
import {
  addConnection,
  type CalendarDeps,
  type Found,
  getConnection,
  requireReadable,
} from './integrations.calendars.service.ts';
import { CalendarError } from './integrations.fetch.service.ts';
import { type Revocation, revocation, revokeTokenJob } from './integrations.jobs.ts';
import type { FoundAccount, FoundCalendar } from './integrations.pages.service.ts';
import { apiOf, type Provider, type ProviderEnv, providerOf } from './integrations.providers.service.ts';
import { type ReadDeps, readConnection, readProviderAt } from './integrations.read.service.ts';
import { dueCalendarsScope, readerScopeOf } from './integrations.scopes.ts';
import { selectSessionCalendars } from './integrations.sessions.data.ts';
import {
  deleteOldSignIns,
  findConnectionOfAccount,
  insertSignIn,
  isAccountConnected,
  type SignInRow,
  takeSignIn,
} from './integrations.tokens.data.ts';
import {
  AccessRefusedError,
  type AccountTokens,
  exchangeCode,
  type Granted,
  openTokens,
  revokeToken,
} from './integrations.tokens.service.ts';

/** Where providers send the coach back to, followed by the provider. */
export const SIGN_IN_PATH = '/calendar-sign-ins';
const MINUTES = 10;
const HOSTS: Record<CalendarProvider, string> = { google: 'Google Calendar', microsoft: 'Microsoft 365' };

type SignInEnv = Pick<Env, 'appUrl'> & ProviderEnv;
export type SignInDeps = Omit<CalendarDeps, 'env'> & {
  env: CalendarDeps['env'] & SignInEnv;
  secret: string;
  queue: Queue;
};
type Refusals =
  | 'CALENDAR_UNREADABLE'
  | 'TOO_MANY_CALENDARS'
  | 'SIGN_IN_EXPIRED'
  | 'SIGN_IN_REFUSED'
  | 'WRITING_REFUSED'
  | 'OTHER_ACCOUNT';
/** A sign-in belongs to the session that began it. */
type Caller = { kind: CalendarProvider; sessionId: string; access: CoachAccess };

const digestOf = (secret: string, purpose: string, text: string): string =>
  createHmac('sha256', deriveKey(secret, purpose)).update(text).digest('base64url');

/** Proves that the answer of a provider belongs to a sign-in of this session. It is stored nowhere. */
const signatureOf = (secret: string, { coachId }: CoachScope, id: string, { kind, sessionId }: Caller): string =>
  digestOf(secret, 'calendar sign-in', [coachId, id, kind, sessionId].join(' '));

/** Only this server can exchange the code that a provider answers (PKCE). It is stored nowhere. */
const verifierOf = (secret: string, id: string): string => digestOf(secret, 'calendar code', id);

const redirectUriOf = (env: SignInEnv, kind: CalendarProvider): string => `${env.appUrl}${SIGN_IN_PATH}/${kind}`;

/** @throws NOT_FOUND for a provider that is not set up here */
function requireProvider(env: SignInEnv, kind: CalendarProvider): Provider {
  const provider = providerOf(env, kind);
  if (!provider) throw refuse('NOT_FOUND');
  return provider;
}

/**
 * Begins a sign-in, for a new connection or an existing one. It asks for adding events only where the coach wants that, or
 * sessions are added already.
 * @returns the page of the provider
 * @throws NOT_FOUND, TOO_MANY_CALENDARS
 */
export async function beginSignIn(
  { db, env, secret, now, answers }: SignInDeps & Answering<'TOO_MANY_CALENDARS'>,
  scope: CoachScope,
  { connectionId, toWrite, ...caller }: Caller & { connectionId: string | null; toWrite: boolean },
): Promise<string> {
  const { kind, access } = caller;
  const provider = requireProvider(env, kind);
  const id = uuidv7();
  const asksToWrite = await db.write(
    scope,
    async (tx) => {
      if (connectionId === null) {
        if ((await countConnections(tx)) >= mostCalendars(access.plan)) throw refuse(tx, 'TOO_MANY_CALENDARS');
      } else if ((await findConnection(tx, connectionId))?.kind !== kind) throw refuse('NOT_FOUND');
      await deleteOldSignIns(tx, now);
      const receiving = connectionId === null ? [] : await selectSessionCalendars(tx, connectionId);
      const row = { id, kind, connectionId, toWrite: connectionId !== null && (toWrite || receiving.length > 0) };
      await insertSignIn(tx, { ...row, expiresAt: new Date(now.getTime() + MINUTES * 60_000) });
      return row.toWrite;
    },
    answers,
  );
  const challenge = createHash('sha256').update(verifierOf(secret, id)).digest('base64url');
  const query = new URLSearchParams({
    client_id: provider.clientId,
    redirect_uri: redirectUriOf(env, kind),
    response_type: 'code',
    scope: provider.scopes[asksToWrite ? 'write' : 'read'].join(' '),
    state: `${scope.coachId}.${id}.${signatureOf(secret, scope, id, caller)}`,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...provider.authorizeWith,
    ...(asksToWrite && provider.writeWith),
  });
  return `${provider.authorizeUrl}?${query}`;
}

/** The coach whose sign-in an answer says it belongs to. Not proven: for the page that the coach comes back to. */
export function coachOfState(state: string): string | null {
  const coachId = z.uuid().safeParse(state.split('.')[0]);
  return coachId.success ? coachId.data : null;
}

/**
 * Connects the account that the coach signed in with, or reconnects it. A coach who refused gets no connection.
 * @throws SIGN_IN_EXPIRED for an answer that belongs to no open sign-in of this session, SIGN_IN_REFUSED,
 * WRITING_REFUSED, OTHER_ACCOUNT, CALENDAR_UNREADABLE, TOO_MANY_CALENDARS
 */
export async function finishSignIn(
  deps: SignInDeps & Answering<Refusals>,
  services: ReadDeps,
  scope: CoachScope,
  { state, code, ...caller }: Caller & { state: string; code: string | null },
): Promise<{ connection: CalendarConnection | null; reconnected: boolean }> {
  const { db, env, secret, seal, now } = deps;
  const provider = requireProvider(env, caller.kind);
  const signIn = await takeOpenSignIn(deps, scope, state, caller);
  if (code === null) return { connection: null, reconnected: false };
  const exchange = { code, verifier: verifierOf(secret, signIn.id), redirectUri: redirectUriOf(env, caller.kind) };
  const granted = await requireAccess(deps, () => exchangeCode(provider, exchange, now));
  const { tokens } = granted;
  const access: Account = { kind: caller.kind, api: apiOf(provider, firstTokenOf(tokens)) };
  const found = await requireReadable(deps, () => findAccount(access));
  const account = digestOf(secret, 'calendar account', `${caller.kind} ${found.account}`);
  const sealed = seal.seal(JSON.stringify(tokens));
  try {
    if (signIn.toWrite && !granted.canWrite) throw refuse(deps, 'WRITING_REFUSED');
    const known = signIn.connectionId ?? (await db.read(scope, (tx) => findConnectionOfAccount(tx, account)))?.id;
    if (known === undefined) {
      const connection = await connect(deps, scope, {
        ...caller,
        access,
        granted,
        account,
        found,
        plan: caller.access,
      });
      return { connection, reconnected: false };
    }
    const isNew = signIn.connectionId === null;
    const reconnected = { id: known, account, sealed, granted, calendars: found.calendars, isNew, now };
    await db.write(scope, (tx) => reconnect(tx, reconnected), deps.answers);
    await readConnection(services, { coachId: scope.coachId, id: known });
    return { connection: await db.read(scope, (tx) => getConnection(tx, known, now)), reconnected: true };
  } catch (error) {
    // The account keeps no access that is of no use here.
    await deps.queue.send(revokeTokenJob, { kind: caller.kind, account, sealed });
    throw error;
  }
}

async function takeOpenSignIn(
  deps: SignInDeps & Answering<'SIGN_IN_EXPIRED'>,
  scope: CoachScope,
  state: string,
  caller: Caller,
): Promise<SignInRow> {
  const id = z.uuid().safeParse(state.split('.')[1]);
  const expected = id.success
    ? Buffer.from(`${scope.coachId}.${id.data}.${signatureOf(deps.secret, scope, id.data, caller)}`)
    : null;
  const given = Buffer.from(state);
  if (!id.success || expected?.length !== given.length || !timingSafeEqual(expected, given)) {
    throw refuse(deps, 'SIGN_IN_EXPIRED');
  }
  // Committed before anything else, so that a second answer finds none.
  const signIn = await deps.db.write(scope, (tx) => takeSignIn(tx, id.data));
  if (!signIn || signIn.kind !== caller.kind || signIn.expiresAt <= deps.now) throw refuse(deps, 'SIGN_IN_EXPIRED');
  return signIn;
}

/** @throws SIGN_IN_REFUSED, CALENDAR_UNREADABLE */
async function requireAccess(
  on: Answering<'SIGN_IN_REFUSED' | 'CALENDAR_UNREADABLE'>,
  exchange: () => Promise<Granted>,
): Promise<Granted> {
  try {
    return await requireReadable(on, exchange);
  } catch (error) {
    if (error instanceof AccessRefusedError) throw refuse(on, 'SIGN_IN_REFUSED');
    throw error;
  }
}

/** The first token of an account is new, so that a provider which rejects it takes no other one. */
const firstTokenOf = (tokens: AccountTokens) => async (rejected?: string) => {
  if (rejected !== undefined) throw new CalendarError('sign_in_again');
  return tokens.access;
};

type Connecting = Pick<Caller, 'kind'> & {
  access: Account;
  plan: CoachAccess;
  granted: Granted;
  account: string;
  found: FoundAccount;
};

const connect = (
  deps: SignInDeps & Answering<Refusals>,
  scope: CoachScope,
  { kind, access, plan, granted, account, found }: Connecting,
): Promise<CalendarConnection> =>
  addConnection(deps, scope, { id: uuidv7(), kind, name: found.account.slice(0, 80), access: plan }, async (window) => {
    const calendars: Found['calendars'] = [];
    for (const calendar of found.calendars) {
      const read = calendar.blocks ? await readProviderAt(access, calendar.key, { state: null, window }) : null;
      calendars.push({ id: uuidv7(), ...calendar, read });
    }
    return { host: HOSTS[kind], secrets: granted.tokens, canWrite: granted.canWrite, account, calendars };
  });

type Reconnecting = {
  id: string;
  account: string;
  sealed: string;
  granted: Granted;
  calendars: readonly FoundCalendar[];
  /** Whether the coach signed in for a new connection, which asks for reading alone. */
  isNew: boolean;
  now: Date;
};

/** Gives a connection new tokens, and the calendars that its account has now. */
async function reconnect(
  tx: Tx<CoachScope, 'OTHER_ACCOUNT'>,
  { id, account, sealed, granted, calendars, isNew, now }: Reconnecting,
): Promise<void> {
  const connection = await lockConnection(tx, id);
  if (!connection) throw refuse('NOT_FOUND');
  if (connection.account !== account) throw refuse(tx, 'OTHER_ACCOUNT');
  // Connecting an account a second time must not stop the sessions that are added to it.
  const isLess = isNew && connection.canWrite && !granted.canWrite && connection.problem !== 'sign_in_again';
  const keepsTokens = isLess && (await selectSessionCalendars(tx, id)).length > 0;
  const canWrite = keepsTokens || granted.canWrite;
  await updateConnection(tx, id, { ...(!keepsTokens && { sealed, canWrite, renewingUntil: null }), nextReadAt: now });
  await enqueue(tx, sessionsChangedJob, { coachId: tx.scope.coachId });
  const before = new Map((await selectCalendars(tx, id)).map((calendar) => [calendar.key, calendar]));
  for (const { key, name, blocks } of calendars) {
    const known = before.get(key);
    before.delete(key);
    if (!known) await insertCalendar(tx, { id: uuidv7(), connectionId: id, key, name, blocks });
    else if (known.name !== name) await updateCalendar(tx, known.id, { name });
  }
  const gone = [...before.values()].map((calendar) => calendar.id);
  await deleteCalendars(tx, gone);
  await forgetBusy(tx, gone);
  audit(tx, { action: 'calendar_connection.reconnected', subjectId: id, after: { host: connection.host, canWrite } });
}

/** For the deletion of an account. */
export { revokeTokenJob };

/** The accounts that a person has connected as a coach, before the person is deleted. */
export async function listRevocations(tx: Tx<UserScope>): Promise<Revocation[]> {
  const { userId } = tx.scope;
  const [rows] = await tx.sendAs(readerScopeOf(userId), [
    sql`select kind, account, sealed from calendar_connections where coach_id = ${userId} and account is not null`,
  ]);
  return z.array(revocation).parse(rows);
}

/**
 * Revokes the tokens of an account at its provider. Google ends all tokens of an account with one of them, so the account
 * keeps its tokens while any coach has it connected.
 * @throws CalendarError
 */
export async function revokeTokens(
  { db, env, seal }: Pick<SignInDeps, 'db' | 'env' | 'seal'>,
  { kind, account, sealed }: Revocation,
): Promise<void> {
  const provider = providerOf(env, kind);
  if (!provider || (await db.read(dueCalendarsScope, (tx) => isAccountConnected(tx, account)))) return;
  await revokeToken(provider, openTokens(seal, sealed).refresh);
}
