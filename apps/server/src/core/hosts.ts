import type { Env } from '../env.ts';

/** The coach whose verified domain a request came to. */
export type HostedCoach = {
  coachId: string;
  domain: string;
  /** The address of the domain, without a path. */
  origin: string;
  /** Whether the coach is active and their plan includes the domain. All others are led to the product's host. */
  isServed: boolean;
};

declare module 'fastify' {
  interface FastifyRequest {
    /** The coach whose domain the request came to; null at the hosts of the product. */
    hostedCoach: HostedCoach | null;
  }
}

/** The address that a request came to, without a path: of a coach's verified domain, and otherwise of the product. */
export const addressAsked = (hostedCoach: HostedCoach | null, { appUrl }: Pick<Env, 'appUrl'>): string =>
  hostedCoach?.origin ?? appUrl;

/** The host that sessions of a coach's domain are for; undefined for the hosts of the product. */
export const hostOf = (hostedCoach: HostedCoach | null): string | undefined =>
  hostedCoach ? new URL(hostedCoach.origin).host : undefined;

/** Verified domains of coaches. Answers are a few seconds old at most. */
export type Hosts = {
  /**
   * The coach of a Host header; null for the hosts of the product, which are known at once, and for unknown ones.
   * @throws while the database cannot be reached
   */
  coachOfHost(host: string): Promise<HostedCoach | null> | null;
  /** Where the clients of a coach find the product, without a path: at the coach's domain, or at the product's. */
  addressOf(coachId: string): Promise<string>;
};
