import type { CrmFieldMapping } from '@stridewell/contract/crm/crm.rules';
import { listLeadsOfClients } from '../pipeline/pipeline.crm.service.ts';
import { batchesOf, sendTogether, shownAnswer } from './crm.batch.service.ts';
import {
  type CoachTx,
  type LinkChange,
  type LinkRow,
  type SavedLink,
  saveLinks,
  selectLinks,
  selectLinksOfContacts,
} from './crm.data.ts';
import type { HubspotObject, Properties } from './crm.hubspot.service.ts';
import { acceptsChange, changePerson, listPeoplePage } from './crm.people.service.ts';
import {
  changesOf,
  digestOf,
  digestOfAll,
  isSameName,
  knownOf,
  LIFECYCLE_PROPERTY,
  lineOf,
  type Person,
  propertiesOf,
} from './crm.rules.ts';
import { noteChanged, type Run, requirePlan } from './crm.run.service.ts';

/** People that are compared at a time. */
const PAGE = 500;

/** The properties that a sync reads. */
export const readProperties = (fields: CrmFieldMapping): string[] => [
  ...new Set(['email', 'firstname', 'lastname', ...Object.values(fields).filter((name) => name !== null)]),
];

/** Sends new and changed leads and clients. Clients come first: a lead with the same address then waits. */
export async function sendContacts(run: Run): Promise<void> {
  for (const kind of ['client', 'lead'] as const) {
    let after: string | undefined;
    do {
      const { people, last } = await run.write(async (tx) => {
        await requirePlan(tx, run.deps.now());
        return listPeoplePage(tx, kind, { after, limit: PAGE });
      });
      await addContacts(run, people);
      await updateContacts(run, people);
      after = last;
    } while (after !== undefined);
  }
}

const linksOf = async (tx: CoachTx, people: readonly Person[]): Promise<Map<string, LinkRow>> => {
  const kind = people[0]?.kind ?? 'lead';
  const ids = people.map(({ id }) => id);
  return new Map((await selectLinks(tx, kind, ids)).map((link) => [link.subjectId, link]));
};
const linkOf = ({ kind, id }: Person, change: LinkChange): SavedLink => [{ kind, subjectId: id }, change];

/** A client keeps the contact of the lead that they were. */
async function adoptContacts(tx: CoachTx, people: readonly Person[]): Promise<void> {
  const clients = people.filter(({ kind }) => kind === 'client');
  const leads = await listLeadsOfClients(
    tx,
    clients.map(({ id }) => id),
  );
  const [ofClients, ofLeads] = [
    await linksOf(tx, clients),
    await selectLinks(
      tx,
      'lead',
      leads.map(({ id }) => id),
    ),
  ];
  const clientOf = new Map(leads.map(({ id, clientId }) => [id, clientId]));
  const [left, adopted]: [SavedLink[], SavedLink[]] = [[], []];
  for (const { subjectId, contactId, contactKnown } of ofLeads) {
    const clientId = clientOf.get(subjectId);
    if (!clientId || contactId === null) continue;
    left.push([
      { kind: 'lead', subjectId },
      { contactId: null, contactKnown: {}, issue: null },
    ]);
    if (ofClients.get(clientId)?.contactId) continue;
    adopted.push([
      { kind: 'client', subjectId: clientId },
      { contactId, contactKnown, issue: null },
    ]);
  }
  // A contact has one link at a time.
  await saveLinks(tx, left);
  await saveLinks(tx, adopted);
}

/** Links people without a contact to the one with their address, or creates it. */
async function addContacts(run: Run, people: readonly Person[]): Promise<void> {
  const { fields } = run.connection;
  const missing = await run.write(async (tx) => {
    await adoptContacts(tx, people);
    const links = await linksOf(tx, people);
    return people.filter((person) => {
      const link = links.get(person.id);
      if (link?.contactId) return false;
      return !link?.refused || link.refused !== digestOfAll(propertiesOf(person, fields, {}));
    });
  });
  for (const batch of batchesOf(missing)) {
    const wanted = await linkByEmail(run, batch);
    await createContacts(run, wanted);
  }
}

/** @returns the people who still need a contact */
async function linkByEmail(run: Run, people: readonly Person[]): Promise<Person[]> {
  const { fields } = run.connection;
  const emails = fields.email === null ? [] : [...new Set(people.flatMap(({ email }) => email || []))];
  const found = emails.length === 0 ? [] : await run.hubspot.findByEmail(emails, readProperties(fields));
  const byEmail = new Map(found.map((contact) => [lineOf(contact.properties.email).toLowerCase(), contact]));
  return run.write(async (tx) => {
    await requirePlan(tx, run.deps.now());
    const owned = await selectLinksOfContacts(
      tx,
      found.map(({ id }) => id),
    );
    const taken = new Set(owned.map(({ contactId }) => contactId));
    const created = new Set<string>();
    const wanted: Person[] = [];
    const saved: SavedLink[] = [];
    for (const person of people) {
      const contact = person.email ? byEmail.get(person.email) : undefined;
      if (contact && (taken.has(contact.id) || !isSameName(person.name, nameOf(contact)))) {
        saved.push(linkOf(person, { issue: 'same_email', otherContactId: contact.id }));
      } else if (contact) {
        taken.add(contact.id);
        saved.push(await linkContact(tx, person, contact, fields, run.deps.now()));
      } else if (!person.email || !created.has(person.email)) {
        // Of two with one address, the second is compared with the contact of the first in the next sync.
        created.add(person.email);
        saved.push(linkOf(person, { contactSentAt: run.deps.now(), issue: null, otherContactId: null }));
        wanted.push(person);
      }
    }
    await saveLinks(tx, saved);
    return wanted;
  });
}

const nameOf = ({ properties }: HubspotObject): string =>
  `${lineOf(properties.firstname)} ${lineOf(properties.lastname)}`.trim();

/** Links a contact that existed. Each side gets what only the other one has. */
async function linkContact(
  tx: CoachTx,
  person: Person,
  contact: HubspotObject,
  fields: CrmFieldMapping,
  now: Date,
): Promise<SavedLink> {
  const theirs: Properties = Object.fromEntries(
    Object.entries(contact.properties).map(([name, value]) => [name, lineOf(value)]),
  );
  const known = knownOf(
    Object.fromEntries(Object.keys(propertiesOf(person, fields, {})).map((n) => [n, theirs[n] ?? ''])),
  );
  const phone = fields.phone === null ? '' : (theirs[fields.phone] ?? '');
  // A status that the coach keeps in HubSpot is replaced by the next change here.
  if (fields.status && theirs[fields.status]) {
    const own = propertiesOf(person, { ...fields, firstName: null, lastName: null, email: null, phone: null }, {});
    known[fields.status] = digestOf(fields.status, own[fields.status] ?? '');
  }
  if (!person.phone && phone && acceptsChange(person, { phone }))
    await changePerson(tx, person, { phone }, { at: now, now });
  return linkOf(person, {
    contactId: contact.id,
    contactKnown: known,
    contactSentAt: null,
    issue: null,
    otherContactId: null,
  });
}

async function createContacts(run: Run, people: readonly Person[]): Promise<void> {
  const { fields } = run.connection;
  const created = new Map<string, string>();
  const sent = people.map((person) => ({ person, properties: propertiesOf(person, fields, {}) }));
  const refused = await sendTogether(sent, async (batch) => {
    const objects = await run.hubspot.create(
      'contacts',
      batch.map(({ person, properties }) => ({ traceId: person.id, properties: withoutEmpty(properties) })),
    );
    for (const { id, objectWriteTraceId } of objects) if (objectWriteTraceId) created.set(objectWriteTraceId, id);
  });
  if (sent.length === 0) return;
  const saved = sent.flatMap((item): SavedLink[] => {
    const { person, properties } = item;
    const answer = refused.get(item);
    const contactId = created.get(person.id);
    if (answer !== undefined) {
      const refusal = { issue: 'refused', detail: shownAnswer(answer), refused: digestOfAll(properties) } as const;
      return [linkOf(person, Object.assign({ contactSentAt: null }, refusal))];
    }
    if (!contactId) return [];
    const contactKnown = knownOf(properties);
    return [linkOf(person, { contactId, contactKnown, contactSentAt: null, refused: '', detail: '' })];
  });
  await run.write(async (tx) => {
    await saveLinks(tx, saved);
    noteChanged(tx, 'crm.sent', { contacts: created.size });
  });
}

export const withoutEmpty = (properties: Properties): Properties =>
  Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== ''));

type Update = { person: Person; link: LinkRow; id: string; properties: Properties };

/** Sends the changed properties of contacts. */
async function updateContacts(run: Run, people: readonly Person[]): Promise<void> {
  const links = await run.write((tx) => linksOf(tx, people));
  const changed = people.flatMap((person): Update[] => {
    const link = links.get(person.id);
    if (!link?.contactId || link.issue === 'gone') return [];
    const { contactId: id, contactKnown } = link;
    const properties = changesOf(propertiesOf(person, run.connection.fields, contactKnown), contactKnown);
    if (Object.keys(properties).length === 0 || link.refused === digestOfAll(properties)) return [];
    return [{ person, link, id, properties }];
  });
  for (const batch of batchesOf(changed)) {
    const gone = new Set<string>();
    const refused = await sendTogether(batch, async (items) => {
      const staged = items.filter(({ properties }) => LIFECYCLE_PROPERTY in properties);
      if (staged.length > 0) {
        const empty = staged.map(({ id }) => ({ id, properties: { [LIFECYCLE_PROPERTY]: '' } }));
        await run.hubspot.update('contacts', empty);
      }
      for (const id of await run.hubspot.update('contacts', items)) gone.add(id);
    });
    await run.write(async (tx) => {
      await requirePlan(tx, run.deps.now());
      await saveLinks(
        tx,
        batch.map((item) => updatedLink(item, { answer: refused.get(item), isGone: gone.has(item.id) })),
      );
      noteChanged(tx, 'crm.sent', { contacts: batch.length - refused.size - gone.size });
    });
  }
}

function updatedLink(
  { person, link, properties }: Update,
  { answer, isGone }: { answer: string | undefined; isGone: boolean },
): SavedLink {
  if (isGone) return linkOf(person, { issue: 'gone' });
  if (answer !== undefined) {
    const refusal = { issue: 'refused', detail: shownAnswer(answer), refused: digestOfAll(properties) } as const;
    return linkOf(person, refusal);
  }
  const contactKnown = { ...link.contactKnown, ...knownOf(properties) };
  const isSolved = link.issue === 'refused' && link.dealRefused === '';
  return linkOf(person, { contactKnown, refused: '', ...(isSolved && { issue: null, detail: '' }) });
}
