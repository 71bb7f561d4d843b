import { AsyncLocalStorage } from 'node:async_hooks';
import type { HostedCoach } from '../hosts.ts';

const asked = new AsyncLocalStorage<HostedCoach>();

/** Runs the work of a request. Mails about an account have the links and the look of the domain that it came to. */
export const runAskedAt = <T>(hostedCoach: HostedCoach | null, work: () => T): T =>
  hostedCoach ? asked.run(hostedCoach, work) : work();

/** The coach to whose domain the current request came; null at the hosts of the product. */
export const coachAsked = (): HostedCoach | null => asked.getStore() ?? null;
