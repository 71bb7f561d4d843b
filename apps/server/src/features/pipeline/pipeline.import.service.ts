import type { ImportedLead } from '@stridewell/contract/pipeline/pipeline';
import { LEAD_BOUNDS, phoneKey } from '@stridewell/contract/pipeline/pipeline.rules';
import { refuse } from '../../core/refusals.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { countLeads, lockLeads } from './pipeline.data.ts';
import { deleteImportedLeads, insertImportedLeads, selectKnownLeads } from './pipeline.import.data.ts';
import { type CoachClock, checkContact } from './pipeline.service.ts';

export { deleteImportedLeads as undoImport };

type ImportInput = { importId: string; leads: readonly ImportedLead[]; dryRun: boolean };

/** Leads without a contact are distinguished by their names. */
const hasContact = ({ lead }: ImportedLead): boolean => lead.email !== '' || phoneKey(lead.phone) !== '';

/** Filters new leads: by id, email address and phone number, or by name if they have no contact. */
async function withoutKnown(tx: Tx<CoachScope>, leads: readonly ImportedLead[]): Promise<ImportedLead[]> {
  const known = await selectKnownLeads(tx, {
    ids: leads.map(({ id }) => id),
    emails: leads.flatMap(({ lead: { email } }) => email || []),
    phones: leads.flatMap(({ lead: { phone } }) => phoneKey(phone) || []),
    names: leads.flatMap((one) => (hasContact(one) ? [] : one.lead.name.toLowerCase())),
  });
  const [ids, emails, phones, names] = [
    new Set(known.map(({ id }) => id)),
    new Set(known.map(({ email }) => email)),
    new Set(known.map((row) => row.phoneKey)),
    new Set(known.map(({ name }) => name)),
  ];
  return leads.filter((one) => {
    const { email, phone, name } = one.lead;
    if (ids.has(one.id)) return false;
    if (!hasContact(one)) return !names.has(name.toLowerCase());
    return !(email && emails.has(email)) && !(phoneKey(phone) && phones.has(phoneKey(phone)));
  });
}

/**
 * Adds the new leads of a file, all or none. Importing a file again adds nothing.
 * @throws TOO_MANY_LEADS, CONTACT_IN_FUTURE
 */
export async function importLeads(
  tx: Tx<CoachScope, 'TOO_MANY_LEADS' | 'CONTACT_IN_FUTURE'>,
  { importId, leads, dryRun }: ImportInput,
  clock: CoachClock,
): Promise<{ added: number; known: number }> {
  for (const { lead } of leads) checkContact(tx, lead, clock);
  await lockLeads(tx);
  const added = await withoutKnown(tx, leads);
  const room = LEAD_BOUNDS.perCoach - (await countLeads(tx));
  if (added.length > room) throw refuse(tx, 'TOO_MANY_LEADS');
  const { currency, now } = clock;
  if (!dryRun && added.length > 0) await insertImportedLeads(tx, { added, importId, currency, now });
  return { added: added.length, known: leads.length - added.length };
}
