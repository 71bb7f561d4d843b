import { isFeatureAllowed } from '@stridewell/contract/billing/billing.rules';
import { domainOfHost } from '@stridewell/contract/domains/domains.rules';
import type { HostedCoach, Hosts } from '../../core/hosts.ts';
import { findCoachOnRecord } from '../../core/people/coach-record.data.ts';
import type { Infrastructure } from '../../core/services.ts';
import { findHolder, findServedDomain } from './domains.data.ts';
import { domainsScope, holderScopeOf } from './domains.scopes.ts';

/** Announces over the event bus that a domain was verified or stopped working. */
export const DOMAINS_CHANGED = 'domains';

/** The event bus reports changes of domains. Changes of a plan count after this time. */
const KEPT_MS = 3000;
/** Callers choose the Host header, so the number of remembered hosts has a limit. */
const MOST_HOSTS = 5000;

type Kept<Value> = { until: number; value: Promise<Value> };

/** Remembers the answers to a question for a few seconds. A failed one is asked again. */
class ShortMemory<Value> {
  readonly #kept = new Map<string, Kept<Value>>();
  readonly #ask: (key: string) => Promise<Value>;

  constructor(ask: (key: string) => Promise<Value>) {
    this.#ask = ask;
  }

  get(key: string): Promise<Value> {
    const now = performance.now();
    const kept = this.#kept.get(key);
    if (kept && kept.until > now) return kept.value;
    const value = this.#ask(key);
    this.#kept.delete(key);
    this.#kept.set(key, { until: now + KEPT_MS, value });
    value.catch(() => {
      if (this.#kept.get(key)?.value === value) this.#kept.delete(key);
    });
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MOST_HOSTS) break;
      this.#kept.delete(oldest);
    }
    return value;
  }

  forget(): void {
    this.#kept.clear();
  }
}

/** Finds the coaches of hosts, and the addresses of coaches. */
export function createHosts({ db, env, live, now }: Pick<Infrastructure, 'db' | 'env' | 'live' | 'now'>): Hosts {
  const { protocol, port, hostname } = new URL(env.appUrl);
  const productHost = domainOfHost(hostname);
  const originOf = (domain: string) => `${protocol}//${domain}${port && `:${port}`}`;

  const hasPlan = async (coachId: string) => {
    const coach = await db.readAtOnce(holderScopeOf(coachId), findCoachOnRecord);
    return coach?.isActive === true && isFeatureAllowed(coach.access, 'white_label', now());
  };
  const hosts = new ShortMemory(async (domain): Promise<HostedCoach | null> => {
    const coachId = await db.readAtOnce(domainsScope, (tx) => findHolder(tx, domain));
    if (coachId === undefined) return null;
    return { coachId, domain, origin: originOf(domain), isServed: await hasPlan(coachId) };
  });
  const addresses = new ShortMemory(async (coachId): Promise<string> => {
    const domain = await db.readAtOnce(holderScopeOf(coachId), findServedDomain);
    return domain !== undefined && (await hasPlan(coachId)) ? originOf(domain) : env.appUrl;
  });
  const forget = () => {
    hosts.forget();
    addresses.forget();
  };
  live.listen({
    tell: () => undefined,
    sessionEnded: () => undefined,
    resync: forget,
    changed: (what) => {
      if (what === DOMAINS_CHANGED) forget();
    },
  });

  const isOff = env.DOMAIN_TARGET === undefined;
  return {
    coachOfHost(host) {
      const domain = isOff ? null : domainOfHost(host);
      return domain === null || domain === productHost ? null : hosts.get(domain);
    },
    addressOf: async (coachId) => (isOff ? env.appUrl : addresses.get(coachId)),
  };
}
