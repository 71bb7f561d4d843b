import { setTimeout as wait } from 'node:timers/promises';
import type { CrmPipeline } from '@stridewell/contract/crm/crm';
import { z } from 'zod';
import type { HubspotSettings } from '../../env.ts';
import { errorMessage } from '../../platform/describe-error.ts';

/** Version of the API for objects and pipelines. */
const VERSION = '2026-09';
const OAUTH_VERSION = '2026-03';
const TIMEOUT_MS = 20_000;
/** A hundred objects are far smaller. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;
/** Objects in one request. */
export const HUBSPOT_BATCH = 100;
/** The place of the first result of a search, which each request has to name. */
const FIRST_PAGE = '0';
/** HubSpot searches no deeper into the results of one search. */
const SEARCH_DEPTH = 10_000;
/** Waits for a limit that are shorter are made within the sync. */
const SHORT_WAIT_SECONDS = 5;
const DEFAULT_WAIT_SECONDS = 10;

/** The association of a deal with a contact, as HubSpot numbers it. */
const DEAL_TO_CONTACT = 3;

/** The name and the number of a type of object, which its addresses use. */
export const OBJECTS = {
  contacts: { number: '0-1', modified: 'lastmodifieddate' },
  deals: { number: '0-3', modified: 'hs_lastmodifieddate' },
} as const;
export type ObjectType = keyof typeof OBJECTS;

export type Tokens = { accessToken: string; refreshToken: string; expiresInSeconds: number };
export type Properties = Record<string, string>;

/** `refused`: this request can never succeed. The others may, later or after a change. */
export type HubspotFailure = 'token' | 'limits' | 'unreachable' | 'forbidden' | 'refused' | 'missing' | 'answer';

export class HubspotError extends Error {
  override readonly name = 'HubspotError';
  readonly failure: HubspotFailure;
  /** For `limits`. */
  readonly retryAfterSeconds: number;
  /** The body of a refusal, as HubSpot wrote it. */
  readonly body: string;
  constructor(
    failure: HubspotFailure,
    {
      message = failure,
      retryAfterSeconds = 0,
      body = '',
      cause,
    }: Partial<Record<'message' | 'body', string>> & {
      retryAfterSeconds?: number;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause });
    this.failure = failure;
    this.retryAfterSeconds = retryAfterSeconds;
    this.body = body;
  }
}

const error = z.object({ message: z.string().catch(''), status: z.string().optional(), error: z.string().optional() });
const object = z.object({
  id: z.string(),
  properties: z.record(z.string(), z.string().nullable()),
  createdAt: z.coerce.date(),
  updatedAt: z.coerce.date(),
  objectWriteTraceId: z.string().optional(),
});
export type HubspotObject = z.infer<typeof object>;
const batch = z.object({
  results: z.array(object),
  errors: z
    .array(
      z.object({
        category: z.string(),
        message: z.string(),
        context: z.record(z.string(), z.array(z.string())).optional(),
      }),
    )
    .optional(),
});
const page = z.object({
  results: z.array(object),
  paging: z.object({ next: z.object({ after: z.string() }).optional() }).optional(),
});
const pipelines = z.object({
  results: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      displayOrder: z.number(),
      stages: z.array(
        z.object({
          id: z.string(),
          label: z.string(),
          displayOrder: z.number(),
          metadata: z.object({ isClosed: z.string().optional(), probability: z.string().optional() }).catch({}),
        }),
      ),
    }),
  ),
});
const tokens = z.object({ access_token: z.string(), refresh_token: z.string(), expires_in: z.number().positive() });
const account = z.object({ hub_id: z.coerce.string(), hub_domain: z.string().optional() });

type Request = { method: 'GET' | 'POST' | 'DELETE'; path: string; token?: string; json?: object; form?: object };

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_ANSWER_BYTES) throw new HubspotError('answer', { message: 'the answer is too large' });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function failureOf(status: number): HubspotFailure {
  if (status === 401) return 'token';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'missing';
  if (status === 429) return 'limits';
  return status >= 500 ? 'unreachable' : 'refused';
}

function refusalOf(response: Response, body: string): HubspotError {
  // A proxy in between may answer with a page.
  const isJson = /^\s*\{/.test(body) && response.headers.get('content-type')?.includes('json');
  const parsed = isJson ? error.safeParse(parse(body)) : undefined;
  const said = parsed?.success ? parsed.data : { message: '' };
  const after = Number(response.headers.get('retry-after'));
  return new HubspotError(said.status === 'BAD_REFRESH_TOKEN' ? 'token' : failureOf(response.status), {
    message: said.message || `HubSpot answered ${response.status}`,
    retryAfterSeconds: Number.isFinite(after) && after > 0 ? after : DEFAULT_WAIT_SECONDS,
    body,
  });
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw new HubspotError('answer', { message: 'the answer is not JSON', cause });
  }
}

async function sendOnce(settings: HubspotSettings, { method, path, token, json, form }: Request): Promise<string> {
  const body = json ? JSON.stringify(json) : form ? new URLSearchParams({ ...form }) : undefined;
  try {
    const response = await fetch(`${settings.url}${path}`, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        accept: 'application/json',
        ...(json && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body }),
    });
    const text = await readText(response);
    if (!response.ok) throw refusalOf(response, text);
    return text;
  } catch (cause) {
    if (cause instanceof HubspotError) throw cause;
    throw new HubspotError('unreachable', { message: errorMessage(cause), cause });
  }
}

/** Sends a request, and once more after a short wait that HubSpot asks for. */
async function send(settings: HubspotSettings, request: Request): Promise<string> {
  try {
    return await sendOnce(settings, request);
  } catch (cause) {
    if (!(cause instanceof HubspotError) || cause.failure !== 'limits') throw cause;
    if (cause.retryAfterSeconds > SHORT_WAIT_SECONDS) throw cause;
    await wait(cause.retryAfterSeconds * 1000);
    return sendOnce(settings, request);
  }
}

function read<Answer>(schema: z.ZodType<Answer>, body: string): Answer {
  const parsed = schema.safeParse(parse(body));
  if (!parsed.success)
    throw new HubspotError('answer', { message: 'the answer has another form', cause: parsed.error });
  return parsed.data;
}

const oauth = async (settings: HubspotSettings, path: string, form: object): Promise<string> =>
  send(settings, {
    method: 'POST',
    path: `/oauth/${OAUTH_VERSION}/token${path}`,
    form: { client_id: settings.clientId, client_secret: settings.clientSecret, ...form },
  });

async function getTokens(settings: HubspotSettings, form: object): Promise<Tokens> {
  const answer = read(tokens, await oauth(settings, '', form));
  return {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token,
    expiresInSeconds: answer.expires_in,
  };
}

/** @throws HubspotError */
export const tokensOfCode = (settings: HubspotSettings, code: string, redirectUri: string): Promise<Tokens> =>
  getTokens(settings, { grant_type: 'authorization_code', code, redirect_uri: redirectUri });

/** @throws HubspotError, with `token` when HubSpot revoked the access */
export const refreshTokens = (settings: HubspotSettings, refreshToken: string): Promise<Tokens> =>
  getTokens(settings, { grant_type: 'refresh_token', refresh_token: refreshToken });

/** The account that a token belongs to. @throws HubspotError */
export async function findAccount(settings: HubspotSettings, token: string): Promise<{ id: string; domain: string }> {
  const body = await oauth(settings, '/introspect', { token, token_type_hint: 'access_token' });
  const { hub_id: id, hub_domain: domain = '' } = read(account, body);
  return { id, domain };
}

/** Ends the access of a refresh token. One that HubSpot no longer knows is ended already. @throws HubspotError */
export async function revokeToken(settings: HubspotSettings, token: string): Promise<void> {
  try {
    await oauth(settings, '/revoke', { token, token_type_hint: 'refresh_token' });
  } catch (cause) {
    if (!(cause instanceof HubspotError) || !['token', 'missing', 'refused'].includes(cause.failure)) throw cause;
  }
}

export type NewObject = { traceId: string; properties: Properties; contactId?: string };
export type ChangedObject = { id: string; properties: Properties };

/** Filters of a search, all of which hold. */
type Filter = { propertyName: string; operator: 'EQ' | 'GTE' | 'NOT_HAS_PROPERTY'; value?: string };

/**
 * The API for one account. Every method throws HubspotError.
 * @param getToken gives an access token, another one than the rejected one
 */
export function createHubspot(settings: HubspotSettings, getToken: (rejected: string | null) => Promise<string>) {
  async function call(request: Omit<Request, 'token'>): Promise<string> {
    const token = await getToken(null);
    try {
      return await send(settings, { ...request, token });
    } catch (cause) {
      if (!(cause instanceof HubspotError) || cause.failure !== 'token') throw cause;
      return send(settings, { ...request, token: await getToken(token) });
    }
  }
  const post = (path: string, json: object) => call({ method: 'POST', path, json });
  const at = (type: ObjectType, rest: string) => `/crm/objects/${VERSION}/${type}${rest}`;

  async function readPage(
    type: ObjectType,
    query: { filters: Filter[]; properties: readonly string[]; after?: string; limit: number },
  ) {
    const { filters, properties, after = FIRST_PAGE, limit } = query;
    const answer = await post(at(type, '/search'), {
      filterGroups: [{ filters }],
      // The published specification has a list of strings here, which the API does not sort by.
      sorts: [{ propertyName: OBJECTS[type].modified, direction: 'ASCENDING' }],
      properties: [...properties],
      limit,
      after,
    });
    return read(page, answer);
  }

  return {
    async listPipelines(): Promise<CrmPipeline[]> {
      const { results } = read(pipelines, await call({ method: 'GET', path: `/crm/pipelines/${VERSION}/deals` }));
      const inOrder = <Item extends { displayOrder: number }>(items: readonly Item[]) =>
        [...items].sort((a, b) => a.displayOrder - b.displayOrder);
      return inOrder(results).map(({ id, label, stages }) => ({
        id,
        label,
        stages: inOrder(stages).map(({ id: stageId, label: name, metadata: { isClosed, probability } }) => ({
          id: stageId,
          label: name,
          isWon: isClosed === 'true' && Number(probability) === 1,
          isLost: isClosed === 'true' && Number(probability) === 0,
        })),
      }));
    },

    /** Contacts with these email addresses. Those that do not exist are missing in the answer. */
    async findByEmail(emails: readonly string[], properties: readonly string[]): Promise<HubspotObject[]> {
      const answer = await post(at('contacts', '/batch/read'), {
        idProperty: 'email',
        inputs: emails.map((id) => ({ id })),
        properties: [...properties],
        propertiesWithHistory: [],
      });
      return read(batch, answer).results;
    },

    async create(type: ObjectType, inputs: readonly NewObject[]): Promise<HubspotObject[]> {
      const answer = await post(at(type, '/batch/create'), {
        inputs: inputs.map(({ traceId, properties, contactId }) => ({
          objectWriteTraceId: traceId,
          properties,
          associations:
            contactId === undefined
              ? []
              : [
                  {
                    to: { id: contactId },
                    types: [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId: DEAL_TO_CONTACT }],
                  },
                ],
        })),
      });
      return read(batch, answer).results;
    },

    /** @returns the ids of objects that no longer exist */
    async update(type: ObjectType, inputs: readonly ChangedObject[]): Promise<string[]> {
      const { results, errors = [] } = read(
        batch,
        await post(at(type, '/batch/update'), { inputs: inputs.map(({ id, properties }) => ({ id, properties })) }),
      );
      const other = errors.find(({ category }) => category !== 'OBJECT_NOT_FOUND');
      if (other) throw new HubspotError('refused', { message: other.message, body: JSON.stringify(other) });
      const gone = new Set(errors.flatMap(({ context }) => context?.ids ?? []));
      const updated = new Set(results.map(({ id }) => id));
      // An answer that leaves out an object without an error says nothing about it.
      if (inputs.some(({ id }) => !updated.has(id) && !gone.has(id))) {
        throw new HubspotError('answer', { message: 'the answer misses an object' });
      }
      return [...gone];
    },

    /** Objects that match all filters, at most 100. */
    async search(type: ObjectType, filters: Filter[], properties: readonly string[]): Promise<HubspotObject[]> {
      return (await readPage(type, { filters, properties, limit: HUBSPOT_BATCH })).results;
    },

    /** Objects that changed since `from`, oldest change first. An object that changes meanwhile may come twice. */
    async *readChanges(
      type: ObjectType,
      from: Date,
      properties: readonly string[],
    ): AsyncGenerator<HubspotObject[], void> {
      const { modified } = OBJECTS[type];
      let start = from.getTime();
      for (;;) {
        let last = start;
        let after: string | undefined;
        let depth = 0;
        do {
          const filters: Filter[] = [{ propertyName: modified, operator: 'GTE', value: String(start) }];
          const found = await readPage(type, { filters, properties, limit: HUBSPOT_BATCH, ...(after && { after }) });
          yield found.results;
          last = Math.max(last, ...found.results.map(({ updatedAt }) => updatedAt.getTime()));
          after = found.paging?.next?.after;
          depth += HUBSPOT_BATCH;
        } while (after && depth < SEARCH_DEPTH);
        if (!after) return;
        // Beyond the depth of a search, a new one starts at the last change.
        start = last === start ? last + 1 : last;
      }
    },

    /** Deletes a contact for good, with its activities. One that is gone is deleted already. */
    async eraseContact(id: string): Promise<void> {
      await unlessMissing(post(at('contacts', '/gdpr-delete'), { objectId: id }));
    },

    /** Moves a deal to the recycling bin of the account. */
    async deleteDeal(id: string): Promise<void> {
      await unlessMissing(call({ method: 'DELETE', path: at('deals', `/${encodeURIComponent(id)}`) }));
    },
  };
}
export type Hubspot = ReturnType<typeof createHubspot>;

async function unlessMissing(request: Promise<string>): Promise<void> {
  try {
    await request;
  } catch (cause) {
    if (!(cause instanceof HubspotError) || cause.failure !== 'missing') throw cause;
  }
}
