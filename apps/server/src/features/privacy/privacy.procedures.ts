import { os } from '../../core/procedures.ts';
import { refuse } from '../../core/refusals.ts';
import { requireUser } from '../../core/tenancy/access.ts';
import type { Actor } from '../../core/tenancy/actor.ts';
import type { UserScope } from '../../core/tenancy/scope.ts';
import { askForOwnExport, getOwnExport } from './privacy.service.ts';

/**
 * A coach or a client. Operators have no data of their own beyond their account.
 * @throws UNAUTHORIZED, FORBIDDEN
 */
function requireOwner(actor: Actor | null): UserScope {
  const { actor: person, scope } = requireUser(actor);
  if (person.role === 'Operator') throw refuse('FORBIDDEN');
  return scope;
}

export const privacyProcedures = {
  getOwnExport: os.privacy.getOwnExport.handler(async ({ context }) => {
    const scope = requireOwner(await context.findActor());
    const { db, now } = context.services;
    return { export: await db.readAtOnce(scope, (tx) => getOwnExport(tx, now())) };
  }),

  askForOwnExport: os.privacy.askForOwnExport.handler(async ({ context, errors }) => {
    const scope = requireOwner(await context.findActor());
    const { db, now } = context.services;
    return db.write(scope, (tx) => askForOwnExport(tx, now()), errors);
  }),
};
