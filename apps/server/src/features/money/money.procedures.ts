import { os } from '../../core/procedures.ts';
import { requireCoach, requireFeature } from '../../core/tenancy/access.ts';
import { createLedgerEntry } from './money.service.ts';

export const moneyProcedures = {
  createLedgerEntry: os.money.createLedgerEntry.handler(async ({ context, input }) => {
    const { actor, coach, scope } = requireCoach(await context.actor(), input.coachId);
    const { db, now } = context.services;
    requireFeature(actor, 'advanced_ai', now());
    const { coachId: _, ...entry } = input;
    await db.write(scope, (tx) => createLedgerEntry(tx, { ...entry, currency: coach.currency }));
    return { id: input.id };
  }),
};
