import { RELATIONSHIP_STATUSES, type RelationshipStatus } from '@stridewell/contract/people.rules';
import { clientRecord } from '@stridewell/contract/records/records.fields';
import {
  changeLeadContact,
  isLeadContact,
  listLeadsByIds,
  listLeadsPage,
  type SentLead,
} from '../pipeline/pipeline.crm.service.ts';
import { listPhones, updateClientRecord } from '../records/records.service.ts';
import type { CoachTx, LinkKey } from './crm.data.ts';
import { type ClientContact, selectClientsByIds, selectClientsPage } from './crm.people.data.ts';
import type { Incoming, Person } from './crm.rules.ts';

const isStatus = (status: string): status is RelationshipStatus =>
  RELATIONSHIP_STATUSES.some((known) => known === status);

type Page = { after: string | undefined; limit: number };

const ofLead = ({ id, name, email, phone, status, changedAt }: SentLead): Person => ({
  kind: 'lead',
  id,
  name,
  email,
  phone,
  status,
  changedAt,
});

async function withPhones(tx: CoachTx, clients: readonly ClientContact[]): Promise<Person[]> {
  if (clients.length === 0) return [];
  const phones = new Map(
    (
      await listPhones(
        tx,
        clients.map(({ id }) => id),
      )
    ).map((row) => [row.clientId, row]),
  );
  return clients.flatMap(({ id, name, email, status, createdAt }) => {
    const record = phones.get(id);
    if (!isStatus(status)) return [];
    return [
      {
        kind: 'client' as const,
        id,
        name,
        email: email.toLowerCase(),
        phone: record?.phone ?? '',
        status,
        changedAt: record?.updatedAt ?? createdAt,
      },
    ];
  });
}

/** A page of clients or leads as contacts, in the order of their ids. A lead that became a client is in the client. */
export async function listPeoplePage(
  tx: CoachTx,
  kind: Person['kind'],
  page: Page,
): Promise<{ people: Person[]; last: string | undefined }> {
  if (kind === 'client') {
    const clients = await selectClientsPage(tx, page);
    return { people: await withPhones(tx, clients), last: lastOf(clients, page) };
  }
  const leads = await listLeadsPage(tx, page);
  return { people: leads.filter(({ clientId }) => clientId === null).map(ofLead), last: lastOf(leads, page) };
}

/** The id after which the next page begins; undefined after the last page. */
export const lastOf = (rows: readonly { id: string }[], { limit }: Page): string | undefined =>
  rows.length === limit ? rows.at(-1)?.id : undefined;

/** The people of some links. Deleted and erased ones are missing. */
export async function listPeople(tx: CoachTx, keys: readonly LinkKey[]): Promise<Person[]> {
  const idsOf = (kind: Person['kind']) => keys.filter((key) => key.kind === kind).map(({ subjectId }) => subjectId);
  const [leads, clients] = [
    await listLeadsByIds(tx, idsOf('lead')),
    await withPhones(tx, await selectClientsByIds(tx, idsOf('client'))),
  ];
  return [...leads.filter(({ clientId }) => clientId === null).map(ofLead), ...clients];
}

const ofRecord = clientRecord.pick({ fullName: true, phone: true }).partial();
type Change = Incoming['change'];

/** Whether a person can have this name and phone number. Records of former clients stay as they are. */
export function acceptsChange({ kind, status }: Person, change: Change): boolean {
  if (kind === 'lead') return isLeadContact(change);
  if (!['invited', 'active', 'paused'].includes(status)) return false;
  return ofRecord.safeParse({ fullName: change.name, phone: change.phone }).success;
}

/** Changes a person as HubSpot says. `at` is the time of the change there. */
export async function changePerson(
  tx: CoachTx,
  { kind, id }: Person,
  change: Change,
  { at, now }: { at: Date; now: Date },
): Promise<void> {
  if (kind === 'lead') await changeLeadContact(tx, id, change, at);
  else await updateClientRecord(tx, id, { fullName: change.name, phone: change.phone }, now);
}
