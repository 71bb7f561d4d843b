/** What a refused call of lib/rpc throws, told by its shape: loading the client to ask would burden public pages. */
type Refusal = Error & { code: string; status: number };

const isRefusal = (error: unknown): error is Refusal =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  'status' in error &&
  typeof error.status === 'number';

export const codeOf = (error: unknown): string | undefined => (isRefusal(error) ? error.code : undefined);

export const isNotFound = (error: unknown): boolean => codeOf(error) === 'NOT_FOUND';

/** Nothing answered at all; browsers say so with a TypeError whose text is meant for developers. */
export const isUnreachable = (error: unknown): boolean => error instanceof TypeError;

const GATEWAY_STATUSES: unknown[] = [502, 503, 504];

/** Gateways answer 502, 503 and 504 while the server restarts; the same call may go through a moment later. */
export const isRetryable = (error: unknown): boolean =>
  isUnreachable(error) || (error instanceof Error && 'status' in error && GATEWAY_STATUSES.includes(error.status));

/** Worth another try without anybody's doing: nobody answered, the server failed, or it was too much at once. */
export const isPassing = (error: unknown): boolean =>
  isUnreachable(error) ||
  codeOf(error) === 'RATE_LIMITED' ||
  (error instanceof Error && 'status' in error && Number(error.status) >= 500);

/** What a person may read about a failed call: the server's words when it refused, else `otherwise`. */
export const messageOf = (error: unknown, otherwise: string): string =>
  isRefusal(error) && error.status < 500 && error.message ? error.message : otherwise;

/** What the server found wrong, by the name of the field; nothing for any other failure. */
export function problemsOf(error: unknown): Record<string, string> {
  const data: unknown = isRefusal(error) ? Reflect.get(error, 'data') : null;
  const problems: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'problems') : null;
  const entries = typeof problems === 'object' && problems !== null ? Object.entries(problems) : [];
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
