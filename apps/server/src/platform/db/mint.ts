import type { Scope, SystemScope } from './scope.ts';

/** Makes a scope. Its callers are policies, which check the caller first. */
export function mint<Kind extends Scope>({ role }: Pick<Kind, 'role'>, settings: Kind['settings'] = {}): Kind {
  const scope: Record<string, unknown> = { ...settings, role, settings: Object.freeze(settings) };
  // The brand exists only in the type. This is the one place that asserts it.
  return Object.freeze(scope) as Kind;
}

export const mintSystemScope = <Name extends string>(name: Name): SystemScope<Name> =>
  mint<SystemScope<Name>>({ role: `system_${name}` });
