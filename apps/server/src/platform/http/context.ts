import type { Actor } from '../auth/actor.ts';
import type { Services } from '../services.ts';

/** What a procedure knows about the request it serves. */
export type RequestContext = {
  services: Services;
  /** The caller, looked up once however often it is asked. */
  actor: () => Promise<Actor | null>;
  /** Lets the auth library extend the session of this request; sets its cookie on the answer. */
  extendSession: () => Promise<void>;
  /** Cookies and headers of the request, for calls into the auth library. */
  headers: Headers;
  /** Adds a header to the answer. */
  addHeader: (name: string, value: string) => void;
  /** Who is calling, for limits; never for access. */
  address: string;
};
