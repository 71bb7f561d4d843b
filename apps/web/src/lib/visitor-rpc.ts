import { callsOf, createCaller } from './calls.ts';
import { CLIENT_INFO } from './product.ts';
import type { rpc } from './rpc.ts';
import addresses from './rpc-procedures.visitors.gen.json' with { type: 'json' };

type Rpc = typeof rpc;
type Addresses = typeof addresses;
type VisitorRpc = {
  [Feature in keyof Addresses & keyof Rpc]: Pick<Rpc[Feature], keyof Addresses[Feature] & keyof Rpc[Feature]>;
};

/** The procedures that visitors call: `rpc` without the addresses of all others, which weigh more than these pages. */
export const visitorRpc = callsOf(createCaller(addresses, () => ({ 'x-client-info': CLIENT_INFO }))) as VisitorRpc;
