import { addLeadFromCrm, listLeadsByEmail, listLeadsByIds, moveLeadByCrm } from '../pipeline/pipeline.crm.service.ts';
import { readProperties } from './crm.contacts.service.ts';
import {
  type CoachTx,
  type SavedLink,
  saveLink,
  saveLinks,
  selectLinksOfContacts,
  selectLinksOfDeals,
  updateConnection,
} from './crm.data.ts';
import type { HubspotObject } from './crm.hubspot.service.ts';
import { selectClientsByEmail } from './crm.people.data.ts';
import { acceptsChange, changePerson, listPeople } from './crm.people.service.ts';
import { incomingOf, incomingStatusOf, knownOf, lineOf } from './crm.rules.ts';
import { noteChanged, type Run, requirePlan } from './crm.run.service.ts';

/**
 * Changes are read again for so long, because HubSpot's search shows a change up to some minutes late, and not in the
 * order of changes.
 */
const OVERLAP_MS = 10 * 60_000;
/** Source of the leads that come from there. */
const SOURCE = 'HubSpot';

const before = (readUntil: Date): Date => new Date(readUntil.getTime() - OVERLAP_MS);

/** The last version of each object. */
const lastOfEach = (objects: readonly HubspotObject[]): HubspotObject[] => [
  ...new Map(objects.map((object) => [object.id, object])).values(),
];

const latest = (readUntil: Date, objects: readonly HubspotObject[]): Date =>
  new Date(Math.max(readUntil.getTime(), ...objects.map(({ updatedAt }) => updatedAt.getTime())));

/** Reads the contacts that changed in HubSpot. */
export async function readContacts(run: Run): Promise<void> {
  const { fields, contactsReadUntil } = run.connection;
  let readUntil = contactsReadUntil;
  for await (const page of run.hubspot.readChanges('contacts', before(contactsReadUntil), readProperties(fields))) {
    if (page.length > 0) await run.write((tx) => applyContacts(tx, run, lastOfEach(page)));
    readUntil = latest(readUntil, page);
  }
  // Pages that failed are read again.
  await run.write((tx) => updateConnection(tx, { contactsReadUntil: readUntil }));
}

async function applyContacts(tx: CoachTx, run: Run, contacts: readonly HubspotObject[]): Promise<void> {
  const now = run.deps.now();
  await requirePlan(tx, now);
  const { fields } = run.connection;
  const links = await selectLinksOfContacts(
    tx,
    contacts.map(({ id }) => id),
  );
  const linkOf = new Map(links.map((link) => [link.contactId, link]));
  const personOf = new Map((await listPeople(tx, links)).map((person) => [person.id, person]));
  const saved: SavedLink[] = [];
  let [leadsAdded, people] = [0, 0];
  for (const contact of contacts) {
    const link = linkOf.get(contact.id);
    if (!link) {
      if (await addLead(tx, run, contact)) leadsAdded += 1;
      continue;
    }
    const person = personOf.get(link.subjectId);
    if (!person) continue;
    const theirs = { properties: contact.properties, at: contact.updatedAt };
    const { change, known } = incomingOf(person, fields, link.contactKnown, theirs, (wanted) =>
      acceptsChange(person, wanted),
    );
    if (Object.keys(change).length > 0) {
      await changePerson(tx, person, change, { at: contact.updatedAt, now });
      people += 1;
    }
    saved.push([link, { contactKnown: known }]);
  }
  await saveLinks(tx, saved);
  noteChanged(tx, 'crm.received', { leadsAdded, people });
}

/**
 * Adds a contact that is new in HubSpot as a lead, if the coach wants that and does not know the address.
 * @returns whether it did
 */
async function addLead(tx: CoachTx, run: Run, { id, properties, createdAt }: HubspotObject): Promise<boolean> {
  const { addsLeads, addsLeadsFrom, fields } = run.connection;
  if (!addsLeads || !addsLeadsFrom || createdAt < addsLeadsFrom) return false;
  const textOf = (property: string | null) => (property === null ? '' : lineOf(properties[property]));
  const [first, last] = [textOf(fields.firstName ?? 'firstname'), textOf(fields.lastName ?? 'lastname')];
  const [email, phone] = [textOf('email').toLowerCase(), textOf(fields.phone)];
  // Sending the lead or client of this address links them, or says that their names differ.
  if (email && ((await listLeadsByEmail(tx, email)).length > 0 || (await selectClientsByEmail(tx, email)).length > 0)) {
    return false;
  }
  const name = [first, last].filter(Boolean).join(' ') || email.split('@')[0] || phone;
  const leadId = await addLeadFromCrm(tx, { name, email, phone, source: SOURCE }, run.deps.now());
  if (leadId === null) return false;
  const mapped = Object.values(fields).flatMap((property) => (property === null ? [] : [[property, textOf(property)]]));
  await saveLink(
    tx,
    { kind: 'lead', subjectId: leadId },
    { contactId: id, contactKnown: knownOf(Object.fromEntries(mapped)) },
  );
  return true;
}

/** Reads the deals that changed in HubSpot. */
export async function readDeals(run: Run): Promise<void> {
  const { deals, dealsReadUntil } = run.connection;
  if (!deals) return;
  let readUntil = dealsReadUntil;
  for await (const page of run.hubspot.readChanges('deals', before(dealsReadUntil), ['dealstage', 'pipeline'])) {
    if (page.length > 0) {
      await run.write(async (tx) => {
        await requirePlan(tx, run.deps.now());
        const objects = lastOfEach(page);
        const links = await selectLinksOfDeals(
          tx,
          objects.map(({ id }) => id),
        );
        const leads = await listLeadsByIds(
          tx,
          links.map(({ subjectId }) => subjectId),
        );
        let leadsMoved = 0;
        for (const link of links) {
          const lead = leads.find(({ id }) => id === link.subjectId);
          const deal = objects.find(({ id }) => id === link.dealId);
          if (!lead || !deal) continue;
          const theirs = { properties: deal.properties, at: deal.updatedAt };
          const { status, known } = incomingStatusOf(lead, deals, link.dealKnown, theirs);
          if (status) {
            await moveLeadByCrm(tx, lead.id, status, run.deps.now());
            leadsMoved += 1;
          }
          await saveLink(tx, link, { dealKnown: known });
        }
        noteChanged(tx, 'crm.received', { leadsMoved });
      });
    }
    readUntil = latest(readUntil, page);
  }
  await run.write((tx) => updateConnection(tx, { dealsReadUntil: readUntil }));
}
