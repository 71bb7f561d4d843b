declare const minted: unique symbol;

/**
 * UUIDs and words. Policies read the names in snake case: `coachId` is `app.coach_id`. Null sets nothing.
 */
export type ScopeSettings = Readonly<Record<string, string | null>>;

/**
 * On whose behalf a transaction runs: a role and the settings that row-level security compares with each row.
 * `database.ts` sends them as `app.role` and `app.<setting>`. The brand makes a scope impossible to write by hand
 * (`mint.ts`).
 */
export type Scope = {
  readonly role: string;
  readonly settings: ScopeSettings;
  readonly [minted]: true;
};

/** Work of the system, without a person. The policies of each name allow only its work. */
export type SystemScope<Name extends string> = Scope & { readonly role: `system_${Name}` };
