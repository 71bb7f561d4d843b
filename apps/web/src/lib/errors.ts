import { ORPCError } from '@orpc/client';

export const isNotFound = (error: unknown): boolean => error instanceof ORPCError && error.code === 'NOT_FOUND';

export const codeOf = (error: unknown): string | undefined => (error instanceof ORPCError ? error.code : undefined);
