import { ORPCError } from '@orpc/client';

export const isNotFound = (error: unknown): boolean => error instanceof ORPCError && error.code === 'NOT_FOUND';

export const codeOf = (error: unknown): string | undefined => (error instanceof ORPCError ? error.code : undefined);

/** Nothing answered at all; browsers say so with a TypeError whose text is meant for developers. */
export const isUnreachable = (error: unknown): boolean => error instanceof TypeError;

const GATEWAY_STATUSES = [502, 503, 504];

/** Gateways answer 502, 503 and 504 while the server restarts; the same call may go through a moment later. */
export const isRetryable = (error: unknown): boolean =>
  isUnreachable(error) || (error instanceof ORPCError && GATEWAY_STATUSES.includes(error.status));

/** What a person may read about a failed call: the server's words when it refused, else `otherwise`. */
export const messageOf = (error: unknown, otherwise: string): string =>
  error instanceof ORPCError && error.status < 500 && error.message ? error.message : otherwise;
