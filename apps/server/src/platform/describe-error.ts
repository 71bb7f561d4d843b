import pg from 'pg';

/**
 * SQLSTATE classes whose messages name tables, constraints and settings. Those of the others quote what was sent:
 * class 22 prints the value that cannot be read.
 */
const QUIET_CLASS = /^(?:08|0A|23|25|26|28|2D|3D|3F|40|42|53|54|55|57|58|XX)/;
/** What PostgreSQL says of a statement without quoting its values. */
const POSTGRES_FIELDS = ['severity', 'schema', 'table', 'column', 'constraint', 'routine'] as const;
const PARAMETERS = '\nparams: ';
const FRAME = /^ {4}at /;
const MAX_DEPTH = 8;

/**
 * An error for the log, without values: parameters of queries, and messages that quote them, may hold what a person
 * typed.
 */
export function describeError(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: withoutParameters(String(error)) };
  const message = messageOf(error);
  const code: unknown = Reflect.get(error, 'code');
  const frames = framesOf(error);
  const parts = error instanceof AggregateError && depth < MAX_DEPTH ? error.errors : [];
  return {
    type: error.name,
    message,
    ...(code === undefined ? {} : { code }),
    ...(error instanceof pg.DatabaseError ? fieldsOf(error) : {}),
    ...(frames === '' ? {} : { stack: `${error.name}: ${message}\n${frames}` }),
    ...(parts.length > 0 ? { errors: parts.map((part) => describeError(part, depth + 1)) } : {}),
    ...(error.cause === undefined || depth >= MAX_DEPTH ? {} : { cause: describeError(error.cause, depth + 1) }),
  };
}

/** An error as text for a terminal, without values. */
export function errorText(error: unknown): string {
  const lines: string[] = [];
  for (let one: unknown = error; one !== undefined; one = one instanceof Error ? one.cause : undefined) {
    const { stack, message } = describeError(one, MAX_DEPTH);
    lines.push(`${lines.length > 0 ? 'Caused by: ' : ''}${stack ?? message}`);
  }
  return lines.join('\n');
}

/** The text up to the parameters of a query, which run to its end. */
export const withoutParameters = (text: string): string => text.split(PARAMETERS, 1)[0] ?? '';

function messageOf(error: Error): string {
  if (error instanceof pg.DatabaseError && !QUIET_CLASS.test(error.code ?? '')) {
    return 'PostgreSQL refused a value (its message quotes it)';
  }
  return withoutParameters(error.message);
}

function fieldsOf(error: pg.DatabaseError): Record<string, unknown> {
  return Object.fromEntries(
    POSTGRES_FIELDS.flatMap((name) => (error[name] === undefined ? [] : [[name, error[name]]])),
  );
}

/**
 * The lines of the stack below its message. A message may have lines that look like frames, so the whole message is cut
 * out, and a stack that does not hold it is left out.
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
