import pg from 'pg';
import { toStorableText } from './storable-text.ts';

/**
 * SQLSTATE classes whose messages name only tables, constraints and settings. Messages of other classes quote values:
 * class 22 prints the invalid one.
 */
const QUIET_CLASS = /^(?:08|0A|23|25|26|28|2D|3D|3F|40|42|53|54|55|57|58|XX)/;
/** Fields of a PostgreSQL error that quote no values. */
const POSTGRES_FIELDS = ['severity', 'schema', 'table', 'column', 'constraint', 'routine'] as const;
const PARAMETERS = '\nparams: ';
const FRAME = /^ {4}at /;
const MAX_DEPTH = 8;
const MOST_KEYS = 10;

/** Libraries pass errors on as plain copies with the same properties, and JavaScript can throw anything. */
const isErrorLike = (value: unknown): value is Error =>
  value instanceof Error ||
  (typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string');

/** Also true for a copy of such an error. */
const isOfPostgres = (error: Error): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError || ('severity' in error && 'code' in error && typeof error.code === 'string');

/** Names the type of a thrown value that has no message, without its contents. */
const describeThrown = (value: unknown): string =>
  withoutParameters(
    toStorableText(
      typeof value === 'object' && value !== null
        ? `an object without a message was thrown (${Object.keys(value).slice(0, MOST_KEYS).join(', ')})`
        : String(value),
    ),
  );

/**
 * Describes an error for the log, without values: parameters of queries, and messages that quote them, may contain what
 * a person typed. The message is storable text, because the queue and failed mails keep it.
 */
export function describeError(error: unknown, depth = 0): Record<string, unknown> {
  if (!isErrorLike(error)) return { message: describeThrown(error) };
  const type = error.name ?? 'Error';
  const message = messageOf(error);
  const code: unknown = Reflect.get(error, 'code');
  const frames = framesOf(error);
  const parts = error instanceof AggregateError && depth < MAX_DEPTH ? error.errors : [];
  return {
    type,
    message,
    ...(code === undefined ? {} : { code }),
    ...(isOfPostgres(error) ? fieldsOf(error) : {}),
    ...(frames === '' ? {} : { stack: `${type}: ${message}\n${frames}` }),
    ...(parts.length > 0 ? { errors: parts.map((part) => describeError(part, depth + 1)) } : {}),
    ...(error.cause === undefined || depth >= MAX_DEPTH ? {} : { cause: describeError(error.cause, depth + 1) }),
  };
}

/** An error as text for a terminal, without values. */
export function errorText(error: unknown): string {
  const lines: string[] = [];
  for (let one: unknown = error; one !== undefined; one = isErrorLike(one) ? one.cause : undefined) {
    const { stack, message } = describeError(one, MAX_DEPTH);
    lines.push(`${lines.length > 0 ? 'Caused by: ' : ''}${stack ?? message}`);
  }
  return lines.join('\n');
}

/** The text of an error and its causes, without values. */
export const errorMessage = (error: unknown): string => (isErrorLike(error) ? messageOf(error) : describeThrown(error));

/** The text up to the parameters of a query, which run to its end. */
export const withoutParameters = (text: string): string => text.split(PARAMETERS, 1)[0] ?? '';

function messageOf(error: Error): string {
  if (isOfPostgres(error) && !QUIET_CLASS.test(error.code ?? '')) {
    return 'PostgreSQL refused a value (its message quotes it)';
  }
  return withoutParameters(toStorableText(error.message));
}

function fieldsOf(error: pg.DatabaseError): Record<string, unknown> {
  return Object.fromEntries(
    POSTGRES_FIELDS.flatMap((name) => (error[name] === undefined ? [] : [[name, error[name]]])),
  );
}

/**
 * The stack frames without the message. A message can contain lines that look like frames, so the whole message is
 * removed. A stack without the message is dropped.
 */
function framesOf({ stack, message }: Error): string {
  if (!stack) return '';
  const at = stack.indexOf(message);
  if (at < 0) return '';
  return stack
    .slice(at + message.length)
    .split('\n')
    .filter((line) => FRAME.test(line))
    .join('\n');
}
