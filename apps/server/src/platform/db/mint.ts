import type { Scope, SystemScope } from './scope.ts';

/**
 * Makes a scope. Its callers are policies, which check the caller first.
 * @param facts the role, and what services read from the scope and no policy does
 */
export function mint<Kind extends Scope>(
  facts: Pick<Kind, 'role'> & Partial<Kind>,
  settings: Kind['settings'] = {},
): Kind {
  const scope: Record<string, unknown> = { ...settings, ...facts, settings: Object.freeze(settings) };
  // The brand exists only in the type. This is the one place that asserts it.
  return Object.freeze(scope) as Kind;
}

export const mintSystemScope = <Name extends string>(name: Name): SystemScope<Name> =>
  mint<SystemScope<Name>>({ role: `system_${name}` });
