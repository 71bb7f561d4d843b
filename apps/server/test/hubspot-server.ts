import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { batchAnswer, bodies, HUBSPOT_STAGES, MOST_OBJECTS, PIPELINES, refusal, tokenInfo } from './hubspot-shapes.ts';

type ObjectType = 'contacts' | 'deals';
export type StoredObject = {
  id: string;
  properties: Record<string, string>;
  createdAt: Date;
  updatedAt: Date;
  /** The contacts of a deal. */
  contacts: string[];
};
type Answer = { status: number; body?: unknown; headers?: Record<string, string> };
type Call = { method: string; path: string; body: unknown };

const ACCOUNT = '4711';
const PROPERTIES: Record<ObjectType, ReadonlySet<string>> = {
  contacts: new Set(['firstname', 'lastname', 'email', 'phone', 'mobilephone', 'lifecyclestage', 'hs_lead_status']),
  deals: new Set(['dealname', 'amount', 'dealstage', 'pipeline']),
};
const LIFECYCLE = ['subscriber', 'lead', 'opportunity', 'customer', 'other'];

/** A refusal in HubSpot's form. */
class Refused extends Error {
  readonly status: number;
  readonly category: string;
  constructor(status: number, category: string, message: string) {
    super(message);
    this.status = status;
    this.category = category;
  }
}
const invalid = (name: string, code: string) =>
  new Refused(
    400,
    'VALIDATION_ERROR',
    `Property values were not valid: [{"isValid":false,"message":"not valid","error":"${code}","name":"${name}"}]`,
  );

/**
 * The part of HubSpot's API that the sync uses, on this machine. It checks each request strictly: an unknown property, a
 * missing association or an expired token is refused as there. Bodies and answers have the form of HubSpot's published
 * specification, except for the sorts of a search, which it gives as strings.
 */
export async function startHubspotServer(now: () => Date) {
  const objects: Record<ObjectType, Map<string, StoredObject>> = { contacts: new Map(), deals: new Map() };
  const calls: Call[] = [];
  const state = {
    ids: 100,
    access: new Set<string>(),
    refresh: new Set<string>(),
    issued: 0,
    /** Replaces the answer to a request, before or after the request has done its work. */
    before: (_: Call): Answer | undefined => undefined,
    after: (_: Call, answer: Answer): Answer | Promise<Answer> => answer,
    isErasureAllowed: true,
    pageSize: MOST_OBJECTS,
    /** Objects that searches do not show yet. */
    hidden: new Set<string>(),
  };

  const check = (type: ObjectType, given: Record<string, string>) => {
    for (const [name, value] of Object.entries(given)) {
      if (!PROPERTIES[type].has(name)) throw invalid(name, 'PROPERTY_DOESNT_EXIST');
      if (name === 'email' && value !== '' && !/^[^@\s]+@[^@\s]+\.\w+$/.test(value))
        throw invalid(name, 'INVALID_EMAIL');
      if (name === 'lifecyclestage' && value !== '' && !LIFECYCLE.includes(value))
        throw invalid(name, 'INVALID_OPTION');
      if (name === 'dealstage' && !HUBSPOT_STAGES.includes(value)) throw invalid(name, 'INVALID_OPTION');
      if (name === 'pipeline' && value !== 'default') throw invalid(name, 'INVALID_OPTION');
      if (name === 'amount' && value !== '' && !/^\d+\.\d\d$/.test(value)) throw invalid(name, 'INVALID_NUMBER');
    }
  };
  const withEmail = (email: string) =>
    [...objects.contacts.values()].find(({ properties: { email: own } }) => own === email);
  const requireFree = (email: string | undefined, id?: string) => {
    const other = email ? withEmail(email) : undefined;
    if (other && other.id !== id) {
      throw new Refused(409, 'CONFLICT', `Contact already exists. Existing ID: ${other.id}`);
    }
  };
  const write = (object: StoredObject, given: Record<string, string>) => {
    for (const [name, value] of Object.entries(given)) {
      const present = object.properties[name] ?? '';
      const isBack = LIFECYCLE.indexOf(value) < LIFECYCLE.indexOf(present);
      if (name === 'lifecyclestage' && value !== '' && present !== '' && isBack) continue;
      object.properties[name] = value;
    }
    object.updatedAt = now();
  };
  const add = (type: ObjectType, given: Record<string, string>, contacts: string[] = []): StoredObject => {
    state.ids += 1;
    const at = now();
    const object = { id: String(state.ids), properties: {}, createdAt: at, updatedAt: at, contacts };
    write(object, given);
    objects[type].set(object.id, object);
    return object;
  };
  const show = ({ id, properties: own, createdAt, updatedAt }: StoredObject, names?: readonly string[]) => ({
    id,
    properties: names ? Object.fromEntries(names.map((name) => [name, own[name] || null])) : own,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    archived: false,
  });

  const batch = {
    create(type: ObjectType, body: unknown): Answer {
      const { inputs } = bodies.create.parse(body);
      const emails = inputs.flatMap(({ properties: { email } }) => email || []);
      if (new Set(emails).size < emails.length) throw new Refused(400, 'VALIDATION_ERROR', 'Duplicate emails in batch');
      for (const { properties: given, associations } of inputs) {
        check(type, given);
        if (Object.values(given).includes(''))
          throw new Refused(400, 'VALIDATION_ERROR', 'A new object has no empty values');
        if (type === 'contacts') requireFree(given.email);
        const isDeal = type === 'deals' && given.dealname && given.dealstage && given.pipeline;
        if (type === 'deals' && (!isDeal || associations.length !== 1)) throw invalid('dealname', 'REQUIRED_FIELD');
        if (associations.some(({ to }) => !objects.contacts.has(to.id))) throw invalid('to', 'INVALID_ASSOCIATION');
      }
      const results = inputs.map(({ properties: given, associations, objectWriteTraceId }) => ({
        ...show(
          add(
            type,
            given,
            associations.map(({ to }) => to.id),
          ),
        ),
        objectWriteTraceId,
      }));
      // The order of the answer says nothing.
      return { status: 201, body: batchAnswer(now(), results.reverse()) };
    },
    update(type: ObjectType, body: unknown): Answer {
      const { inputs } = bodies.update.parse(body);
      for (const { id, properties: given } of inputs) {
        check(type, given);
        if (type === 'contacts') requireFree(given.email, id);
      }
      const gone = inputs.filter(({ id }) => !objects[type].has(id)).map(({ id }) => id);
      const results = inputs.flatMap(({ id, properties: given }) => {
        const object = objects[type].get(id);
        if (object) write(object, given);
        return object ? [show(object)] : [];
      });
      return { status: gone.length > 0 ? 207 : 200, body: batchAnswer(now(), results, gone) };
    },
    read(_: ObjectType, body: unknown): Answer {
      const { inputs, properties: names } = bodies.read.parse(body);
      const results = inputs.flatMap(({ id }) => withEmail(id) ?? []).map((object) => show(object, names));
      const missing = inputs.map(({ id }) => id).filter((id) => !withEmail(id));
      return { status: missing.length > 0 ? 207 : 200, body: batchAnswer(now(), results, missing) };
    },
  };

  function search(type: ObjectType, body: unknown): Answer {
    const { filterGroups, properties: names, limit, after, sorts } = bodies.search.parse(body);
    const modified = type === 'contacts' ? 'lastmodifieddate' : 'hs_lastmodifieddate';
    if (sorts[0]?.propertyName !== modified) throw new Refused(400, 'VALIDATION_ERROR', 'unknown sort');
    const searchValue = ({ properties: own, createdAt, updatedAt }: StoredObject, name: string): string | undefined => {
      if (name === modified) return String(updatedAt.getTime());
      return name === 'createdate' ? String(createdAt.getTime()) : own[name];
    };
    const filters = filterGroups[0]?.filters ?? [];
    const found = [...objects[type].values()]
      .filter((object) => !state.hidden.has(object.id))
      .filter((object) =>
        filters.every(({ propertyName, operator, value }) => {
          if (propertyName === 'associations.contact') return object.contacts.includes(value);
          const own = searchValue(object, propertyName);
          return operator === 'EQ' ? own === value : Number(own) >= Number(value);
        }),
      )
      .sort((a, b) => a.updatedAt.getTime() - b.updatedAt.getTime());
    const start = Number(after);
    const size = Math.min(limit, state.pageSize);
    const results = found.slice(start, start + size).map((object) => show(object, names));
    const next = start + size < found.length ? { paging: { next: { after: String(start + size) } } } : {};
    return { status: 200, body: { total: found.length, results, ...next } };
  }

  function tokenAnswer(form: URLSearchParams): Answer {
    const isClient = form.get('client_id') === 'app' && form.get('client_secret') === 'hubspot-secret';
    const code = form.get('code');
    const refresh = form.get('refresh_token') ?? '';
    const isValid = form.get('grant_type') === 'refresh_token' ? state.refresh.has(refresh) : code === 'good';
    if (!isClient || !isValid) {
      const [status, message] = code
        ? ['BAD_AUTH_CODE', 'missing or unknown auth code']
        : ['BAD_REFRESH_TOKEN', 'refresh token is invalid'];
      return { status: 400, body: refusal({ status, category: 'VALIDATION_ERROR', message, error: 'invalid_grant' }) };
    }
    state.issued += 1;
    const [access, kept] = [`access-${state.issued}`, refresh || `refresh-${state.issued}`];
    state.access.add(access);
    state.refresh.add(kept);
    return {
      status: 200,
      body: {
        access_token: access,
        refresh_token: kept,
        expires_in: 1800,
        token_type: 'bearer',
        token_use: 'access_token',
      },
    };
  }

  function oauth(path: string, form: URLSearchParams): Answer {
    if (path === '/oauth/2026-03/token') return tokenAnswer(form);
    if (form.get('client_secret') !== 'hubspot-secret')
      throw new Refused(401, 'INVALID_AUTHENTICATION', 'wrong client');
    const token = form.get('token') ?? '';
    if (path === '/oauth/2026-03/token/introspect') {
      return { status: 200, body: tokenInfo(ACCOUNT, token) };
    }
    if (path !== '/oauth/2026-03/token/revoke') throw new Refused(404, 'NOT_FOUND', 'unknown');
    if (!state.refresh.delete(token)) throw new Refused(400, 'VALIDATION_ERROR', 'unknown token');
    state.access.clear();
    return { status: 200, body: {} };
  }

  function answer(request: IncomingMessage, body: string): Answer {
    const [path = '', method = ''] = [request.url, request.method];
    if (path.startsWith('/oauth/')) return oauth(path, new URLSearchParams(body));
    const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
    if (!state.access.has(token)) {
      throw new Refused(401, 'EXPIRED_AUTHENTICATION', 'The OAuth token used to make this call expired');
    }
    if (method === 'GET' && path === '/crm/pipelines/2026-09/deals') return { status: 200, body: PIPELINES };
    const [, type, rest] = /^\/crm\/objects\/2026-09\/(contacts|deals)\/(.+)$/.exec(path) ?? [];
    if (!type || !rest) throw new Refused(404, 'NOT_FOUND', 'unknown address');
    const of = type as ObjectType;
    if (method === 'DELETE' && of === 'deals') {
      objects.deals.delete(rest);
      return { status: 204 };
    }
    if (method !== 'POST' || request.headers['content-type'] !== 'application/json') {
      throw new Refused(415, 'VALIDATION_ERROR', 'send JSON');
    }
    const given: unknown = JSON.parse(body);
    if (rest === 'gdpr-delete' && of === 'contacts') {
      if (!state.isErasureAllowed) throw new Refused(403, 'MISSING_SCOPES', 'not allowed');
      objects.contacts.delete(bodies.erase.parse(given).objectId);
      return { status: 204 };
    }
    if (rest === 'search') return search(of, given);
    const work = { 'batch/create': batch.create, 'batch/update': batch.update, 'batch/read': batch.read }[rest];
    if (!work) throw new Refused(404, 'NOT_FOUND', 'unknown address');
    return work(of, given);
  }

  const server = createServer(async (request, response) => {
    const body = await text(request);
    const isJson = request.headers['content-type'] === 'application/json';
    const call: Call = {
      method: request.method ?? '',
      path: request.url ?? '',
      body: isJson ? JSON.parse(body) : body,
    };
    calls.push(call);
    try {
      const result = state.before(call) ?? (await state.after(call, answer(request, body)));
      const { status, headers, body: content } = result;
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(content === undefined ? undefined : JSON.stringify(content));
    } catch (error) {
      const isRefused = error instanceof Refused;
      const [status, category] = isRefused ? [error.status, error.category] : [400, 'VALIDATION_ERROR'];
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify(refusal({ status: 'error', message: error instanceof Error ? error.message : '', category })),
      );
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    account: ACCOUNT,
    state,
    calls,
    /** The addresses of requests that ended in `end`. */
    callsOf: (end: string) => calls.filter(({ path }) => path.endsWith(end)),
    contacts: () => [...objects.contacts.values()],
    deals: () => [...objects.deals.values()],
    add,
    edit(object: StoredObject, given: Record<string, string>) {
      write(object, given);
    },
    remove: (type: ObjectType, id: string) => objects[type].delete(id),
    /** Ends all tokens, as a person does in HubSpot's settings. */
    revokeAll() {
      state.access.clear();
      state.refresh.clear();
    },
    refuseErasures() {
      state.isErasureAllowed = false;
    },
    expireAccess: () => state.access.clear(),
    reset() {
      objects.contacts.clear();
      objects.deals.clear();
      calls.length = 0;
      state.before = () => undefined;
      state.after = (_, answered) => answered;
      state.isErasureAllowed = true;
      state.pageSize = MOST_OBJECTS;
      state.access.clear();
      state.refresh.clear();
      state.hidden.clear();
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
export type HubspotServer = Awaited<ReturnType<typeof startHubspotServer>>;
