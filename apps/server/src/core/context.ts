import type { Services } from '../core/services.ts';
import type { HostedCoach } from './hosts.ts';
import type { Actor } from './tenancy/actor.ts';

/** Context of a procedure call. */
export type RequestContext = {
  services: Services;
  /** The caller, looked up once, and again after `extendSession`. */
  findActor: () => Promise<Actor | null>;
  /** The caller as of this moment, for work that takes long: a plan or a session may have ended meanwhile. */
  findActorNow: () => Promise<Actor | null>;
  /** Lets the auth library extend the session of this request, and sets its cookie on the answer. */
  extendSession: () => Promise<void>;
  requestId: string;
  /** The caller's network (`networkOf`), respecting trusted proxies: the key for limits by address. */
  network: string;
  /** The coach whose domain the request came to; null at the hosts of the product. */
  hostedCoach: HostedCoach | null;
  /** Fields for the log line of this request. */
  event: Record<string, unknown>;
  /** Adds a header to the answer. */
  addHeader: (name: string, value: string) => void;
};
