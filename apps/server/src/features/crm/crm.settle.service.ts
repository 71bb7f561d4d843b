import { listLeadsByIds } from '../pipeline/pipeline.crm.service.ts';
import { readProperties } from './crm.contacts.service.ts';
import {
  type LinkRow,
  saveLink,
  selectLinks,
  selectLinksOfContacts,
  selectLinksOfDeals,
  selectUnsettledLinks,
} from './crm.data.ts';
import type { HubspotObject } from './crm.hubspot.service.ts';
import { listPeople } from './crm.people.service.ts';
import { dealPropertiesOf, knownOf, lineOf, type Person, propertiesOf } from './crm.rules.ts';
import { noteChanged, type Run } from './crm.run.service.ts';

/** The clocks of HubSpot and this server differ by less. */
const SKEW_MS = 60_000;

const sinceOf = (sentAt: Date): string => String(sentAt.getTime() - SKEW_MS);

/**
 * Looks for contacts and deals that an earlier sync created before it could store their ids. They are linked, so that a
 * second request does not create them again.
 */
export async function settleSent(run: Run): Promise<void> {
  const unsettled = await run.write(selectUnsettledLinks);
  for (const link of unsettled) {
    if (link.contactSentAt) await settleContact(run, link, link.contactSentAt);
    if (link.dealSentAt) await settleDeal(run, link, link.dealSentAt);
  }
}

/** The known values of an object that was just created, as the sync compares them. */
const knownValues = (names: readonly string[], { properties }: HubspotObject) =>
  knownOf(Object.fromEntries(names.map((name) => [name, lineOf(properties[name])])));

async function settleContact(run: Run, link: LinkRow, sentAt: Date): Promise<void> {
  const { fields } = run.connection;
  const [person] = await run.write((tx) => listPeople(tx, [link]));
  const found = person ? await findCreated(run, person, sentAt) : undefined;
  await run.write(async (tx) => {
    if (!found || (await selectLinksOfContacts(tx, [found.id])).length > 0) {
      await saveLink(tx, link, { contactSentAt: null });
      return;
    }
    const names = person ? Object.keys(propertiesOf(person, fields, {})) : [];
    await saveLink(tx, link, { contactId: found.id, contactKnown: knownValues(names, found), contactSentAt: null });
    noteChanged(tx, 'crm.sent', { contacts: 1 });
  });
}

/** A contact that was created for a person since `sentAt`. */
async function findCreated(run: Run, person: Person, sentAt: Date): Promise<HubspotObject | undefined> {
  const { fields } = run.connection;
  const properties = readProperties(fields);
  if (person.email && fields.email !== null) {
    const [contact] = await run.hubspot.findByEmail([person.email], properties);
    return contact && contact.createdAt.getTime() >= sentAt.getTime() - SKEW_MS ? contact : undefined;
  }
  const values = Object.entries(propertiesOf({ ...person, email: '' }, { ...fields, status: null }, {}));
  const filters = values.flatMap(([propertyName, value]) =>
    value ? [{ propertyName, operator: 'EQ' as const, value }] : [],
  );
  const since = { propertyName: 'createdate', operator: 'GTE' as const, value: sinceOf(sentAt) };
  const [contact] = await run.hubspot.search('contacts', [since, ...filters], properties);
  return contact;
}

async function settleDeal(run: Run, link: LinkRow, sentAt: Date): Promise<void> {
  const { deals } = run.connection;
  const { lead, contactId } = await run.write(async (tx) => {
    const [lead] = await listLeadsByIds(tx, [link.subjectId]);
    const [ofClient] = lead?.clientId ? await selectLinks(tx, 'client', [lead.clientId]) : [];
    const [own] = await selectLinks(tx, 'lead', [link.subjectId]);
    return { lead, contactId: own?.contactId ?? ofClient?.contactId ?? null };
  });
  const names = ['dealname', 'amount', 'dealstage', 'pipeline'];
  const found =
    lead && deals && contactId
      ? await run.hubspot.search(
          'deals',
          [
            { propertyName: 'createdate', operator: 'GTE', value: sinceOf(sentAt) },
            { propertyName: 'associations.contact', operator: 'EQ', value: contactId },
          ],
          names,
        )
      : [];
  await run.write(async (tx) => {
    const owned = new Set(
      (
        await selectLinksOfDeals(
          tx,
          found.map(({ id }) => id),
        )
      ).map(({ dealId }) => dealId),
    );
    const deal = found.find(({ id }) => !owned.has(id));
    if (!deal || !lead || !deals) {
      await saveLink(tx, link, { dealSentAt: null });
      return;
    }
    const sent = Object.keys(dealPropertiesOf(lead, deals));
    await saveLink(tx, link, { dealId: deal.id, dealKnown: knownValues(sent, deal), dealSentAt: null });
    noteChanged(tx, 'crm.sent', { deals: 1 });
  });
}
