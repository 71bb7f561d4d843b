import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { z } from 'zod';
import { sandboxSecret } from '../src/core/payments/provider.ts';
import { createTicket } from '../src/features/pipeline/pipeline.scopes.ts';
import { PASSWORD, type TestApp } from '../test/app.ts';
import { blackPng, PDF, VIDEO } from '../test/uploads.ts';
import { CALLERS, type CallerName } from '../test/world.ts';
import type { Random } from './random.ts';
import { distorted, type FuzzRequest, type Method, plainText, toRequest } from './requests.ts';
import type { Target } from './targets.ts';
import { isObject, type Schema, type Values } from './values.ts';
import type { FuzzWorld } from './world.ts';

/** Share of the calls that are distorted as well. */
const DISTORTED = 0.2;

type Made = { by?: CallerName | 'spare'; request: FuzzRequest };
const target = (name: string, make: (world: FuzzWorld, random: Random, values: Values) => Made): Target => ({
  name,
  isProcedure: false,
  async make({ world }, random, values) {
    const { by = random.pick(CALLERS), request } = make(world, random, values);
    const { caller } = by === 'spare' ? world.spare : { caller: world.callers[by] };
    return { by, caller, request: random.chance(DISTORTED) ? distorted(request, random) : request };
  },
});

const schema = z.custom<Schema>(isObject).optional();
const operation = z.object({
  parameters: z.array(z.object({ name: z.string(), schema })).optional(),
  requestBody: z.object({ content: z.record(z.string(), z.object({ schema })).optional() }).optional(),
});
const authDescription = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) });

/** A token as mailed links carry it, unsigned. */
const tokenWith = (content: unknown): string =>
  ['x', Buffer.from(JSON.stringify(content)).toString('base64url'), 'x'].join('.');

/** The endpoints of the auth library, called by a separate person because they end sessions. */
async function authTargets({ services: { auth } }: TestApp): Promise<Target[]> {
  const { paths } = authDescription.parse(await auth.api.generateOpenAPISchema());
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { requestBody, parameters = [] }]) => {
      const body = requestBody?.content?.['application/json']?.schema;
      const query: Schema = {
        type: 'object',
        properties: Object.fromEntries(parameters.map(({ name, schema = {} }) => [name, schema])),
      };
      const at = { method: method.toUpperCase() as Method, path: `/auth/v1${path}` };
      return target(`auth ${at.method} ${path}`, (world, random, values) => {
        const known = { email: world.spare.email, password: PASSWORD, newPassword: `${PASSWORD}-2`, name: 'Ana' };
        const token = random.chance(0.5) ? tokenWith({ email: values.hostile(), updateTo: values.hostile() }) : 'x';
        const schema = { type: 'object', properties: { ...query.properties, ...body?.properties } };
        const made = values.fitting({ ...schema, required: body?.required ?? [] });
        const input = { ...Object(made), ...pickOf({ ...known, token, callbackURL: '/' }, schema.properties) };
        const changed = random.chance(0.5) ? values.changed(input, schema) : input;
        return { by: random.chance(0.7) ? 'spare' : 'anonymous', request: toRequest(at, changed) };
      });
    }),
  );
}

const pickOf = (known: object, properties: object) =>
  Object.fromEntries(Object.entries(known).filter(([name]) => Object.hasOwn(properties, name)));

/** Query parameters of files and pages, with plausible values. */
const QUERY: Schema = {
  type: 'object',
  properties: {
    q: { type: 'string', maxLength: 40 },
    about: { type: 'string', format: 'uuid' },
    weeks: { enum: [4, 12, 0] },
    status: { enum: ['current', 'archived', 'x'] },
    sort: { enum: ['name', 'date', 'amount'] },
    filter: { enum: ['all', 'new', 'open'] },
    from: { type: 'string', format: 'date' },
    to: { type: 'string', format: 'date' },
    size: { enum: ['full', 'thumb'] },
    category: { type: 'string' },
    at: { type: 'string', format: 'date-time' },
    zone: { enum: ['UTC', 'Asia/Kathmandu', 'Mars/X'] },
    token: { type: 'string' },
    action: { enum: ['export.downloaded', 'x'] },
    order: { enum: ['asc', 'desc'] },
  },
};
/** Routes with separate targets. */
const OTHER_ROUTES = /^\/(?:rest\/v1\/\*|auth\/|functions\/|webhooks\/|api\/docs|metrics|\*$)/;

/** Read-only routes: files, pages, links and documents. */
const pageTargets = ({ routes }: TestApp): Target[] =>
  [...new Set(routes.map(({ url }) => url).filter((url) => !OTHER_ROUTES.test(url)))].map((url) =>
    target(`GET ${url}`, (world, random, values) => {
      const { coachId } = world;
      const path = url.replaceAll(/:(\w+)/g, (_, name: string) => `{${name}}`);
      const ids = { coachId, slug: world.slug, id: idFor(url, world) ?? random.pick(world.ids) };
      const input = { ...Object(values.fitting(QUERY)), ...pickOf(ids, Object(paramsOf(path))) };
      const plain = random.chance(0.4) ? pickOf(ids, paramsOf(path)) : values.changed(input, QUERY);
      return { request: toRequest({ method: 'GET', path }, { ...ids, ...(isObject(plain) ? plain : {}) }) };
    }),
  );

const paramsOf = (path: string): Record<string, true> =>
  Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, true]));

function idFor(url: string, world: FuzzWorld): string | undefined {
  if (url.includes('client-programs')) return world.clientProgramId;
  if (url.includes('files')) return world.fileId;
  if (url.includes('programs')) return world.programId;
  return url.includes('invoices') ? world.invoiceId : undefined;
}

/** An event in the provider's format about an unknown object. */
const anEvent = (random: Random) => ({
  id: `evt_${randomUUID()}`,
  object: 'event',
  created: Math.floor(Date.now() / 1000),
  account: random.pick([undefined, 'acct_1']),
  type: random.pick([
    'checkout.session.completed',
    'customer.subscription.updated',
    'invoice.paid',
    'account.updated',
    'charge.dispute.created',
    'charge.dispute.closed',
    'checkout.session.expired',
    'x',
  ]),
  data: {
    object: {
      id: 'cs_1',
      subscription: 'sub_1',
      charge: 'ch_1',
      amount: 100,
      currency: 'usd',
      metadata: { coach_id: randomUUID(), checkout_id: randomUUID() },
      parent: { subscription_details: { subscription: 'sub_1' } },
      evidence_details: { due_by: 1_767_607_200 },
    },
  },
});

/** Webhooks, mostly with valid signatures. */
const webhookTargets = ({ services: { secret } }: TestApp): Target[] =>
  ['/webhooks/stripe', '/webhooks/stripe-connect'].map((url) =>
    target(`POST ${url}`, (_world, random, values) => {
      const event = anEvent(random);
      const payload = JSON.stringify(random.chance(0.2) ? event : values.changed(event, undefined)) ?? '';
      const signed = { payload, secret: sandboxSecret(secret), timestamp: Math.floor(Date.now() / 1000) };
      const signature = Stripe.webhooks.generateTestHeaderString(signed);
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
      return { by: 'anonymous', request: { method: 'POST', url, headers, payload } };
    }),
  );

/** The forms for a coach's visitors, with valid tickets. */
const formTargets = ({ services: { secret } }: TestApp): Target[] =>
  ['', '/book'].map((rest) =>
    target(`POST /c/:slug${rest}`, ({ slug }, random, values) => {
      const { id, loadedAt, signature } = createTicket(secret, slug, randomUUID(), new Date(Date.now() - 60_000));
      const at = new Date(Math.ceil(Date.now() / 3_600_000 + 24 * random.below(14)) * 3_600_000).toISOString();
      const fields = {
        id,
        loadedAt: String(loadedAt),
        signature,
        at,
        zone: 'UTC',
        website: '',
        name: 'Ana',
        email: `${randomUUID()}@example.com`,
        phone: '',
        message: 'Hello',
      };
      const sent = random.chance(0.3) ? fields : values.changed(fields, undefined);
      const payload = new URLSearchParams(
        Object.entries(Object(sent)).map(([name, value]): [string, string] => [name, plainText(value)]),
      ).toString();
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      return { by: 'anonymous', request: { method: 'POST', url: `/c/${slug}${rest}`, headers, payload } };
    }),
  );

/** Uploads of valid, broken and mislabelled files. */
const uploadTarget = (): Target =>
  target('POST /rest/v1/files', ({ coachId, clientId }, random, values) => {
    const contents = [
      PDF,
      VIDEO,
      blackPng(20, 20),
      blackPng(40, 30).subarray(0, 60),
      Buffer.alloc(0),
      Buffer.from('x'),
    ];
    const query = { coachId, clientId, id: randomUUID(), purpose: 'message', name: 'plan.pdf' };
    const sent = random.chance(0.4) ? query : values.changed(query, undefined);
    const { url } = toRequest({ method: 'GET', path: '/rest/v1/files' }, sent);
    const headers = { 'content-type': 'application/octet-stream' };
    const by = random.pick(['coach', 'client', ...CALLERS] as const);
    return { by, request: { method: 'POST', url, headers, payload: random.pick(contents) } };
  });

/** All routes of the app besides procedures. */
export const routeTargets = async (test: TestApp): Promise<Target[]> => [
  ...(await authTargets(test)),
  ...pageTargets(test),
  ...webhookTargets(test),
  ...formTargets(test),
  uploadTarget(),
];
