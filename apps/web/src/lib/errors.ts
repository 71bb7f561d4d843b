/** An error of lib/rpc, recognised by its shape: importing its class would load the client on public pages. */
type Refusal = Error & { code: string; status: number };

const isRefusal = (error: unknown): error is Refusal =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  'status' in error &&
  typeof error.status === 'number';

export const codeOf = (error: unknown): string | undefined => (isRefusal(error) ? error.code : undefined);

export const isNotFound = (error: unknown): boolean => codeOf(error) === 'NOT_FOUND';

/** The server cannot be reached. Browsers throw a TypeError then, with a text for developers. */
export const isUnreachable = (error: unknown): boolean => error instanceof TypeError;

const GATEWAY_STATUSES: unknown[] = [502, 503, 504];

/** Gateways answer 502, 503 and 504 while the server restarts, so the same call may succeed a moment later. */
export const isRetryable = (error: unknown): boolean =>
  isUnreachable(error) || (error instanceof Error && 'status' in error && GATEWAY_STATUSES.includes(error.status));

/** Worth an automatic retry: the server cannot be reached, failed, or limits the rate. */
export const isTemporary = (error: unknown): boolean =>
  isUnreachable(error) ||
  codeOf(error) === 'RATE_LIMITED' ||
  (error instanceof Error && 'status' in error && Number(error.status) >= 500);

/** The text for a failed call: the server's message when it refused, else the fallback. */
export const messageOf = (error: unknown, fallback: string): string =>
  isRefusal(error) && error.status < 500 && error.message ? error.message : fallback;

/** The server's problems by field name. Empty for any other failure. */
export function problemsOf(error: unknown): Record<string, string> {
  const data: unknown = isRefusal(error) ? Reflect.get(error, 'data') : null;
  const problems: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'problems') : null;
  const entries = typeof problems === 'object' && problems !== null ? Object.entries(problems) : [];
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
