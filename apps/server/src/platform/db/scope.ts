declare const minted: unique symbol;

/**
 * On whose behalf a transaction runs: a role and the ids that row-level security compares with each row. `database.ts`
 * sends them as `app.role` and `app.<id>`. The brand makes a scope impossible to write by hand (`mint.ts`).
 */
export type Scope = {
  readonly role: string;
  /** UUIDs under the names that policies read in snake case: `coachId` is `app.coach_id`. Null sets nothing. */
  readonly ids: Readonly<Record<string, string | null>>;
  readonly [minted]: true;
};

/** Work that has no person behind it. Each name may do only its own work. */
export type SystemScope<Name extends string> = Scope & { readonly role: `system_${Name}` };
