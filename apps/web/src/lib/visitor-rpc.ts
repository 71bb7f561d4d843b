import { CLIENT_INFO } from './product.ts';
import type { rpc } from './rpc.ts';
import addresses from './rpc-procedures.visitors.gen.json' with { type: 'json' };
import { setServerTime } from './server-clock.ts';
import { unauthorized } from './unauthorized.ts';

type Rpc = typeof rpc;
type Addresses = typeof addresses;
type VisitorRpc = {
  [Feature in keyof Addresses & keyof Rpc]: Pick<Rpc[Feature], keyof Addresses[Feature] & keyof Rpc[Feature]>;
};

/** A refusal in the shape that `lib/errors.ts` reads. */
class Refused extends Error {
  readonly code: string;
  readonly data: unknown;
  readonly status: number;
  constructor(status: number, body: { code?: string; message?: string; data?: unknown } | undefined) {
    super(body?.message ?? '');
    this.status = status;
    // A gateway answers without a code.
    this.code = body?.code ?? `HTTP_${status}`;
    this.data = body?.data;
  }
}

async function call(address: string, input: Readonly<Record<string, unknown>> = {}) {
  const [method = '', pattern = ''] = address.split(' ');
  const rest = new Map(Object.entries(input));
  const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest.get(name);
    rest.delete(name);
    return encodeURIComponent(String(value));
  });
  const body = method !== 'GET' && rest.size > 0 ? JSON.stringify(Object.fromEntries(rest)) : null;
  const response = await fetch(new URL(path, window.location.origin), {
    method,
    headers: { 'x-client-info': CLIENT_INFO, ...(body !== null && { 'content-type': 'application/json' }) },
    body,
  });
  unauthorized.note(response.status);
  setServerTime(response.headers.get('date'));
  const text = await response.text();
  if (!response.ok) throw new Refused(response.status, parsed(text));
  return text === '' ? undefined : JSON.parse(text);
}

function parsed(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    // The page of a gateway.
    return undefined;
  }
}

const client: object = Object.fromEntries(
  Object.entries(addresses).map(([feature, named]) => [
    feature,
    Object.fromEntries(
      Object.entries(named).map(([name, address]: [string, string]) => [
        name,
        (input?: Readonly<Record<string, unknown>>) => call(address, input),
      ]),
    ),
  ]),
);
/**
 * The procedures that visitors call: `rpc` without the libraries behind it, which weigh more than these pages. Inputs
 * are flat, and none of them is part of a query.
 */
export const visitorRpc = client as VisitorRpc;
