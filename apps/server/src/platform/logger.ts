import pino from 'pino';

export type Logger = pino.Logger;

/** Paths that are never written, whatever a caller hands to the log. */
const SECRETS = ['password', 'token', 'cookie', 'authorization', 'secret', 'sealed'].flatMap((name) => [
  name,
  `*.${name}`,
  `*.*.${name}`,
]);

export function createLogger(options: { level: string; destination?: pino.DestinationStream }): Logger {
  return pino(
    {
      level: options.level,
      base: null,
      redact: { paths: SECRETS, censor: '[redacted]' },
      serializers: { err: describeError },
    },
    options.destination ?? pino.destination({ sync: false }),
  );
}

/** Error for the log. A query's parameters stay out of it: they may hold what the person typed. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: error.message.replace(/\nparams: .*$/s, ''),
    ...(code === undefined ? {} : { code }),
    stack: error.stack?.replace(/\nparams: .*$/m, ''),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}
