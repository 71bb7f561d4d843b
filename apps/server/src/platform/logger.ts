import pino from 'pino';
import { describeError, withoutParameters } from './describe-error.ts';

export type Logger = pino.Logger;

/** Fields that are redacted in every log line. */
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
      serializers: { err: (error: unknown) => describeError(error) },
      hooks: {
        // A library may log the message of a failed query.
        logMethod(parameters, write) {
          const safe = parameters.map((value: unknown) =>
            typeof value === 'string' ? withoutParameters(value) : value,
          );
          write.apply(this, safe as typeof parameters);
        },
      },
    },
    options.destination ?? pino.destination({ sync: false }),
  );
}
