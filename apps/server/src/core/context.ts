import type { Services } from '../core/services.ts';
import type { Actor } from './tenancy/actor.ts';

/** What a procedure knows about the request it serves. */
export type RequestContext = {
  services: Services;
  /** The caller, looked up once however often it is asked, and again after `extendSession`. */
  findActor: () => Promise<Actor | null>;
  /** Lets the auth library extend the session of this request; sets its cookie on the answer. */
  extendSession: () => Promise<void>;
  requestId: string;
  /** The caller's network, as the proxy setting reads its address (`networkOf`): the key for limits by address. */
  network: string;
  /** What the log line of this request will say. */
  event: Record<string, unknown>;
  /** Adds a header to the answer. */
  addHeader: (name: string, value: string) => void;
};
