import { AsyncLocalStorage } from 'node:async_hooks';
import type { HostedCoach } from '../hosts.ts';

/** The address of the coach's domain at which a person asked for something, without a path. */
const asked = new AsyncLocalStorage<string>();

/** Runs the work of a request. Links in mails about an account lead to the domain at which its person asked. */
export const runAskedAt = <T>(hostedCoach: HostedCoach | null, work: () => T): T =>
  hostedCoach ? asked.run(hostedCoach.origin, work) : work();

/** The address of the coach's domain at which a person asks, without a path; undefined at the hosts of the product. */
export const domainAsked = (): string | undefined => asked.getStore();
