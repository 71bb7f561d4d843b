/** Features that depend on the coach's plan. Billing says which plan has which. */
export type PlanFeature =
  | 'ai'
  | 'white_label'
  | 'analytics'
  | 'integrations'
  | 'flows'
  | 'advanced_ai'
  | 'retention_tracking'
  | 'expense_analytics'
  | 'assistant';

/** Parts of the console. The role of an operator says which of them they may open. */
export type OperatorRight =
  | 'overview'
  | 'approvals'
  | 'contacts'
  | 'pipeline'
  | 'accounts'
  | 'support'
  | 'billing'
  | 'operators'
  | 'settings'
  | 'audit'
  | 'jobs';

/** `true`: an operator who views as a coach may call it. It reads only, and its answer names no client. */
type Viewing = { whileViewing?: true };

/** An active coach, in their own tenant. */
export type CoachAccess = Viewing & {
  allow: 'coach';
  /** The input field that names the tenant, `coachId` by default. `own`: the input names none. */
  tenant?: 'coach_id' | 'own';
  /** The plan must have this feature. */
  plan?: PlanFeature;
  verifiedEmail?: true;
};

/** A client in the relationship with their coach. */
export type ClientAccess = Viewing & {
  allow: 'client';
  /** The input names the relationship by `coachId` and `clientId`, and it must be the client's. */
  named?: true;
  /** Written on a device: refused after the end of the coaching, and for another coach than the input's `coachId`. */
  sends?: true;
  /** Answers null to a client who has no coach, and calls no handler. */
  nullWithoutCoach?: true;
};

/** The coach or the client of the relationship that the input names. */
export type RelationshipAccess = Viewing & {
  allow: 'relationship';
  /** The input field that names the client, `clientId` by default. */
  client?: 'conversationId';
  /** `own`: the input names no relationship. The coach's tenant, or the client's relationship. */
  tenant?: 'own';
};

/** A signed-in person, for what belongs to the person alone. */
export type PersonAccess = Viewing & {
  allow: 'person';
  /** `coach`: in any status. `customer`: a coach or a client. Anyone by default. */
  role?: 'coach' | 'client' | 'customer';
  verifiedEmail?: true;
};

/** An operator with a right to a part of the console. */
export type OperatorAccess = { allow: 'operator'; right: OperatorRight };

/** The operator behind a view, to end it. */
export type ViewerAccess = { allow: 'viewer' };

/** Everyone, signed in or not. */
export type VisitorAccess = Viewing & { allow: 'visitor' };

/** Who may call a procedure. Each procedure of the contract states it, and the server's builders enforce it. */
export type Access =
  | CoachAccess
  | ClientAccess
  | RelationshipAccess
  | PersonAccess
  | OperatorAccess
  | ViewerAccess
  | VisitorAccess;

type Procedure = { '~orpc': { meta: Access; route: { method?: string; path?: string } } };
type Contract = Readonly<Record<string, Readonly<Record<string, Procedure>>>>;

/** Every procedure of a contract, with its name like `clients.listClients` and its address like `GET /rest/v1/clients`. */
export const listProcedures = (contract: Contract) =>
  Object.entries(contract).flatMap(([feature, procedures]) =>
    Object.entries(procedures).map(
      ([
        name,
        {
          '~orpc': { meta, route },
        },
      ]) => ({
        name: `${feature}.${name}`,
        access: meta,
        path: route.path,
        address: `${route.method} ${route.path}`,
      }),
    ),
  );
