import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ValidateFunction } from 'ajv';
import { z } from 'zod';
import { previewInvoice } from './stripe-previews.ts';
import { isKnownRequest, type StripeRequest, stripeValidators } from './stripe-schemas.ts';

type Fields = { [name: string]: FieldValue };
type FieldValue = string | Fields | FieldValue[];
export type Stored = Record<string, unknown> & { id: string };

/** A request that the server accepted. `context`: the connected account, if not the platform's own. */
export type TakenRequest = {
  name: string;
  params: Fields;
  idempotencyKey: string | undefined;
  context: string | undefined;
};

/** Failure of every request, or of those whose path begins with `path`. */
type Failure = { status: number; error: object; path?: string };

export type StripeServer = {
  url: string;
  requests: TakenRequest[];
  /** Objects on the server by id. Tests change them like customers or the passage of time. */
  objects: Map<string, Stored>;
  /** Answers by idempotency key, with the parameters of the request. */
  answers: Map<string, { asked: string; answer: Answer }>;
  /** While set, every request is answered with this error. */
  failing: Failure | null;
  close(): Promise<void>;
};

type Answer = { status: number; body: object };
type State = Omit<StripeServer, 'url' | 'close'>;

/**
 * A server that behaves like the payment provider. Like the provider, it refuses every request that does not fit the
 * types of the provider's SDK, so that tests cannot pass with unsupported requests.
 */
export async function startStripeServer(): Promise<StripeServer> {
  const validators = stripeValidators();
  const state: State = { requests: [], objects: new Map(), answers: new Map(), failing: null };

  const server = createServer(async (request, response) => {
    const { status, body } = await answer(request, validators, state);
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': randomUUID() });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, {
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
}

const refusal = (message: string, code = 'parameter_unknown') => ({
  status: 400,
  body: { error: { type: 'invalid_request_error', code, message } },
});
const missing = (id: string) => ({
  status: 404,
  body: { error: { type: 'invalid_request_error', code: 'resource_missing', message: `No such object: ${id}` } },
});

const OTHER_PARAMETERS = {
  status: 400,
  body: { error: { type: 'idempotency_error', message: 'The key was used with other parameters' } },
};

async function answer(
  request: IncomingMessage,
  validators: Record<StripeRequest, ValidateFunction>,
  state: State,
): Promise<{ status: number; body: object }> {
  const url = new URL(request.url ?? '/', 'http://stripe');
  let text = '';
  for await (const chunk of request) text += String(chunk);
  if (state.failing && url.pathname.startsWith(state.failing.path ?? '')) {
    return { status: state.failing.status, body: { error: state.failing.error } };
  }
  if (!request.headers.authorization?.startsWith('Bearer sk_test_')) return refusal('no key', 'api_key_missing');

  const params = readForm(new URLSearchParams(request.method === 'GET' ? url.search : text));
  const [, kind = '', id = '', rest = ''] =
    /^\/v1\/([a-z_]+(?:\/sessions)?)(?:\/([^/]+))?(\/.*)?$/.exec(url.pathname) ?? [];
  const isPreview = id === 'create_preview';
  const name = `${request.method} /v1/${kind}${isPreview ? `/${id}` : request.method === 'POST' && id ? '/:id' : ''}`;
  const idempotencyKey = request.headers['idempotency-key'];
  const isRead = (request.method === 'GET' && id !== '') || request.method === 'DELETE' || rest !== '';
  if (!isRead) {
    if (!isKnownRequest(name)) return refusal(`no request ${name}`);
    const validate = validators[name];
    // Validation writes the coerced values into its input.
    if (!validate(params)) return refusal(JSON.stringify(validate.errors?.slice(0, 3)));
  }
  const key = Array.isArray(idempotencyKey) ? idempotencyKey[0] : idempotencyKey;
  const context = [request.headers['stripe-context']].flat()[0];
  const taken = { name: isRead ? `${request.method} /v1/${kind}/:id` : name, params, idempotencyKey: key, context };
  state.requests.push(taken);
  if (isRead) return byId(`${request.method}${rest}`, id, context, state.objects);
  const answered = key === undefined ? undefined : state.answers.get(key);
  const asked = JSON.stringify(params);
  if (answered) return answered.asked === asked ? answered.answer : OTHER_PARAMETERS;
  const made = context
    ? createInAccount(name, params, context, state.objects)
    : create(name, id, params, state.objects);
  if (key !== undefined && (context || kind === 'accounts')) state.answers.set(key, { asked, answer: made });
  return made;
}

/** Objects of another account are not found. */
function byId(method: string, id: string, context: string | undefined, objects: Map<string, Stored>): Answer {
  const found = objects.get(id);
  if (!found || found.context !== context) return missing(id);
  if (method === 'DELETE') found.status = 'canceled';
  if (method === 'POST/expire') found.status = 'expired';
  return { status: 200, body: found };
}

const invoiceItems = z.array(
  z.object({ quantity: z.number(), price_data: z.object({ unit_amount: z.number(), currency: z.string() }) }),
);

/** Creates checkouts and refunds of a connected account. */
function createInAccount(name: string, params: Fields, context: string, objects: Map<string, Stored>): Answer {
  if (objects.get(context)?.object !== 'account') return refusal(`no account ${context}`, 'account_invalid');
  if (name === 'POST /v1/checkout/sessions') {
    if (params.ui_mode !== 'hosted_page' || !params.success_url || params.return_url) return refusal('no hosted page');
    const id = `cs_test_${randomUUID().slice(0, 8)}`;
    const lines = invoiceItems.parse(params.line_items);
    const amount_total = lines.reduce((sum, { quantity, price_data }) => sum + quantity * price_data.unit_amount, 0);
    const made: Stored = {
      ...params,
      id,
      object: 'checkout.session',
      context,
      amount_total,
      url: `https://checkout.example/${id}`,
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      currency: lines[0]?.price_data.currency,
    };
    objects.set(id, made);
    return { status: 200, body: made };
  }
  const paid = [...objects.values()].find(
    (one) => one.context === context && one.payment_intent === params.payment_intent,
  );
  if (name !== 'POST /v1/refunds' || !paid) return refusal(`no request ${name}`);
  const returned = Number(paid.returned ?? 0) + Number(params.amount);
  if (returned > Number(paid.amount_total)) return refusal('more than the charge', 'amount_too_large');
  paid.returned = returned;
  return { status: 200, body: { id: `re_${randomUUID().slice(0, 8)}`, object: 'refund', ...params } };
}

const list = (data: object[]) => ({ status: 200, body: { object: 'list', data, has_more: false } });
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function create(name: string, id: string, params: Fields, objects: Map<string, Stored>) {
  const all = [...objects.values()];
  const store = (prefix: string, values: Record<string, unknown>) => {
    const made: Stored = { id: textOf(values.id) || `${prefix}_${randomUUID().slice(0, 8)}`, ...values };
    objects.set(made.id, made);
    return { status: 200, body: made };
  };
  switch (name) {
    case 'GET /v1/prices': {
      const prices = all.filter((one) => one.object === 'price');
      if (!params.lookup_keys) {
        const type = (one: Stored) => (one.recurring ? 'recurring' : 'one_time');
        return list(prices.filter((one) => one.product === params.product && type(one) === params.type));
      }
      const keys = [params.lookup_keys].flat();
      return list(prices.filter((one) => one.active && keys.includes(textOf(one.lookup_key))));
    }
    case 'GET /v1/products':
      return list(all.filter((one) => one.object === 'product' && [params.ids].flat().includes(one.id)));
    case 'GET /v1/invoices':
      return list(
        all.filter(
          (one) =>
            one.object === 'invoice' &&
            (['subscription', 'customer', 'status'] as const).every(
              (name) => !params[name] || one[name] === params[name],
            ),
        ),
      );
    case 'POST /v1/invoices/create_preview': {
      const subscription = objects.get(textOf(params.subscription));
      const invoice = subscription && previewInvoice(subscription, params.subscription_details, objects);
      return invoice ? { status: 200, body: invoice } : missing(textOf(params.subscription));
    }
    case 'GET /v1/invoiceitems':
      return list(all.filter((one) => one.object === 'invoiceitem' && one.customer === params.customer));
    case 'GET /v1/invoice_payments':
      return list(all.filter((one) => one.object === 'invoice_payment' && one.invoice === params.invoice));
    case 'GET /v1/refunds':
      return list(all.filter((one) => one.object === 'refund' && one.payment_intent === params.payment_intent));
    case 'POST /v1/products':
      return store('prod', { object: 'product', ...params });
    case 'POST /v1/prices':
      return store('price', { object: 'price', active: true, ...params });
    case 'POST /v1/accounts':
      return store('acct', {
        object: 'account',
        charges_enabled: false,
        requirements: { currently_due: [] },
        ...params,
      });
    case 'POST /v1/account_links':
      return objects.get(textOf(params.account))?.object === 'account'
        ? store('link', { object: 'account_link', url: `https://connect.example/${textOf(params.account)}` })
        : missing(textOf(params.account));
    case 'POST /v1/checkout/sessions': {
      if (!params.return_url) return refusal('return_url is required', 'parameter_missing');
      const session = `cs_test_${randomUUID().slice(0, 8)}`;
      const secret = `${session}_secret_${randomUUID()}`;
      const fresh = { object: 'checkout.session', status: 'open', payment_status: 'unpaid', client_secret: secret };
      return store('cs', { ...params, ...fresh, id: session, subscription: null, customer: params.customer ?? null });
    }
    case 'POST /v1/billing_portal/sessions':
      return store('bps', { object: 'billing_portal.session', url: 'https://billing.example/session', ...params });
    case 'POST /v1/refunds': {
      const intent = textOf(params.payment_intent);
      if (all.some((one) => one.object === 'refund' && one.payment_intent === intent)) {
        return refusal('already refunded', 'charge_already_refunded');
      }
      const paid = all.find((one) => one.object === 'invoice_payment' && objectId(one.payment) === intent);
      return store('re', { object: 'refund', amount: paid?.amount_paid ?? 0, ...params });
    }
    case 'POST /v1/subscriptions/:id': {
      const subscription = objects.get(id);
      if (!subscription) return missing(id);
      for (const { price } of addedItems.parse(params.add_invoice_items ?? [])) {
        store('ii', {
          object: 'invoiceitem',
          customer: subscription.customer,
          pricing: { price_details: { price } },
        });
      }
      return changeItems(subscription, params, objects);
    }
    case 'POST /v1/subscription_items/:id': {
      for (const one of all) {
        const items = one.object === 'subscription' ? (one.items as { data: Stored[] }).data : [];
        const item = items.find((candidate) => candidate.id === id);
        if (item) return { status: 200, body: Object.assign(item, params) };
      }
      return missing(id);
    }
    default:
      return refusal(`no request ${name}`);
  }
}

const addedItems = z.array(z.object({ price: z.string() }));
const changedItems = z.array(z.object({ id: z.string(), price: z.string(), quantity: z.number() }));

/** Changes the prices of items. An item without an id would be added to the others. */
function changeItems(subscription: Stored, { items, metadata }: Fields, objects: Map<string, Stored>): Answer {
  const kept = (subscription.items as { data: Stored[] }).data;
  for (const { id, price, quantity } of changedItems.parse(items)) {
    const item = kept.find((candidate) => candidate.id === id);
    const found = objects.get(price);
    if (!item || !found) return missing(item ? price : id);
    Object.assign(item, { price: found, quantity });
  }
  subscription.metadata = metadata;
  return { status: 200, body: subscription };
}

const objectId = (payment: unknown): string =>
  payment && typeof payment === 'object' && 'payment_intent' in payment ? textOf(payment.payment_intent) : '';

/** `a[b][0][c]=x` as nested objects and lists. */
function readForm(form: URLSearchParams): Fields {
  const root: Fields = {};
  for (const [name, value] of form) {
    const keys = name.split(/[[\]]+/).filter(Boolean);
    let place: Fields = root;
    for (const key of keys.slice(0, -1)) {
      const next = place[key];
      const inner: Fields = typeof next === 'object' && !Array.isArray(next) ? next : {};
      place[key] = inner;
      place = inner;
    }
    place[keys.at(-1) ?? ''] = value;
  }
  return Object.fromEntries(Object.entries(root).map(([key, value]) => [key, asList(value)]));
}

function asList(value: FieldValue): FieldValue {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, asList(inner)] as const);
  const isList = entries.length > 0 && entries.every(([key], index) => key === String(index));
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}
